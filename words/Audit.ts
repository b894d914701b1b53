import { changeWords } from "./Changes.ts"
import type { Words } from "./Words.ts"

/** The sentences of the history of changes. */
export const auditWords = {
  ...changeWords,
  "audit.title": { zh: "修改记录", en: "Change log" },
  "audit.days": { zh: "最近", en: "In the last" },
  "audit.last.7": { zh: "7 天", en: "7 days" },
  "audit.last.30": { zh: "30 天", en: "30 days" },
  "audit.last.90": { zh: "90 天", en: "90 days" },
  "audit.last.366": { zh: "1 年", en: "1 year" },
  "audit.last.3660": { zh: "10 年", en: "10 years" },
  "audit.action": { zh: "做了什么", en: "What" },
  "audit.actor": { zh: "经手人", en: "By" },
  "audit.when": { zh: "时间", en: "When" },
  "audit.change": { zh: "金额", en: "Amount" },
  "audit.count": { zh: "共 {n} 条", en: "{n} changes" },
  "audit.count.one": { zh: "共 1 条", en: "1 change" },
  "audit.import": { zh: "导入 {n} 天", en: "{n} days imported" },
  "audit.empty": { zh: "这段时间没有修改。", en: "Nothing was changed in this period." },
  "audit.none": { zh: "没有符合条件的记录。", en: "No changes match." },
  "audit.any_date": { zh: "全部日期", en: "Any date" }
} as const satisfies Words
