import type { Words } from "./Words.ts"

/** A range of days on the page of all days, and its table. */
export const rangeWords = {
  "range.title": { zh: "{year}年{range}", en: "{range} {year}" },
  "range.from": { zh: "从", en: "From" },
  "range.to": { zh: "到", en: "To" },
  "range.day": { zh: "日期", en: "Date" },
  "range.fill": { zh: "补录", en: "enter it" },
  "days": { zh: "表格", en: "Table" },
  "days.show": { zh: "以表格查看", en: "Show as a table" },
  "days.hide": { zh: "收起表格", en: "Hide the table" },
  "days.xlsx": { zh: "下载表格", en: "Download workbook" },
  "days.csv": { zh: "下载 CSV", en: "Download CSV" },
  "days.caption": { zh: "{range}，{n} 天，新的在前", en: "{range}, {n} days, newest first" },
  "days.caption.one": { zh: "{range}，1 天", en: "{range}, 1 day" },
  "days.amount": { zh: "金额", en: "Amount" },
  "days.state": { zh: "情况", en: "State" },
  "days.special": { zh: "节假日", en: "Holiday" },
  "days.note": { zh: "备注", en: "Note" }
} as const satisfies Words
