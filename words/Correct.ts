import type { Words } from "./Words.ts"

/** What correcting a day says. */
export const correctWords: Words = {
  "correct.title": { zh: "更正一天的营业额", en: "Correct a day's turnover" },
  "correct.lead": {
    zh: "更正后这一天即为定版，会写入审计并通知群聊。",
    en: "The day becomes final; the correction goes into the audit and to the team chat."
  },
  "correct.amount": { zh: "新的金额（元）", en: "New amount (CNY)" },
  "correct.reason": { zh: "原因", en: "Reason" },
  "correct.actor": { zh: "经手人", en: "By" },
  "correct.present": { zh: "现值", en: "Present" },
  "correct.next": { zh: "改为", en: "New" },
  "correct.difference": { zh: "差额", en: "Difference" },
  "correct.send": { zh: "更正", en: "Correct" },
  "correct.none": { zh: "无定版记录", en: "No final record" },
  "correct.unknown": { zh: "取不到现值", en: "Present value unknown" },
  "correct.future": { zh: "日期不能晚于今天（{today}）", en: "The date cannot be after today ({today})" },
  "correct.date.bad": { zh: "请选择日期", en: "Please choose a date" },
  "correct.bad": {
    zh: "请写成 1234.5 或 1,234.50，0 至 9,999,999,999.99，最多两位小数",
    en: "Write it like 1234.5 or 1,234.50: 0 to 9,999,999,999.99, at most two decimals"
  },
  "correct.same": { zh: "与现值相同", en: "Same as now" },
  "correct.done": {
    zh: "{date} 已更正：{before} → {after}。消息已交给群聊发送。",
    en: "{date} corrected: {before} → {after}. The chat will be told."
  },
  "confirm.title": { zh: "这一天已经定版，确定要改吗？", en: "This day is final. Change it all the same?" },
  "confirm.text": { zh: "{date} {weekday}", en: "{date} {weekday}" },
  "confirm.no": { zh: "不改了", en: "Keep it" },
  "confirm.yes": { zh: "确定更正", en: "Yes, correct it" }
}
