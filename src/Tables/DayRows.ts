import { decimalsOf } from "../Domain/Decimals.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { maxCents } from "../Domain/TypedAmount.ts"
import type { ColumnReading } from "./Columns.ts"
import type { Dates } from "./Dates.ts"
import { type FaultName, plainCents, said } from "./Outcome.ts"
import { account, answerTo, grouped, inSheet, type Reading, refuse, sumOf } from "./Reading.ts"
import type { Counted, Sorted } from "./Rows.ts"
import { cellAt, type Row, shortened } from "./Sheet.ts"
import * as words from "./Words.ts"

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

/** The columns whose values tell the rows of a day apart. */
interface Apart {
  readonly branchAt: number | undefined
  readonly documentAt: number | undefined
}

/** Whether the rows of a day add up or repeat it; a question unless the file settles it. */
const addsUp = (reading: ColumnReading, counted: ReadonlyArray<Counted>, days: DaysWithRows, { branchAt, documentAt }: Apart): boolean => {
  const { columns, dates, notes, options: { answers } } = reading
  const several = [...days.values()].filter((rows) => rows.length > 1)
  const [first] = several
  if (first === undefined) return true
  if (answers.rows_of_a_day === undefined) {
    const areBranches = branchAt !== undefined &&
      several.every((rows) => new Set(rows.map(({ row }) => cellAt(row, branchAt).text)).size === rows.length)
    const isReceipt = documentAt !== undefined
    if (areBranches || (dates.hasTimes && (isReceipt || areSums(dates, counted, days)))) {
      const why = said(areBranches ? "rows.branches" : isReceipt ? "rows.receipts" : "rows.times")
      notes.decisions["rows_of_a_day"] = { value: "sum", why }
      return true
    }
    // A date and an amount, nothing else.
    if (columns.length === 1 && !dates.hasTimes) return false
  }
  const amounts = first.slice(0, 4).map(({ cents }) => plainCents(cents)).join(", ")
  // Different amounts of one day cannot repeat it.
  const differ = several.some((rows) => rows.some(({ cents }) => cents !== rows[0]?.cents))
  const evidence = said("ask.rows_of_a_day", { n: several.length, date: first[0]?.date ?? "", amounts })
  return answerTo(reading, "rows_of_a_day", differ ? ["sum"] : null, evidence, [
    ["sum", said("rows_of_a_day.sum")],
    ["once", said("rows_of_a_day.once")]
  ]) !== "once"
}

/** The days below zero, which are left out or zero; a question. */
const withoutNegative = (reading: Reading, days: DaysWithRows, centsOf: (rows: ReadonlyArray<Counted>) => number): DaysWithRows => {
  const negative = new Map([...days].filter(([, rows]) => centsOf(rows) < 0))
  const [first] = negative
  if (first === undefined) return days
  const evidence = said("ask.negative_day", { n: negative.size, date: first[0], amount: plainCents(centsOf(first[1])) })
  const answer = answerTo(reading, "negative_day", null, evidence, [["leave_out", said("means.skip")], ["zero", said("means.zero")]])
  if (answer === "zero") return days
  for (const [date, rows] of negative) for (const { row } of rows) account(reading, row, "left_out", { date })
  return new Map([...days].filter(([date]) => !negative.has(date)))
}

/** The smallest amount of the currency, in cents. */
const unitOf = ({ options: { currency } }: Reading): number => 10 ** (2 - decimalsOf(currency))

/** Each day's sum in the currency's smallest unit: rounded half up where its amounts have more decimals, if that was answered. */
const askDecimals = (reading: Reading, counted: ReadonlyArray<Counted>): boolean => {
  const long = counted.filter(({ cents }) => cents % unitOf(reading) !== 0)
  const [first] = long
  if (first === undefined) return true
  const evidence = said("ask.decimals", { n: long.length, line: first.row.line, amount: plainCents(first.cents) })
  const answer = answerTo(reading, "decimals", ["round"], evidence, [["round", said("decimals.round")], [
    "refuse",
    said("decimals.refuse")
  ]])
  for (const { cents, row } of answer === "refuse" ? long : []) refuse(reading, row, "amount", "decimals", plainCents(cents))
  return answer !== "refuse"
}

const faultOf = ({ isOld }: Reading, cents: number, rows: ReadonlyArray<Counted>): FaultName | undefined =>
  cents > maxCents ? "amount" : isOld && rows.some((row) => row.cents === 0) ? "zero_in_xls" : undefined

