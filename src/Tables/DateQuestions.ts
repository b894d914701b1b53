import { addDays, parseEpochDay } from "../Domain/EpochDay.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { dateBy, type DateReading, type Order } from "./DateReading.ts"
import { type DateShape, dateShape } from "./DateShape.ts"
import { said } from "./Outcome.ts"
import { answerTo, decide, type Reading } from "./Reading.ts"
import { cellAt, rowText } from "./Sheet.ts"
import * as words from "./Words.ts"

/** Any year in which February has 29 days, for dates that have none. */
const someYear = 2024

/** The order of day and month is that of the whole column, in all sheets. */
export const orderOf = (
  reading: Reading,
  column: number,
  fitsWeekdays: (by: DateReading) => boolean
): { readonly order?: Order } => {
  const { options: { today }, table, tables } = reading
  const open = tables.flatMap((one) =>
    one.body.flatMap((row) => {
      const shape = dateShape(cellAt(row, one === table ? column : one.dates[0] ?? 0))
      const isOpen = shape?.kind === "order" || shape?.kind === "pair"
      return isOpen && row.cells.filter(({ text }) => text !== "").length > 1 ? [shape] : []
    })
  )
  const read = (order: Order) => open.map((shape) => dateBy(shape, { order, year: someYear }))
  const orders: ReadonlyArray<Order> = open.some(({ kind }) => kind === "pair") ? ["mdy", "dmy"] : ["ymd", "dmy", "mdy"]
  const fitting = orders.filter((order) => fitsWeekdays({ order }))
  const order = decide(reading, {
    code: "date_order",
    why: said("ask.date_order"),
    options: fitting.length > 0 ? fitting : orders,
    // A date that does not exist rules an order out. One in the future does not: it may be a fault.
    read: (one) => {
      const found = read(one)
      const isPossible = found.every((date) => date !== undefined && date >= "2000") &&
        found.some((date) => date !== undefined && date <= today)
      return isPossible ? found as ReadonlyArray<LocalDate> : undefined
    },
    // The rows of a table of days are at most a week apart; the wrong order puts months between them.
    isSaid: (_, days) =>
      days.every((date, at) => date <= today && (at === 0 || Math.abs(parseEpochDay(date) - parseEpochDay(days[at - 1] ?? date)) <= 7))
  })
  return order === undefined ? {} : { order }
}

const yearIn = /(?<!\d)(20\d\d)(?=\s*(?:\u5e74|[-/.]\s*\d|[\s)(]|$))/g
const monthIn = /(?:20\d\d[-/.]|(?<!\d))(\d{1,2})\s*(?:\u6708|(?<=20\d\d[-/.]\d{1,2})(?!\d))/g

const numbersIn = (lines: ReadonlyArray<string>, pattern: RegExp): ReadonlyArray<number> => [
  ...new Set(lines.flatMap((line) => [...line.matchAll(pattern)].map(([, number]) => Number(number))))
]

/** Years that a question lists. */
const mostListed = 4

/** The year, where the dates have none: the one that the titles or the sheet's name name, if it fits every row. */
export const yearOf = (
  reading: Reading,
  shapes: ReadonlyArray<DateShape>,
  { order }: DateReading,
  fitsWeekdays: (by: DateReading) => boolean
): DateReading => {
  const { notes, options: { answers, today }, table } = reading
  const lines = [table.sheet.name ?? "", ...table.titles.map(rowText)]
  const own = lines.filter((line) => !words.made.test(line))
  const years = numbersIn(own, yearIn)
  const months = numbersIn(own, monthIn)
  const [month] = months
  const by: DateReading = {
    ...(order === undefined ? {} : { order }),
    ...(month === undefined || months.length > 1 ? {} : { month })
  }
  const monthOf = ({ kind, parts: [a = 0, b = 0] }: DateShape) => kind === "pair" && order === "dmy" ? b : a
  const isInOrder = shapes.every((shape, n) => {
    const before = shapes[n - 1]
    return shape.kind === "day" ||
      ((before === undefined || monthOf(shape) >= monthOf(before)) && (months.length !== 1 || monthOf(shape) === month))
  })
  const [only] = years
  if (answers.year === undefined && only !== undefined && years.length === 1 && isInOrder && fitsWeekdays({ ...by, year: only })) {
    notes.decisions["year"] = { value: String(only), why: said("year.named") }
    return { ...by, year: only }
  }
  const thisYear = Number(today.slice(0, 4))
  const likely = [...new Set([...years, ...numbersIn(lines, yearIn), thisYear, thisYear - 1])].slice(0, mostListed)
  const fits = (year: number) => fitsWeekdays({ ...by, year }) && shapes.every((shape) => (dateBy(shape, { ...by, year }) ?? "9") <= today)
  const hasWeekdays = shapes.some(({ weekday }) => weekday !== undefined)
  const fitting = likely.filter((one) => fits(one) && (hasWeekdays || years.includes(one)))
  const year = fitting.length === 1 ? fitting[0] : undefined
  const answer = answerTo(reading, "year", year === undefined ? null : [String(year)], said("ask.year"),
    likely.map((one) => [String(one), said(fits(one) ? "year.fits" : "year.differs")]))
  return { ...by, year: Number(answer ?? year ?? likely.find(fits) ?? thisYear) }
}

/** A row for a week or a month is no day. */
export const askPeriod = (reading: Reading, name: string, days: ReadonlyArray<string>): void => {
  const seen = [...new Set(days)].sort()
  const isWeekly = seen.length > 2 &&
    seen.every((date, at) => at === 0 || (seen[at - 1] !== "" && addDays(seen[at - 1] as LocalDate, 7) === date))
  const why = words.period.test(name)
    ? said("ask.period.name", { name })
    : seen.length > 1 && seen.every((date) => date.endsWith("-01"))
    ? said("ask.period.months")
    : isWeekly
    ? said("ask.period.weeks")
    : undefined
  // Rows of `date,amount`, the specified form, are days.
  if (why === undefined || reading.table.names.join().toLowerCase() === "date,amount") return
  answerTo(reading, "period", null, why, [["days", said("period.days")]])
}
