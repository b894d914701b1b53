import type { AmountReading, Column, ColumnReading } from "./Columns.ts"
import { hasOwnUnit } from "./Money.ts"
import { plainCents, type Said, said } from "./Outcome.ts"
import { answerTo, ask, grouped, type Reading, refuse, sumOf } from "./Reading.ts"
import { rowText } from "./Sheet.ts"
import { columnOf, nameOf, type Table } from "./Table.ts"
import * as words from "./Words.ts"

type Kind = "takings" | "part" | "unknown" | "other"

/** Whole numbers that only rise are the numbers of receipts. */
const isNumbered = (values: ReadonlyArray<number>): boolean =>
  values.length > 2 && values.every((value, n) => value % 100 === 0 && value > (values[n - 1] ?? 0))

/** What the name of a column says, in one line of the header or in all. */
const kindOf = ({ parts }: Table, { at, name, values }: Column, areMany: boolean): Kind => {
  if (name === "") return areMany ? "unknown" : "takings"
  const group = parts[at]?.[0] ?? ""
  // A group's name over several columns names none of them.
  const isAlone = parts.filter(([first]) => first === group).length === 1
  const lines = [name, parts[at]?.at(-1) ?? "", isAlone ? group : ""].map(words.plainName)
  const [all = "", last = ""] = lines
  if (words.takings.test(all)) return "takings"
  if (words.documentNumber.test(all) && isNumbered(values)) return "other"
  if (words.part.test(last)) return "part"
  if (words.qualified.test(all)) return "unknown"
  if (words.never.test(all) || words.debitSide.test(all) || words.freeText.test(all)) return "other"
  return lines.some((one) => words.takings.test(one)) ? "takings" : "unknown"
}

const answered = (reading: ColumnReading, asked: ReadonlyArray<string>): ReadonlyArray<number> | undefined => {
  const { dates, notes, table } = reading
  const chosen = asked.map((one) => columnOf(table, one))
  const lost = asked.find((_, n) => {
    const at = chosen[n] ?? -1
    return at < 0 || at === dates.column.at || chosen.indexOf(at) !== n
  })
  notes.used.add("amount_column")
  if (lost !== undefined) {
    refuse(reading, table.header[0], "row", "columns", lost)
    return undefined
  }
  notes.decisions["amount_column"] = { value: chosen.map((at) => nameOf(table, at)).join(", "), why: said("answered") }
  return chosen
}

interface Candidates {
  /** Columns of amounts that are not 0 throughout, and what their names say. */
  readonly numeric: ReadonlyArray<{ readonly column: Column; readonly kind: Kind }>
  /** Those whose names do not say otherwise; columns with the same amounts are one, by the surest of their names. */
  readonly groups: ReadonlyArray<{ readonly column: Column; readonly kind: Kind }>
  readonly parts: ReadonlyArray<Column>
  /** What is taken off the amounts, or added to them. */
  readonly hasDeduction: boolean
}

const candidatesIn = ({ columns, table }: ColumnReading): Candidates => {
  // A column that is named as the takings is one, though most of its cells are no amounts.
  const isMeant = ({ name, values }: Column) => words.takings.test(words.plainName(name)) && values.some((value) => value > 0)
  const numeric = columns.filter((one) => !one.isZero && (one.isNumeric || isMeant(one)))
    .map((column) => ({ column, kind: kindOf(table, column, columns.length > 1) }))
  const same = grouped(numeric.filter(({ kind }) => kind !== "other"), ({ column: { values } }) => values.join())
  const groups = [...same.values()].flatMap((group) => group.find(({ kind }) => kind === "takings") ?? group[0] ?? [])
  return {
    numeric,
    groups,
    parts: groups.flatMap(({ column, kind }) => kind === "part" ? [column] : []),
    hasDeduction: numeric.some(({ column: { name }, kind }) => kind === "other" && words.deduction.test(name))
  }
}

/** The total column, if it equals the sum of all ways of payment in every row. */
const totalIn = ({ groups, hasDeduction, parts }: Candidates): Column | undefined =>
  hasDeduction || parts.length < 2 || parts.length !== groups.length - 1 ?
    undefined :
    groups.find(({ column: { name, values } }) =>
      words.total.test(name) && values.every((value, n) => value === sumOf(parts.map((one) => one.values[n] ?? 0)))
    )?.column

