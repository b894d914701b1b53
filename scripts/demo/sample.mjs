import { readFileSync } from "node:fs"

const dayMillis = 86_400_000
const epochDay = (date) => Date.parse(`${date}T00:00:00Z`) / dayMillis
const dateOf = (day) => new Date(day * dayMillis).toISOString().slice(0, 10)

/** The calendar date of an instant in the shop's zone. */
export const shopDate = (zone, instant = Date.now()) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(instant)

/**
 * The shipped year of sample days, as rows `{ date, amount }`, shifted to end on the day before `today`. The shift is
 * whole weeks, so that busy weekends stay weekends; the file has a week more than a year for that.
 */
export const recentYear = (today) => {
  const rows = readFileSync(new URL("./year.csv", import.meta.url), "utf8").trim().split(/\r?\n/).slice(1)
    .map((line) => line.split(","))
  const yesterday = epochDay(today) - 1
  const weeks = Math.ceil((yesterday - epochDay(rows.at(-1)[0])) / 7)
  return rows
    .map(([date, amount]) => ({ date: dateOf(epochDay(date) + weeks * 7), amount }))
    .filter(({ date }) => date < today)
    .slice(-365)
}

export const daysBefore = (date, days) => dateOf(epochDay(date) - days)

export const toCsv = (rows) => `date,amount\r\n${rows.map(({ amount, date }) => `${date},${amount}\r\n`).join("")}`
