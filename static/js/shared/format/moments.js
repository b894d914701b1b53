// @ts-check
import { language } from "../language.js"
import { addDays, dateRange, dayLabel, fullDate, monthName, shortDate, weekdayNumber } from "./dates.js"
import { hourMinute } from "./times.js"

/** `12月9日 13:14` or `9 Dec 13:14` of a server's instant. @param {string} instant */
export const dateTime = (instant) => `${shortDate(instant.slice(0, 10))} ${hourMinute(instant)}`

/** `2025年12月9日 13:14` or `9 Dec 2025 13:14` of a server's instant. @param {string} instant */
export const fullTime = (instant) => {
  const [date, year] = [shortDate(instant.slice(0, 10)), instant.slice(0, 4)]
  return `${language() === "en" ? `${date} ${year}` : `${year}年${date}`} ${hourMinute(instant)}`
}

/** A day beside an instant: `12月9日 周二`, with its year if it is not this one. @param {string} date @param {string} instant */
export const dayBeside = (date, instant) => date.slice(0, 4) === instant.slice(0, 4) ? dayLabel(date) : fullDate(date)

/** `2025年12月` or `Dec 2025`. @param {string} month `YYYY-MM`, or a date of it */
export const monthLabel = (month) =>
  language() === "en" ? `${monthName(month)} ${month.slice(0, 4)}` : `${month.slice(0, 4)}年${monthName(month)}`

/** The days of a reported week, `11月16日 – 22日`, or a month with its year. @param {string} period `2026-W47` or `2026-11` */
export const periodLabel = (period) => {
  const [year, week] = period.split("-W")
  if (week === undefined) return monthLabel(period)
  // The fourth of January is in the first week.
  const fourth = `${year}-01-04`
  const monday = addDays(fourth, 7 * Number(week) - 6 - weekdayNumber(fourth))
  return dateRange(monday, addDays(monday, 6))
}

/** @type {ReadonlyArray<readonly [days: number, zh: string, en: string]>} */
const near = [[-1, "昨天", "yesterday"], [0, "今天", "today"], [1, "明天", "tomorrow"]]

/** `今天 13:14`, and with its date an instant of another day than yesterday, today and tomorrow. @param {string} instant @param {string} today */
export const moment = (instant, today) => {
  const found = near.find(([days]) => addDays(today, days) === instant.slice(0, 10))
  return found === undefined ? dateTime(instant) : `${found[language() === "en" ? 2 : 1]} ${hourMinute(instant)}`
}
