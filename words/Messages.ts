import { kindWords } from "./Kinds.ts"
import type { Words } from "./Words.ts"

/** The sentences of the list of outgoing messages, and about the test message. */
export const messagesWords = {
  "messages.title": { zh: "发往群聊的消息", en: "Messages to the chat" },
  "messages.filter": { zh: "按状态筛选", en: "By state" },
  "messages.none": { zh: "没有消息。", en: "No messages." },
  "dead.group": { zh: "群里", en: "the chat" },
  "dead.named": { zh: "“{chat}”群里", en: "the chat {chat}" },
  "dead.silent": { zh: "{group}从{since} 起一条也收不到", en: "Nothing has reached {group} since {since}" },
  "dead.some": { zh: "{group}有 {n} 条没收到", en: "{n} messages have not reached {group}" },
  "dead.some.one": { zh: "{group}有 1 条没收到", en: "1 message has not reached {group}" },
  "dead.removed": { zh: "设置里已经没有这个群", en: "This chat is no longer in the settings" },
  "dead.unsent": { zh: "{n} 条没发出去", en: "{n} messages not sent" },
  "dead.unsent.one": { zh: "1 条没发出去", en: "1 message not sent" },
  "dead.mend": { zh: "先到“设置”里改好 {key}，再点：", en: "Fix {key} under Settings, then:" },
  "dead.stop": { zh: "。", en: ". " },
  "dead.reload": { zh: "应用设置，", en: "Apply settings · " },
  "dead.all": { zh: "补发 {n} 条", en: "Send all {n}" },
  "dead.all.one": { zh: "补发这 1 条", en: "Send again" },
  "dead.daily": { zh: "只补发日结 {n} 条", en: "Send {n} daily messages only" },
  "dead.daily.one": { zh: "只补发日结 1 条", en: "Send the daily message only" },
  "dead.none": { zh: "都不补发", en: "Send none of them" },
  "dead.none.text": {
    zh: "这 {n} 条不会再发，发送经过也一起删掉。金额不变。",
    en: "These {n} messages are never sent and their attempts are deleted. The amounts stay."
  },
  "dead.none.text.one": {
    zh: "这 1 条不会再发，发送经过也一起删掉。金额不变。",
    en: "This message is never sent and its attempts are deleted. The amount stays."
  },
  "dead.sent": { zh: "{n} 条马上再发。", en: "Sending {n} messages again. " },
  "dead.sent.one": { zh: "1 条马上再发。", en: "Sending 1 message again. " },
  "dead.dropped": { zh: "{n} 条不再发。", en: "{n} messages deleted." },
  "dead.dropped.one": { zh: "1 条不再发。", en: "1 message deleted." },
  "dead.rows": { zh: "{n} 条没发出去，看看是哪些", en: "Show the {n} messages not sent" },
  "dead.rows.one": { zh: "1 条没发出去，看看是哪条", en: "Show the message not sent" },
  "messages.resend": { zh: "再次通知", en: "Send again" },
  "messages.changed_since": {
    zh: "金额后来改过，现在是 {amount}（{source}）。再次通知时会写明。",
    en: "The amount has changed and is now {amount} ({source}). The message will say so."
  },
  "messages.withdrawn_since": {
    zh: "金额后来撤回了，现在没有记录。再次通知时会写明。",
    en: "The amount has been withdrawn; there is none now. The message will say so."
  },
  "messages.mend": {
    zh: "先到“设置”里改好 {key}，再点“再次通知”。",
    en: "Fix {key} under Settings, then send this again."
  },
  "messages.reloaded": { zh: "设置已生效，可以再次通知了。", en: "Settings applied. You can send the message again." },
  "messages.unreadable": { zh: "这个版本读不了存下的消息", en: "This version cannot read the stored message" },
  "messages.resent": { zh: "马上再发。", en: "Sending again now." },
  "messages.again": { zh: "{why}，会再试", en: "{why}; will try again" },
  "messages.no_format": { zh: "每种格式群机器人都不接受", en: "The bot refused every format" },
  "messages.given_up": { zh: "{why}，试了 24 小时，不再试", en: "{why}; given up after 24 hours" },
  "messages.attempts": { zh: "发送经过", en: "Attempts" },
  "messages.no_attempt": { zh: "还没有试过发送。", en: "Not tried yet." },
  "messages.next": { zh: "下次发送", en: "Next attempt" },
  "messages.delivered": { zh: "送达于", en: "Delivered" },
  "messages.accepted": { zh: "收下于", en: "Accepted" },
  "messages.printed": { zh: "打印于", en: "Printed" },
  "messages.before": { zh: "原来", en: "Before" },
  "messages.by": { zh: "经手人", en: "By" },
  "messages.chat": { zh: "群聊", en: "Chat" },
  "messages.chat.removed": { zh: "{chat}（设置里已经没有）", en: "{chat} (no longer in the settings)" },
  "messages.move": { zh: "改发到别的群", en: "Send to another chat" },
  "messages.move.text": { zh: "发到哪个群？“{chat}”就收不到这一条了。", en: "To which chat? {chat} will not get this message then." },
  "messages.moved": { zh: "已改发到“{chat}”，轮到它就发。", en: "Moved to {chat}; it goes out after what waits there." },
  "messages.drop": { zh: "删掉", en: "Delete" },
  "messages.drop.text": {
    zh: "“{chat}”不会再收到这一条，发送经过也一起删掉。金额不变。",
    en: "{chat} will never get this message, and its attempts are deleted. The amount stays."
  },
  "messages.dropped": { zh: "已删掉，不会再发。", en: "Deleted, it will not be sent." },
  "messages.keep": { zh: "不动它", en: "Keep it" },
  "messages.no_longer": { zh: "这一条已经发出去了，或者已经删掉。", en: "This message has been sent or deleted in the meantime." },
  "state.all": { zh: "全部", en: "All" },
  "state.pending": { zh: "待发", en: "Waiting" },
  "state.sent": { zh: "已发出", en: "Sent" },
  "state.delivered": { zh: "已送达", en: "Delivered" },
  "state.accepted": { zh: "已收下", en: "Accepted" },
  "state.printed": { zh: "已打印", en: "Printed" },
  "state.failed": { zh: "失败", en: "Failed" },
  ...kindWords,
  "push.button": { zh: "发送测试消息", en: "Send a test message" },
  "push.sending": { zh: "正在发送测试消息，最多 10 秒…", en: "Sending a test message, up to 10 s…" },
  "push.good": { zh: "测试消息已送达（{format}）", en: "The test message arrived ({format})" },
  "push.accepted": {
    zh: "对方收下了测试消息（{format}），请看群里有没有",
    en: "The test message was accepted ({format}): check whether it is in the group"
  },
  "push.printed": {
    zh: "测试消息已打印（{format}）：没有接群机器人",
    en: "The test message was only printed ({format}): no bot is connected"
  },
  "push.bad": { zh: "每种格式都没有送达", en: "No format got through" },
  "entry.reason": { zh: "原因", en: "Reason" }
} as const satisfies Words
