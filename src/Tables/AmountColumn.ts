import type { Column } from "./Columns.ts"
import type { Dates } from "./Dates.ts"
import { plainCents, said } from "./Outcome.ts"
import { ask, grouped, type Reading, refuse, sumOf } from "./Reading.ts"
import { rowText } from "./Sheet.ts"
import { columnOf, nameOf } from "./Table.ts"
import * as words from "./Words.ts"

const isDeduction = ({ name }: Column): boolean => words.deduction.test(name)

/** A name that can only be the turnover, in one line of the header, or the only column of a table without a header. */
const isTurnover = ({ table }: Reading, column: Column, columns: ReadonlyArray<Column>): boolean => {
  const { at, name } = column
  if (name === "") return columns.length === 1
  return !words.notTurnover.test(name) && !isDeduction(column) &&
    [name, table.parts[at]?.at(-1) ?? "", table.parts[at]?.[0] ?? ""].some((one) =>
      words.sure.test(one.replace(/\([^()]*\)\s*$/, "").trim())
    )
}

/** The likeliest of several amounts has the lowest rank. */
const rank = ({ name }: Column): number =>
  words.payment.test(name) ? 10 : words.beforeDeductions.test(name) ? 9 : words.likeliest.findIndex((one) => one.test(name)) + 1 || 8

const answered = ({ notes, options: { answers }, table }: Reading, dateAt: number): ReadonlyArray<number> | string => {
  const asked = answers.amount_column ?? []
  const chosen = asked.map((one) => columnOf(table, one))
  const lost = chosen.findIndex((at, n) => at < 0 || at === dateAt || chosen.indexOf(at) !== n)
  if (lost >= 0) return asked[lost] ?? ""
  notes.decisions["amount_column"] = { value: chosen.map((at) => nameOf(table, at)).join(", "), why: said("answered") }
  return chosen
}

interface Candidates {
  /** Columns of amounts that are not 0 throughout. */
  readonly numeric: ReadonlyArray<Column>
  /** Those whose names do not say otherwise. */
  readonly candidates: ReadonlyArray<Column>
  /** The candidates; columns with the same amounts are one, by the surest of their names. */
  readonly groups: ReadonlyArray<Column>
  /** The ways of payment among them. */
  readonly parts: ReadonlyArray<Column>
  readonly hasDeduction: boolean
}

const candidatesIn = (reading: Reading, columns: ReadonlyArray<Column>): Candidates => {
  const numeric = columns.filter(({ isNumeric, isZero }) => isNumeric && !isZero)
  const money = numeric.filter(({ name }) => !words.notTurnover.test(name) && !words.freeText.test(name))
  const candidates = money.filter((one) => !isDeduction(one))
  const same = grouped(candidates, ({ values }) => values.join())
  const groups = [...same.values()].flatMap((group) => group.find((one) => isTurnover(reading, one, columns)) ?? group[0] ?? [])
  const parts = groups.filter(({ name }) => words.payment.test(name) && !words.total.test(name))
  return { numeric, candidates, groups, parts, hasDeduction: money.some(isDeduction) }
}

/** The total column, if it equals the sum of all ways of payment in every row. */
const totalIn = ({ groups, hasDeduction, parts }: Candidates): Column | undefined =>
  hasDeduction || parts.length < 2 || parts.length !== groups.length - 1 ?
    undefined :
    groups.find((one) =>
      words.total.test(one.name) && one.values.every((value, n) => value === sumOf(parts.map(({ values }) => values[n] ?? 0)))
    )

const askColumn = (reading: Reading, { candidates, groups, numeric, parts }: Candidates): ReadonlyArray<number> => {
  const { table } = reading
  const areAllParts = parts.length > 1 && parts.length === groups.length
  const chosen = areAllParts ? parts : groups.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1)
  const listed = [...groups, ...numeric.filter((one) => !candidates.includes(one))]
  const example = ({ values }: Column) =>
    said("shown", { text: `${values.slice(0, 3).map((cents) => Number.isNaN(cents) ? "?" : plainCents(cents)).join(", ")} …` })
  ask(reading, "amount_column", chosen.length === 0 ? null : chosen.map(({ at }) => nameOf(table, at)),
    said(areAllParts ? "ask.amount_column.parts" : "ask.amount_column"), listed.map((one) => [nameOf(table, one.at), example(one)]))
  return chosen.map(({ at }) => at)
}

/** The columns whose amounts are added; undefined if nothing below has a meaning without an answer. */
export const chooseAmounts = (reading: Reading, { column: { at: dateAt, dated } }: Dates, columns: ReadonlyArray<Column>) => {
  const { notes, options: { answers }, table } = reading
  notes.used.add("amount_column")
  if (answers.amount_column !== undefined) {
    const chosen = answered(reading, dateAt)
    if (typeof chosen !== "string") return chosen
    refuse(reading, table.header[0], "row", "columns", chosen)
    return undefined
  }
  const found = candidatesIn(reading, columns)
  const { groups, hasDeduction, numeric, parts } = found
  const total = totalIn(found)
  if (total !== undefined) {
    const names = parts.map(({ at }) => nameOf(table, at)).join(", ")
    notes.decisions["amount_column"] = { value: nameOf(table, total.at), why: said("amount.sum", { names }) }
    return [total.at]
  }
  const only = columns.length === 1 ? columns[0] : groups.length === 1 && !hasDeduction ? groups[0] : undefined
  if (only !== undefined && isTurnover(reading, only, columns)) {
    notes.decisions["amount_column"] = { value: nameOf(table, only.at), why: said("amount.only") }
    return [only.at]
  }
  const [first] = dated
  if (numeric.length === 0) {
    if (first !== undefined) refuse(reading, first, "row", "no_amounts", rowText(first))
    return undefined
  }
  const chosen = askColumn(reading, found)
  return chosen.length === 0 ? undefined : chosen
}
