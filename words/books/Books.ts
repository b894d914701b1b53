import type { Words } from "../Words.ts"

/** The workbook and the CSV of a range of days. */
export const bookWords = {
  "book.days": { zh: "每天", en: "Days" },
  "book.months": { zh: "每月", en: "Months" },
  "book.date": { zh: "日期", en: "Date" },
  "book.amount": { zh: "营业额", en: "Turnover" },
  "book.state": { zh: "状态", en: "State" },
  "book.note": { zh: "备注", en: "Note" },
  "book.by": { zh: "经手人", en: "By" },
  "book.at": { zh: "时间", en: "At" },
  "book.reported": { zh: "月报里是", en: "In the month's report" },
  "book.month": { zh: "月份", en: "Month" },
  "book.entered": { zh: "已录合计", en: "Entered, total" },
  "book.entered.days": { zh: "已录天数", en: "Days entered" },
  "book.estimated": { zh: "估算合计", en: "Estimates, total" },
  "book.estimated.days": { zh: "估算天数", en: "Days estimated" },
  "book.closed.days": { zh: "店休天数", en: "Days shop closed" },
  "book.missing.days": { zh: "缺的天数", en: "Days missing" },
  "book.none": { zh: "没有数", en: "none" },
  "book.is.entered": { zh: "已录", en: "entered" },
  "book.is.running": { zh: "还在营业", en: "still open" },
  "book.is.estimated": { zh: "估算", en: "estimate" },
  "book.is.closed": { zh: "店休", en: "shop closed" },
  "book.is.missing": { zh: "缺", en: "missing" },
  "book.is.open": { zh: "还没录入", en: "not entered yet" }
} as const satisfies Words