/** The days, with all rows of a day: added up, or repeating it. Gives the rows of which the totals of the table are made. */
export const readDays = (reading: ColumnReading, counted: ReadonlyArray<Counted>, apart: Apart): ReadonlyArray<Counted> => {
  const all = grouped(counted, ({ date }) => date)
  if (!askDecimals(reading, counted)) return []
  const isSum = addsUp(reading, counted, all, apart)
  const unit = unitOf(reading)
  // A sum of doubles has noise behind its fifteenth digit.
  const centsOf = (rows: ReadonlyArray<Counted>) =>
    Math.round(Number(((isSum ? sumOf(rows.map(({ cents }) => cents)) : rows[0]?.cents ?? 0) / unit).toPrecision(15))) * unit
  const days = withoutNegative(reading, all, centsOf)
  for (const [date, rows] of days) {
    const [first, ...others] = rows
    if (first === undefined) continue
    account(reading, first.row, "day", { date })
    for (const { cents, row } of others) {
      if (!isSum && cents !== first.cents)
        refuse(reading, row, "amount", "same_amount", plainCents(cents), { other: plainCents(first.cents), at: String(first.row.line) })
      else account(reading, row, isSum ? "added" : "repeated", { date })
    }
    const cents = Math.max(0, centsOf(rows))
    const fault = faultOf(reading, cents, rows)
    if (fault === undefined) reading.notes.days.push({ date, cents, lines: rows.map(({ row }) => row.line), ...inSheet(reading.table) })
    else refuse(reading, first.row, "amount", fault, plainCents(cents))
  }
  return isSum ? counted : [...all.values()].flatMap(([first]) => first ?? [])
}

/** The sums of the counted rows before each row of the table. */
const runningSums = (body: ReadonlyArray<Row>, counting: ReadonlyArray<Counted>): ReadonlyArray<number> => {
  const own = new Map<Row, number>()
  for (const { cents, row } of counting) own.set(row, (own.get(row) ?? 0) + cents)
  const sums = [0]
  for (const row of body) sums.push((sums.at(-1) ?? 0) + (own.get(row) ?? 0))
  return sums
}

/**
 * Compares each total with its section, the days so far, all days, and its month. One that agrees with none is a warning with both
 * figures; it changes nothing.
 */
export const compareTotals = (reading: Reading, { totals }: Sorted, counting: ReadonlyArray<Counted>): void => {
  const { notes, table: { body } } = reading
  const order = new Map(body.map((row, at) => [row, at]))
  const sums = runningSums(body, counting)
  const all = sums.at(-1) ?? 0
  let from = 0
  for (const { cents, label, row } of totals.toSorted((a, b) => (order.get(a.row) ?? 0) - (order.get(b.row) ?? 0))) {
    const what = words.subtotalRow.test(label) ? "subtotal" : "total"
    if (cents === undefined) {
      account(reading, row, what)
      continue
    }
    const at = order.get(row) ?? 0
    const before = sums[at] ?? 0
    const section = before - (sums[from] ?? 0)
    from = at
    const month = /(\d{1,2})\u6708/.exec(label)?.[1] ?? /^20\d\d[-/.](\d{1,2})$/.exec(label)?.[1]
    const ofMonth = month === undefined
      ? undefined
      : sumOf(notes.days.flatMap((day) => Number(day.date.slice(5, 7)) === Number(month) ? [day.cents] : []))
    const expected = [section, before, all, ofMonth].includes(cents)
      ? cents
      : ofMonth ?? (what === "subtotal" && section > 0 ? section : all)
    account(reading, row, what, { says: cents, sum: expected })
    if (cents !== expected) {
      notes.warnings.push(said("warn.total", {
        line: row.line,
        label: shortened(label),
        says: plainCents(cents),
        sum: plainCents(expected)
      }))
    }
  }
}

/** Warns of dates beside another weekday. With times, the day may begin after midnight. */
export const compareWeekdays = ({ dates: { hasTimes, isOnOtherWeekday }, notes }: ColumnReading, counted: ReadonlyArray<Counted>): void => {
  for (const { date, row } of hasTimes ? [] : counted)
    if (isOnOtherWeekday(row, date)) notes.warnings.push(said("warn.weekday", { line: row.line, date }))
}
