import { readFileSync } from "node:fs"

const dayMillis = 86_400_000
const epochDay = (date) => Date.parse(`${date}T00:00:00Z`) / dayMillis
const dateOf = (day) => new Date(day * dayMillis).toISOString().slice(0, 10)

/** The calendar date of an instant in the shop's zone. */
export const shopDate = (zone, instant = Date.now()) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(instant)

/** The factor from a day's shipped amount to that of the year before: 2 to 10 % less. */
const yearBefore = (date) => 0.94 + ((epochDay(date) * 7919) % 9 - 4) / 100

/** The factor of a day off, compared with an ordinary day of its weekday. */
const holidayFactor = ({ day, name }) => (name === "春节" && day === -1 ? 1.9 : 1.25)

/** Whether a day is one of the first two days of the Spring Festival. */
const isClosed = ({ day, name }) => name === "春节" && (day === 0 || day === 1)

/**
 * Two years of sample days until yesterday, as rows `{ date, amount }`: the shipped year, and the same weeks with somewhat lower
 * amounts before it. The shift is whole weeks, so that busy weekends stay weekends; for that, the file has a week more than a year.
 */
export const recentYears = (today) => {
  const rows = readFileSync(new URL("./year.csv", import.meta.url), "utf8").trim().split(/\r?\n/).slice(1)
    .map((line) => line.split(","))
  const yesterday = epochDay(today) - 1
  const weeks = Math.ceil((yesterday - epochDay(rows.at(-1)[0])) / 7)
  const year = rows.map(([date, amount]) => ({ date: dateOf(epochDay(date) + weeks * 7), amount: Number(amount) }))
    .filter(({ date }) => date < today)
    .slice(-364)
  return [...year.map(({ amount, date }) => ({ date: daysBefore(date, 364), amount: amount * yearBefore(date) })), ...year]
}

/** The sample days of a shop that is closed for two days of the Spring Festival. `calendar` is `days` of `GET /api/days`. */
export const withHolidays = (rows, calendar) => {
  const holidays = new Map(calendar.flatMap(({ date, holiday }) => (holiday === undefined ? [] : [[date, holiday]])))
  return {
    rows: rows.flatMap(({ amount, date }) => {
      const holiday = holidays.get(date)
      if (holiday === undefined) return [{ date, amount: amount.toFixed(2) }]
      return isClosed(holiday) ? [] : [{ date, amount: (amount * holidayFactor(holiday)).toFixed(2) }]
    }),
    closed: rows.flatMap(({ date }) => (holidays.has(date) && isClosed(holidays.get(date)) ? [date] : []))
  }
}

export const daysBefore = (date, days) => dateOf(epochDay(date) - days)

export const toCsv = (rows) => `date,amount\r\n${rows.map(({ amount, date }) => `${date},${amount}\r\n`).join("")}`
