import { amountWords } from "./Amount.ts"
import { openUntilWords } from "./OpenUntil.ts"
import type { Words } from "./Words.ts"

/** The sentences about entering, changing and withdrawing a day's amount, and about marking a day. */
export const entryWords = {
  ...amountWords,
  ...openUntilWords,
  "entry.title": { zh: "录入与修改", en: "Enter & edit" },
  "awaiting.one": { zh: "有 1 天要补录", en: "1 day to fill in" },
  "awaiting.some": { zh: "有 {n} 天要补录", en: "{n} days to fill in" },
  "awaiting.missing": { zh: "还没有数", en: "no figure yet" },
  "awaiting.generated": { zh: "系统估算", en: "estimated" },
  "awaiting.asked": { zh: "正在问收银系统", en: "asking the till" },
  "awaiting.unanswered": { zh: "问过收银系统，没有答出来", en: "asked the till, no answer" },
  "awaiting.fault": { zh: "收银系统：{why}", en: "the till: {why}" },
  "awaiting.all": { zh: "全部 {n} 天", en: "All {n} days" },
  "fill": { zh: "补录", en: "Fill in" },
  "fill.label": { zh: "补录 {day}", en: "Fill in {day}" },
  "entry.other_day": { zh: "换一天", en: "Pick a day" },
  "entry.previous": { zh: "前一天", en: "Previous day" },
  "entry.next": { zh: "后一天", en: "Next day" },
  "entry.before": { zh: "原来", en: "Before" },
  "entry.amount": { zh: "录入（{currency}）", en: "Amount ({currency})" },
  "entry.new_amount": { zh: "改成（{currency}）", en: "Change to ({currency})" },
  "correct.difference": { zh: "相差", en: "Difference" },
  "entry.same": { zh: "没有变化", en: "No change" },
  "entry.reason": { zh: "原因", en: "Reason" },
  "entry.note.example": { zh: "天气、活动", en: "Weather, an event" },
  "entry.actor": { zh: "你的名字", en: "Your name" },
  "entry.lead": { zh: "保存后写入修改记录{told}", en: "Goes into the change log{told}" },
  "entry.lead.name": { zh: "经手人 {name}。", en: "As {name}. " },
  "entry.lead.note": { zh: "备注和店休也写入修改记录。", en: "Notes and “Shop closed” go into the change log too." },
  "entry.entered": { zh: "{day} 已录入 {amount}。", en: "{day}: {amount} entered." },
  "entry.changed": { zh: "{day} 已从 {before} 改成 {amount}。", en: "{day}: changed from {before} to {amount}." },
  "entry.confirmed": { zh: "{day} 已确认 {amount}。", en: "{day}: {amount} confirmed." },
  "entry.withdrawn": { zh: "{day} 的 {amount} 已撤回，这一天现在没有数。", en: "{day}: {amount} withdrawn. The day has no figure now." },
  "entry.noted": { zh: "{day} 的备注已保存。{later}", en: "{day}: note saved. {later}" },
  "entry.closed_now": { zh: "{day} 已记为店休。{later}", en: "{day}: marked “Shop closed”. {later}" },
  "entry.opened": { zh: "{day} 已恢复营业。{later}", en: "{day}: marked as open. {later}" },
  "entry.open_answer": {
    zh: "没有收到服务器的回答，可能已经保存。请再按一次：同一笔只会记一次。",
    en: "No answer from the server; this may already be saved. Press again: it only counts once."
  },
  "question.first": { zh: "{day} 录入 {amount}，对吗？", en: "Enter {amount} for {day}?" },
  "question.change": { zh: "{day} 从 {before} 改成 {amount}，对吗？", en: "Change {day} from {before} to {amount}?" },
  "question.yes.first": { zh: "对，录入 {amount}", en: "Yes, enter {amount}" },
  "question.yes.change": { zh: "对，改成 {amount}", en: "Yes, change to {amount}" },
  "withdraw.button": { zh: "撤回这一天", en: "Withdraw this figure" },
  "withdraw.title": { zh: "撤回这一天的金额？", en: "Withdraw this day's figure?" },
  "withdraw.text": {
    zh: "{day} 的 {amount} 撤回后，这一天就没有数，修改记录里两笔都在{told}",
    en: "{day} will have no figure instead of {amount}; the change log keeps both{told}"
  },
  "withdraw.reason": { zh: "为什么撤回", en: "Why" },
  "withdraw.why": { zh: "请写明原因，例如：录错了日期。", en: "Please say why, for example: entered for the wrong day." },
  "withdraw.no": { zh: "不撤回", en: "Keep it" },
  "withdraw.yes": { zh: "撤回", en: "Withdraw" },
  "undo.button": { zh: "撤销（还剩 {left}）", en: "Undo ({left} left)" },
  "undo.button.day": { zh: "撤销 {day}（还剩 {left}）", en: "Undo {day} ({left} left)" },
  "undo.done": { zh: "{day}：刚才的保存已撤销。{stands}。", en: "{day}: undone. {stands}." }
} as const satisfies Words
