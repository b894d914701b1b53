import type { AmountReading, Column } from "./Columns.ts"
import { isOwnCurrency } from "./Money.ts"
import { plainCents, type Said, said } from "./Outcome.ts"
import { answerTo, ask, grouped, type Reading, refuse, sumOf } from "./Reading.ts"
import { cellAt, type Row } from "./Sheet.ts"
import { nameOf } from "./Table.ts"
import * as words from "./Words.ts"

export type RowRule = "count" | "leave_out" | "subtract"

const rules: ReadonlyArray<RowRule> = ["count", "leave_out", "subtract"]

/** More different values are no states of a row. */
const mostValues = 12
const longestValue = 30

const isDirection = (name: string): boolean => /\u6536\/\u652f|\u6536\u652f/u.test(name)
const isStatus = (name: string): boolean => /\u72b6\u6001|stat(?:us|e)|estado|statut|stato/iu.test(name)
const isMethod = (name: string): boolean => /\u65b9\u5f0f|method|tender|zahlungsart/iu.test(name)
const isTrue = (value: string): boolean => /^(?:true|1|y|yes|\u662f|t|x|ja)$/iu.test(value)
const isFalse = (value: string): boolean => /^(?:false|0|n|no|\u5426|f|nein)$/iu.test(value)

/** What is asked of the rows with a value: the rule that the value itself says, if it says one, and the rules that are possible. */
interface Asked {
  readonly proposed?: RowRule
  readonly possible: ReadonlyArray<RowRule>
}

type Judge = (value: string, cents: ReadonlyArray<number>) => Asked | undefined

const askedOfState = (name: string, values: ReadonlyArray<string>): Judge => (value, cents) => {
  const isFlagged = words.flag.test(name) && isTrue(value)
  const isBad = isFlagged || words.isBad(value) || (isDirection(name) && value !== "收入")
  const isSettled = value.length > longestValue || words.wholeTotal.test(value) || cents.every((one) => one === 0) ||
    // A row of the kind refund with a minus takes itself off. What a state says of a minus is asked.
    (words.refund.test(value) && !isStatus(name) && cents.every((one) => one <= 0))
  const isKnown = words.isGood(value) || words.sale.test(value) || (!isStatus(name) && !values.some((one) => words.sale.test(one)))
  if (isSettled || (!isBad && isKnown)) return undefined
  if (!isBad || isMethod(name) || words.partly.test(value)) return { possible: rules }
  return {
    proposed: /\u7c7b\u578b|type|kind|\u4e1a\u52a1|art$/iu.test(name) && words.refund.test(value) ? "subtract" : "leave_out",
    possible: rules
  }
}

/** A column of states: its whole name says so, and of its few values at least one is known. */
const isStates = (name: string, values: ReadonlyArray<string>): boolean =>
  words.state.test(words.plainName(name)) && values.length <= mostValues &&
  values.some((value) =>
    words.isBad(value) || words.isGood(value) || words.sale.test(value) || isDirection(name) ||
    (words.flag.test(name) && (isTrue(value) || isFalse(value)))
  )

const areSides = (values: ReadonlyArray<string>): boolean =>
  values.length === 2 && words.sides.some((pair) => values.every((value) => pair.includes(value.toLowerCase())))

const judgeOf = (
  reading: Reading,
  { at, name }: Column,
  values: ReadonlyArray<string>,
  currencyAt: number | undefined
): Judge | undefined =>
  at === currencyAt
    ? (value) => isOwnCurrency(reading.options, value) ? undefined : { proposed: "leave_out", possible: ["leave_out"] }
    : areSides(values)
    ? () => ({ possible: rules })
    : isStates(name, values)
    ? askedOfState(name, values)
    : undefined

