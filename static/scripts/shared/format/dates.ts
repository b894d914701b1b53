import { language } from "../language.ts"

/** Days since 1970 of a calendar date `YYYY-MM-DD`, independent of time zones. */
export const epochDay = (date: string) => Math.round(Date.parse(date) / 86_400_000)

export const addDays = (date: string, days: number) => new Date((epochDay(date) + days) * 86_400_000).toISOString().slice(0, 10)

/** Whether a text is the `YYYY-MM-DD` of a day that exists: a browser reads 30 February as 2 March. */
export const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(Date.parse(text)).getUTCDate() === Number(text.slice(8))

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
const monthsEn = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** 0 is Sunday. */
const weekdayIndex = (date: string) => (((epochDay(date) + 4) % 7) + 7) % 7

/** 1 is Monday, 7 is Sunday. */
export const weekdayNumber = (date: string) => weekdayIndex(date) || 7

/** The weekday inside a sentence: `周二` or `Tuesday`. */
export const weekdayName = (date: string) => {
  const index = weekdayIndex(date)
  return language() === "en" ? weekdays[index] ?? "" : `周${"日一二三四五六"[index]}`
}

/** `周二` or `Tue`. */
export const weekday = (date: string) => weekdayName(date).slice(0, 3)

export const isWeekend = (date: string) => weekdayIndex(date) % 6 === 0

/** `12月` or `Dec`. */
export const monthName = (date: string) => {
  const month = Number(date.slice(5, 7))
  return language() === "en" ? monthsEn[month - 1] ?? "" : `${month}月`
}

/** `12月9日` or `9 Dec`. */
export const shortDate = (date: string) => {
  const month = Number(date.slice(5, 7))
  const day = Number(date.slice(8, 10))
  return language() === "en" ? `${day} ${monthsEn[month - 1] ?? ""}` : `${month}月${day}日`
}

/** `12月9日 周二` or `Tue 9 Dec`. */
export const dayLabel = (date: string) =>
  language() === "en" ? `${weekday(date)} ${shortDate(date)}` : `${shortDate(date)} ${weekday(date)}`

const dateOfYear = (date: string) =>
  language() === "en" ? `${shortDate(date)} ${date.slice(0, 4)}` : `${Number(date.slice(0, 4))}年${shortDate(date)}`

/** Whether a year or more lies between two dates, so that a day without its year would be doubtful. */
export const spansYears = (start: string, end: string) => `${Number(start.slice(0, 4)) + 1}${start.slice(4)}` <= end

/** `12月8日 – 14日`; a single date if both are the same; with years from a year on. */
export const dateRange = (start: string, end: string) => {
  if (start === end) return shortDate(start)
  if (spansYears(start, end)) return `${dateOfYear(start)} – ${dateOfYear(end)}`
  if (start.slice(0, 7) !== end.slice(0, 7)) return `${shortDate(start)} – ${shortDate(end)}`
  const [from, to] = [Number(start.slice(8, 10)), Number(end.slice(8, 10))]
  return language() === "en" ? `${from} – ${shortDate(end)}` : `${shortDate(start)} – ${to}日`
}

/** `2025年12月9日 周二` or `Tue 9 Dec 2025`. */
export const fullDate = (date: string) =>
  language() === "en" ? `${dayLabel(date)} ${date.slice(0, 4)}` : `${Number(date.slice(0, 4))}年${dayLabel(date)}`
