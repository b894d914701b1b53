import { decimalsOf } from "../Domain/Decimals.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { maxCents } from "../Domain/Typed.ts"
import type { Dates } from "./Dates.ts"
import { type FaultName, plainCents, said } from "./Outcome.ts"
import { account, ask, grouped, inSheet, type Reading, refuse, sumOf } from "./Reading.ts"
import type { Counted } from "./Rows.ts"

type Way = "sum" | "once"
type DaysWithRows = ReadonlyMap<LocalDate, ReadonlyArray<Counted>>

/** A running total never falls, and a report of the day has no minus. Two rows may be two evenings that ended after midnight. */
const areSums = ({ stampOf }: Dates, counted: ReadonlyArray<Counted>, days: DaysWithRows): boolean => {
  if (counted.some(({ cents }) => cents < 0)) return true
  if (counted.length < days.size * 3) return false
  return [...days.values()].some((rows) => {
    const stamped = rows.map(({ cents, row }) => ({ cents, stamp: stampOf(row) }))
    return stamped.sort((a, b) => a.stamp < b.stamp ? -1 : Number(a.stamp > b.stamp))
      .some(({ cents }, at, sorted) => at > 0 && cents < (sorted[at - 1]?.cents ?? 0))
  })
}

/** Whether the rows of a day add up or repeat it; a question unless the file settles it. */
const wayOf = (
  reading: Reading,
  dates: Dates,
  counted: ReadonlyArray<Counted>,
  days: DaysWithRows,
  isPlain: boolean,
  isReceipt: boolean
): Way => {
  const { notes, options: { answers } } = reading
  const several = [...days.values()].filter((rows) => rows.length > 1)
  const [first] = several
  if (first === undefined) return "sum"
  notes.used.add("rows_of_a_day")
  if (answers.rows_of_a_day !== undefined) return answers.rows_of_a_day
  if (dates.hasTimes && (isReceipt || areSums(dates, counted, days))) {
    notes.decisions["rows_of_a_day"] = { value: "sum", why: said(isReceipt ? "rows.receipts" : "rows.times") }
    return "sum"
  }
  if (isPlain && !dates.hasTimes) return "once"
  const amounts = first.slice(0, 4).map(({ cents }) => plainCents(cents)).join(", ")
  ask(reading, "rows_of_a_day", ["sum"], said("ask.rows_of_a_day", { n: several.length, date: first[0]?.date ?? "", amounts }), [
    ["sum", said("rows_of_a_day.sum")],
    ["once", said("rows_of_a_day.once")]
  ])
  return "sum"
}

const faultOf = ({ isOld, options: { currency } }: Reading, cents: number, rows: ReadonlyArray<Counted>): FaultName | undefined =>
  cents < 0
    ? "negative_day"
    : cents > maxCents
    ? "amount"
    : decimalsOf(currency) === 0 && cents % 100 !== 0
    ? "whole_amount"
    : isOld && rows.some((row) => row.cents === 0)
    ? "zero_in_xls"
    : undefined

/** The days, with all rows of a day: added up, or repeating it. Gives the rows of which the totals of the table are made. */
export const readDays = (
  reading: Reading,
  dates: Dates,
  counted: ReadonlyArray<Counted>,
  isPlain: boolean,
  isReceipt: boolean
): ReadonlyArray<Counted> => {
  const days = grouped(counted, ({ date }) => date)
  const way = wayOf(reading, dates, counted, days, isPlain, isReceipt)
  for (const [date, rows] of days) {
    const [first, ...others] = rows
    if (first === undefined) continue
    account(reading, first.row, "day", { date })
    for (const { cents, row } of others) {
      if (way === "once" && cents !== first.cents)
        refuse(reading, row, "amount", "same_amount", plainCents(cents), { other: plainCents(first.cents), at: String(first.row.line) })
      else account(reading, row, way === "once" ? "repeated" : "added", { date })
    }
    const cents = way === "once" ? first.cents : sumOf(rows.map((row) => row.cents))
    const fault = faultOf(reading, cents, rows)
    if (fault === undefined) reading.notes.days.push({ date, cents, lines: rows.map(({ row }) => row.line), ...inSheet(reading.table) })
    else refuse(reading, first.row, "amount", fault, plainCents(cents))
  }
  return way === "once" ? [...days.values()].flatMap(([first]) => first ?? []) : counted
}
