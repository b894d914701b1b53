import type { AmountShape } from "./AmountShape.ts"
import type { Answers, QuestionCode } from "./Answers.ts"
import { type Account, type Decision, type FaultName, type Outcome, type ReadOptions, type Said, said, type TableFault } from "./Outcome.ts"
import { type Row, rowText, shortened } from "./Sheet.ts"
import type { Table } from "./Table.ts"

type Gathered = "days" | "closed" | "rows" | "questions" | "faults" | "warnings"

/** What the reading of a table gathers for the outcome. */
export interface Notes extends Readonly<{ [Part in Gathered]: Array<Outcome[Part][number]> }> {
  readonly decisions: Record<string, Decision>
  /** The columns that are read, from 0. */
  readonly columns: { date?: number; amounts: ReadonlyArray<number> }
  /** The codes whose answers the file had a use for. */
  readonly used: Set<QuestionCode>
}

/** The reading of one table; all tables of the file are its evidence. */
export interface Reading {
  readonly table: Table
  readonly tables: ReadonlyArray<Table>
  readonly options: ReadOptions
  /** An old workbook does not tell a zero from a formula that was never computed. */
  readonly isOld: boolean
  readonly amountAt: (row: Row, at: number) => AmountShape
  readonly notes: Notes
}

export const inSheet = ({ sheet: { name } }: Table): { readonly sheet?: string } => name === null ? {} : { sheet: name }

/** Gives a row its place in the account. */
export const account = ({ notes, table }: Reading, row: Row, what: Account["what"], more: Partial<Account> = {}): void => {
  notes.rows.push({ line: row.line, ...inSheet(table), what, value: rowText(row), ...more })
}

export const refuse = (
  { notes, table }: Reading,
  row: Row | undefined,
  field: TableFault["field"],
  code: FaultName,
  value: string,
  against: Pick<TableFault, "other" | "at"> = {}
): void => {
  notes.faults.push({ line: row?.line ?? 1, ...inSheet(table), field, code, value: shortened(value), ...against })
}

export const ask = (
  { notes, table }: Reading,
  code: QuestionCode,
  proposed: ReadonlyArray<string> | null,
  evidence: Said,
  options: ReadonlyArray<readonly [value: string, evidence: Said, kind?: "other"]>
): void => {
  const listed = options.map(([value, of, kind]) => ({ value, evidence: of, ...(kind === undefined ? {} : { isOther: true as const }) }))
  notes.questions.push({ code, evidence, proposed, options: listed, ...inSheet(table) })
}

/** The answer to a question; without one it is asked. */
export const answerTo = <Code extends QuestionCode>(
  reading: Reading,
  code: Code,
  ...question: [proposed: ReadonlyArray<string> | null, evidence: Said, options: ReadonlyArray<readonly [value: string, evidence: Said]>]
): Answers[Code] => {
  const { notes, options: { answers: { [code]: answer } } } = reading
  notes.used.add(code)
  if (answer === undefined) ask(reading, code, ...question)
  return answer
}

interface Choice<V extends string> {
  readonly code: QuestionCode
  readonly why: Said
  readonly options: ReadonlyArray<V>
  /** The days of a reading; undefined if it is impossible. */
  readonly read: (value: V) => ReadonlyArray<string> | undefined
  /** Whether the file says so. What it says of one reading alone is proposed. */
  readonly isSaid: (value: V, days: ReadonlyArray<string>) => boolean
}

/** One of several readings: the answered one, the only possible one, or any if all give the same. Otherwise it is a question. */
export const decide = <V extends string>(reading: Reading, { code, isSaid, options, read, why }: Choice<V>): V | undefined => {
  const { notes: { decisions, used }, options: { answers: { [code]: answer } }, table } = reading
  const possible = options.flatMap((value) => {
    const days = read(value)
    return days === undefined ? [] : [{ value, days }]
  })
  const [first, ...others] = possible
  if (first === undefined) return options[0]
  if (answer !== undefined) {
    used.add(code)
    const answered = possible.find(({ value }) => value === answer)
    if (answered === undefined) refuse(reading, table.header[0], "row", "answer", `${code}=${String(answer)}`)
    else decisions[code] = { value: answered.value, why: said("answered") }
    return answered?.value
  }
  if (new Set(possible.map(({ days }) => days.join())).size === 1) {
    if (options.length > 1) decisions[code] = { value: first.value, why: said(others.length > 0 ? "same" : "only") }
    return first.value
  }
  const known = possible.filter(({ days, value }) => isSaid(value, days))
  const proposed = known.length === 1 ? known[0] : undefined
  ask(reading, code, proposed === undefined ? null : [proposed.value], why,
    possible.map(({ days, value }) => [value, said("shown", { text: [...new Set([days[0] ?? "", days.at(-1) ?? ""])].join(" … ") })]))
  return (proposed ?? first).value
}

export const sumOf = (values: ReadonlyArray<number>): number => values.reduce((a, b) => a + b, 0)

export const places = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, at) => at)

export const grouped = <T, K>(values: Iterable<T>, key: (value: T) => K): ReadonlyMap<K, ReadonlyArray<T>> => {
  const groups = new Map<K, Array<T>>()
  for (const value of values) {
    const known = groups.get(key(value))
    if (known === undefined) groups.set(key(value), [value])
    else known.push(value)
  }
  return groups
}