/** How a row counts, by columns whose values say that a row is void, refunded, no sale, or money of another currency. */
export const rowRules = (
  reading: AmountReading,
  currencyAt: number | undefined,
  centsOf: (row: Row) => number
): (row: Row) => RowRule => {
  const { chosen, columns, dates: { column: { dated } }, notes, options: { answers }, table } = reading
  const answered = new Map((answers.row_rule ?? []).map((rule) => {
    const behind = rule.lastIndexOf(":")
    return [rule.slice(0, behind), rule.slice(behind + 1) as RowRule]
  }))
  const known = new Map<string, RowRule>()
  /** Takes the answer to a rule, or asks. */
  const settle = (rule: string, asked: Asked | undefined, why: Said): void => {
    const answer = answered.get(rule)
    const way = answer ?? (asked === undefined ? undefined : asked.proposed ?? "count")
    if (way === undefined) return
    known.set(rule, way)
    if (answer !== undefined) notes.used.add("row_rule")
    else {
      ask(reading, "row_rule", asked?.proposed === undefined ? null : [`${rule}:${asked.proposed}`], why,
        (asked?.possible ?? []).map((one) => [`${rule}:${one}`, said(`row_rule.${one}`)]))
    }
  }
  const states = columns.filter(({ at, name }) => !chosen.includes(at) && !words.freeText.test(name))
  for (const column of states) {
    const name = nameOf(table, column.at)
    const values = grouped(dated, (row) => cellAt(row, column.at).text)
    const judge = judgeOf(reading, column, [...values.keys()].filter((value) => value !== ""), currencyAt)
    for (const [value, rows] of values) {
      const cents = rows.map(centsOf)
      settle(`${name}=${value}`, value === "" ? undefined : judge?.(value, cents),
        said("ask.row_rule", { n: rows.length, sum: plainCents(sumOf(cents)), name, value }))
    }
  }
  const ofStates = (row: Row) => states.flatMap(({ at }) => known.get(`${nameOf(table, at)}=${cellAt(row, at).text}`) ?? [])
  // In the account of a bank or of a market, money out and fees have a minus as refunds have.
  const amount = nameOf(table, chosen[0] ?? 0)
  const minus = `${amount}=-`
  const isAccount = table.names.some((name) => words.account.test(name))
  const isOpen = (row: Row) =>
    isAccount && centsOf(row) < 0 && !ofStates(row).includes("leave_out") && !row.cells.some(({ text }) => words.refund.test(text))
  const open = dated.filter(isOpen)
  if (open.length > 0) {
    settle(minus, { possible: ["count", "leave_out"] },
      said("ask.row_rule.minus", { n: open.length, sum: plainCents(sumOf(open.map(centsOf))), name: amount }))
  }
  return (row) => {
    const found = [...ofStates(row), ...(isOpen(row) ? [known.get(minus)] : [])]
    return (["leave_out", "subtract"] as const).find((rule) => found.includes(rule)) ?? "count"
  }
}

const mostBranches = 50

/** The column of branches with more than one value, and the branch that counts alone, if one was chosen. */
export const branchesIn = (reading: AmountReading, centsOf: (row: Row) => number) => {
  const { columns, dates: { column: { dated } }, table } = reading
  const [first] = columns.filter(({ name }) => words.branch.test(words.plainName(name))).flatMap(({ at }) => {
    const values = grouped(dated.filter((row) => cellAt(row, at).text !== ""), (row) => cellAt(row, at).text)
    return values.size > 1 && values.size <= mostBranches ? [{ at, values }] : []
  })
  if (first === undefined) return undefined
  const { at, values } = first
  const shown = (rows: ReadonlyArray<Row>) => said("branch.rows", { n: rows.length, sum: plainCents(sumOf(rows.map(centsOf))) })
  const answer = answerTo(reading, "branch", null, said("ask.branch", { name: nameOf(table, at) }), [
    ["all", shown([...values.values()].flat())],
    ...[...values].map(([value, rows]) => [value, shown(rows)] as const)
  ])
  if (answer !== undefined && answer !== "all" && !values.has(answer)) refuse(reading, table.header[0], "row", "answer", `branch=${answer}`)
  return { at, only: answer === "all" ? undefined : answer }
}
