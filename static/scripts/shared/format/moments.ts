import { language } from "../language.ts"
import { addDays, dateRange, dayLabel, fullDate, monthName, shortDate, weekdayNumber } from "./dates.ts"
import { hourMinute } from "./times.ts"

/** `12月9日 13:14` or `9 Dec 13:14` of a server's instant. */
export const dateTime = (instant: string) => `${shortDate(instant.slice(0, 10))} ${hourMinute(instant)}`

/** `2025年12月9日 13:14` or `9 Dec 2025 13:14` of a server's instant. */
export const fullTime = (instant: string) => {
  const [date, year] = [shortDate(instant.slice(0, 10)), instant.slice(0, 4)]
  return `${language() === "en" ? `${date} ${year}` : `${year}年${date}`} ${hourMinute(instant)}`
}

/** A day beside an instant: `12月9日 周二`, with its year if it is not this one. */
export const dayBeside = (date: string, instant: string) => date.slice(0, 4) === instant.slice(0, 4) ? dayLabel(date) : fullDate(date)

/**
 * `2025年12月` or `Dec 2025`.
 * @param month `YYYY-MM`, or a date of it
 */
export const monthLabel = (month: string) =>
  language() === "en" ? `${monthName(month)} ${month.slice(0, 4)}` : `${month.slice(0, 4)}年${monthName(month)}`

/**
 * The days of a reported week, `11月16日 – 22日`, or a month with its year.
 * @param period `2026-W47` or `2026-11`
 */
export const periodLabel = (period: string) => {
  const [year, week] = period.split("-W")
  if (week === undefined) return monthLabel(period)
  // The fourth of January is in the first week.
  const fourth = `${year}-01-04`
  const monday = addDays(fourth, 7 * Number(week) - 6 - weekdayNumber(fourth))
  return dateRange(monday, addDays(monday, 6))
}

const near: ReadonlyArray<readonly [days: number, zh: string, en: string]> = [[-1, "昨天", "yesterday"], [0, "今天", "today"], [
  1,
  "明天",
  "tomorrow"
]]

/** `今天 13:14`, and with its date an instant of another day than yesterday, today and tomorrow. */
export const moment = (instant: string, today: string) => {
  const found = near.find(([days]) => addDays(today, days) === instant.slice(0, 10))
  return found === undefined ? dateTime(instant) : `${found[language() === "en" ? 2 : 1]} ${hourMinute(instant)}`
}