/** Proposed is only a name that is known as the takings, or all ways of payment where there is no other amount. */
const askColumn = (reading: Reading, { groups, numeric, parts }: Candidates): ReadonlyArray<number> => {
  const { table } = reading
  const known = groups.flatMap(({ column, kind }) => kind === "takings" ? [column] : [])
  const areAllParts = parts.length > 1 && parts.length === groups.length
  // What is less than one of its parts is not the whole.
  const isWhole = known.every(({ values }) => parts.every((one) => values.every((value, n) => !((one.values[n] ?? 0) > value))))
  const chosen = areAllParts ? parts : known.length === 1 && isWhole ? known : []
  const credit = numeric.find(({ column: { name } }) => words.creditSide.test(words.plainName(name)))?.column
  const hasDebit = numeric.some(({ column: { name } }) => words.debitSide.test(words.plainName(name)))
  const why: Said = areAllParts
    ? said("ask.amount_column.parts")
    : credit !== undefined && hasDebit
    ? said("ask.amount_column.credit", { name: nameOf(table, credit.at) })
    : said("ask.amount_column")
  const example = ({ values }: Column) =>
    said("shown", {
      text: `${
        values.filter((cents) => cents !== 0).slice(0, 3).map((cents) => Number.isNaN(cents) ? "?" : plainCents(cents)).join(", ")
      } …`
    })
  const order: ReadonlyArray<Kind> = ["takings", "part", "unknown"]
  const likely = order.flatMap((kind) => groups.filter((one) => one.kind === kind)).map(({ column }) => column)
  const others = numeric.flatMap(({ column, kind }) => kind === "other" ? [column] : [])
  ask(reading, "amount_column", chosen.length === 0 ? null : chosen.map(({ at }) => nameOf(table, at)), why, [
    ...likely.map((one) => [nameOf(table, one.at), example(one)] as const),
    ...others.map((one) => [nameOf(table, one.at), example(one), "other"] as const)
  ])
  return chosen.map(({ at }) => at)
}

/** The columns whose amounts are added; undefined if nothing below has a meaning without an answer. */
export const chooseAmounts = (reading: ColumnReading): ReadonlyArray<number> | undefined => {
  const { columns, dates: { column: { dated } }, notes, options: { answers }, table } = reading
  if (answers.amount_column !== undefined) return answered(reading, answers.amount_column)
  const found = candidatesIn(reading)
  const { groups, hasDeduction, numeric, parts } = found
  const total = totalIn(found)
  if (total !== undefined) {
    const names = parts.map(({ at }) => nameOf(table, at)).join(", ")
    notes.decisions["amount_column"] = { value: nameOf(table, total.at), why: said("amount.sum", { names }) }
    return [total.at]
  }
  // A column without an amount yet, alone beside the dates, is a template's.
  const [alone, ...others] = columns
  const only = alone !== undefined && others.length === 0
    ? { column: alone, kind: kindOf(table, alone, false) }
    : groups.length === 1 && !hasDeduction
    ? groups[0]
    : undefined
  if (only?.kind === "takings") {
    notes.decisions["amount_column"] = { value: nameOf(table, only.column.at), why: said("amount.only") }
    return [only.column.at]
  }
  if (groups.length === 1 && !hasOwnUnit(reading, groups.map(({ column }) => column.at))) return undefined
  const [first] = dated
  if (numeric.length === 0) {
    if (first !== undefined) refuse(reading, first, "row", "no_amounts", rowText(first))
    return undefined
  }
  const chosen = askColumn(reading, found)
  return chosen.length === 0 ? undefined : chosen
}

/**
 * The column of refunds beside the amounts that is taken off them; a question, unless the amounts are net, by their name or because
 * another column less the refunds gives them in every row, or the refunds have their minus.
 */
export const refundColumn = (reading: AmountReading): number | undefined => {
  const { chosen, columns, table } = reading
  if (chosen.some((at) => words.net.test(table.names[at] ?? ""))) return undefined
  const areConverted = chosen.some((at) => words.converted.test(table.names[at] ?? ""))
  const refunds = columns.filter(({ at, isNumeric, isZero, name, values }) =>
    isNumeric && !isZero && !chosen.includes(at) && words.refunds.test(words.plainName(name)) && values.every((cents) => !(cents < 0))
  )
  const column = refunds.find(({ name }) => words.converted.test(name) === areConverted) ?? refunds[0]
  const amounts = columns.filter(({ at }) => chosen.includes(at))
  const areNet = columns.some(({ values }) =>
    amounts.length > 0 &&
    values.every((cents, row) => cents - (column?.values[row] ?? 0) === sumOf(amounts.map((one) => one.values[row] ?? 0)))
  )
  if (column === undefined || areNet) return undefined
  const name = nameOf(table, column.at)
  const sum = plainCents(sumOf(column.values.filter((cents) => !Number.isNaN(cents))))
  const answer = answerTo(reading, "subtract", null, said("ask.subtract", { name, sum }), [
    [name, said("subtract.column")],
    ["nothing", said("subtract.nothing")]
  ])
  if (answer === undefined || answer === "nothing") return undefined
  if (columnOf(table, answer) === column.at) return column.at
  refuse(reading, table.header[0], "row", "answer", `subtract=${answer}`)
  return undefined
}
