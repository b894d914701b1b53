import { typedWords } from "./Typed.ts"
import type { Words } from "./Words.ts"

/** The sentences about a typed amount, for every page on which one is entered. */
export const amountWords = {
  ...typedWords,
  "entry.none": { zh: "还没有数", en: "No figure yet" },
  "entry.closed": { zh: "店休", en: "Shop closed" },
  "entry.ahead": { zh: "这一天还没有到", en: "This day is still to come" },
  "entry.usual": { zh: "平常{weekday} {amount}", en: "A {weekday} usually takes {amount}" },
  "entry.enter": { zh: "录入 {amount}", en: "Enter {amount}" },
  "entry.enter.plain": { zh: "录入", en: "Enter" },
  "entry.change": { zh: "改成 {amount}", en: "Change to {amount}" },
  "entry.change.plain": { zh: "修改", en: "Change" },
  "entry.confirm": { zh: "确认 {amount}", en: "Confirm {amount}" },
  "entry.close": { zh: "记为店休", en: "Mark “Shop closed”" },
  "entry.open": { zh: "恢复营业", en: "Mark as open" },
  "entry.save_note": { zh: "保存备注", en: "Save note" },
  "stands.manual": { zh: "{by} {when} 已录 {amount}", en: "{by} entered {amount} {when}" },
  "stands.confirmed": { zh: "{by} {when} 已确认 {amount}", en: "{by} confirmed {amount} {when}" },
  "stands.manual.plain": { zh: "已录 {amount}", en: "{amount} was entered" },
  "stands.import": { zh: "{when} 导入 {amount}", en: "{amount} was imported {when}" },
  "stands.feed": { zh: "{by} {when} 报 {amount}", en: "{by} reported {amount} {when}" },
  "stands.so_far": { zh: "目前 {amount}（{by} {when} 报）", en: "{amount} so far, as {by} reported {when}" },
  "stands.generated": { zh: "系统估算 {amount}", en: "Estimated at {amount}" },
  "stands.withdrawn": { zh: "{by} {when} 撤回了这一天的数", en: "{by} took this day's figure back {when}" },
  "stands.at": { zh: "{time}", en: "at {time}" },
  "stands.on": { zh: "{date}", en: "on {date}" },
  "conflict.just": { zh: "{by}刚录了 {amount}", en: "{by} has just entered {amount}" },
  "conflict.change": { zh: "{stands}，要改成 {amount} 吗？", en: "{stands}. Change it to {amount}?" },
  "conflict.enter": { zh: "{stands}，要录入 {amount} 吗？", en: "{stands}. Enter {amount}?" },
  "conflict.seen": { zh: "你的页面上还是 {amount}。", en: "Your page still showed {amount}. " },
  "conflict.seen.none": { zh: "你的页面上还没有数。", en: "Your page showed no figure yet. " },
  "conflict.unsaved.change": {
    zh: "还没有存。改了以后，原来的数留在修改记录里{told}",
    en: "Nothing is saved yet. If you change it, the history keeps the other figure{told}"
  },
  "conflict.unsaved.enter": { zh: "还没有存。", en: "Nothing is saved yet." },
  "told.group": { zh: "，群里会收到消息。", en: ", and the group gets a message." },
  "told.nobody": { zh: "。", en: "." },
  "told.none": { zh: "不发消息。", en: "No message is sent." },
  "told.closed": {
    zh: "现在不发消息。到这一天的结账时间，发店休的消息。",
    en: "Nothing is sent now. When that day is settled, the message “Shop closed” is sent."
  },
  "told.noted": {
    zh: "现在不发消息。备注写在这一天的结账消息里。",
    en: "Nothing is sent now. The note is in the message of that day's settlement."
  },
  "told.printed": { zh: "没有接群，消息只打印在日志里。", en: "No group is connected: messages are only printed in the log." },
  "conflict.no": { zh: "不改，就是 {amount}", en: "Keep {amount}" },
  "conflict.no.none": { zh: "不录", en: "Leave it without a figure" },
  "conflict.kept": { zh: "没有改。{stands}。", en: "Not changed. {stands}." },
  "conflict.same": { zh: "{stands}，和你填的一样，没有再存。", en: "{stands}, the same as yours. Nothing was saved again." },
  "conflict.look": { zh: "{stands}。还没有保存，请看过再点一次。", en: "{stands}. Nothing is saved yet: look at it and tap again." },
  "question.no": { zh: "回去改", en: "Go back" },
  "question.yes.doubt": { zh: "没错，就是 {amount}", en: "Yes, it is {amount}" },
  "doubt.back": { zh: "改回 {compared}", en: "Back to {compared}" },
  "doubt.ten": { zh: "正好是 {compared} 的 10 倍，", en: "Exactly 10 times {compared}. " },
  "doubt.tenth": { zh: "正好是 {compared} 的十分之一，", en: "Exactly a tenth of {compared}. " },
  "doubt.usual": { zh: "{amount}？平常{weekday} {compared}，", en: "{amount}? A {weekday} usually takes {compared}. " },
  "doubt.nothing": {
    zh: "{amount}：{weekday}一笔也没有卖出吗？没有开门请勾“店休”。",
    en: "{amount}: was nothing sold on this {weekday}? If the shop was shut, tick “Shop closed”."
  },
  "doubt.zero.more": { zh: "是不是多打了一个 0？", en: "One 0 too many?" },
  "doubt.zero.less": { zh: "是不是少打了一个 0？", en: "One 0 too few?" },
  "doubt.typo": { zh: "是不是打错了？", en: "A typo?" },
  "doubt.again": { zh: "真是这么多，请再打一遍。", en: "If it is right, please type it again." },
  "undo.changed": {
    zh: "这一天后来又有新的记录，不能再撤销。{stands}。",
    en: "This day has a newer record, so this can no longer be undone. {stands}."
  }
} as const satisfies Words
