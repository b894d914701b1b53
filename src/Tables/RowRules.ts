import type { Column } from "./Columns.ts"
import type { Dates } from "./Dates.ts"
import { plainCents, said } from "./Outcome.ts"
import { ask, grouped, type Reading, sumOf } from "./Reading.ts"
import { cellAt, type Row } from "./Sheet.ts"
import { nameOf } from "./Table.ts"
import * as words from "./Words.ts"

export type RowRule = "count" | "leave_out" | "subtract"

const rules: ReadonlyArray<RowRule> = ["count", "leave_out", "subtract"]

/** More different values are no states of a row, unless the name says so. */
const mostValues = 12
const longestValue = 30

const isDirection = (name: string): boolean => /\u6536\/\u652f|\u6536\u652f/.test(name)
const isStatus = (name: string): boolean => /\u72b6\u6001|status|state/i.test(name)

/** Whether a value says that its rows may be no sale, or is a state that is not known as good. */
const isDoubtful = (name: string, value: string): boolean =>
  isDirection(name)
    ? value !== "收入"
    : words.doubtful.test(value) || (isStatus(name) && !words.good.test(value)) ||
      (words.flag.test(name) && /^(?:true|1|y|yes|\u662f|t)$/i.test(value))

/** What is likely meant; undefined for a part that was paid back, as an amount in the value says: neither way is right. */
const likelyRule = (name: string, value: string): RowRule | undefined => {
  if (/\d/.test(value)) return undefined
  if (!words.doubtful.test(value) && !words.flag.test(name) && !isDirection(name)) return "count"
  return /\u7c7b\u578b|type|kind|\u4e1a\u52a1/i.test(name) && /\u9000\u6b3e|refund/i.test(value) ? "subtract" : "leave_out"
}

const isSettled = (name: string, value: string, cents: ReadonlyArray<number>): boolean =>
  value === "" || value.length > longestValue || words.wholeTotal.test(value) || cents.every((one) => one === 0) ||
  // A row of the kind refund with a minus takes itself off. What a state says of a minus is asked.
  (/\u9000|refund/i.test(value) && !isStatus(name) && cents.every((one) => one <= 0))

/** How a row counts, by columns whose values say that a row is void, refunded or no sale. */
export const rowRules = (
  reading: Reading,
  { column: { dated } }: Dates,
  columns: ReadonlyArray<Column>,
  chosen: ReadonlyArray<number>,
  centsOf: (row: Row, at: number) => number
): (row: Row) => RowRule => {
  const { notes, options: { answers }, table } = reading
  const answered = new Map((answers.row_rule ?? []).map((rule) => [
    rule.slice(0, rule.lastIndexOf(":")),
    rule.slice(rule.lastIndexOf(":") + 1) as RowRule
  ]))
  const known = new Map<string, RowRule>()
  const states = columns.filter(({ at, isNumeric, name }) => !isNumeric && !chosen.includes(at) && !words.freeText.test(name))
  for (const { at, name } of states) {
    const values = grouped(dated, (row) => cellAt(row, at).text)
    const isState = values.size <= mostValues || words.state.test(name)
    for (const [value, rows] of values) {
      const rule = `${nameOf(table, at)}=${value}`
      const answer = answered.get(rule)
      if (answer !== undefined) {
        notes.used.add("row_rule")
        known.set(rule, answer)
        continue
      }
      const cents = rows.map((row) => sumOf(chosen.map((one) => centsOf(row, one))))
      if (!isState || isSettled(name, value, cents) || !isDoubtful(name, value)) continue
      const likely = likelyRule(name, value)
      known.set(rule, likely ?? "count")
      ask(reading, "row_rule", likely === undefined ? null : [`${rule}:${likely}`],
        said("ask.row_rule", { n: rows.length, sum: plainCents(sumOf(cents)), name: nameOf(table, at), value }),
        rules.map((one) => [`${rule}:${one}`, said(`row_rule.${one}`)]))
    }
  }
  return (row) => {
    const found = states.flatMap(({ at }) => known.get(`${nameOf(table, at)}=${cellAt(row, at).text}`) ?? [])
    return (["leave_out", "subtract"] as const).find((rule) => found.includes(rule)) ?? "count"
  }
}
