import { answersIn, type QuestionCode, repeatable } from "./Answers.ts"
import type { Account, Outcome, Question, ReadOptions } from "./Outcome.ts"
import { readSheets } from "./ReadGrid.ts"
import { cellAt, type Grid, type Row, rowText, type Unreadable } from "./Sheet.ts"
import { nameOf, type Table } from "./Table.ts"

export { readGrid } from "./Grid.ts"

/** A question by its code, and by its column and value where it is asked for several. */
const keyOf = ({ code, options: [first] }: Question): string =>
  code === "row_rule" ? `row_rule ${first?.value.slice(0, first.value.lastIndexOf(":"))}` : code

/** What a person has chosen: the answers to questions by their key, and what replaces a decision of the reader. */
export interface Choices {
  readonly answers: Readonly<Record<string, ReadonlyArray<string>>>
  readonly changes: Readonly<{ readonly [Code in QuestionCode]?: ReadonlyArray<string> }>
}

interface Asked extends Question {
  readonly key: string
  /** The answers that hold: the chosen ones, otherwise the proposed ones; empty where neither are. */
  readonly holds: ReadonlyArray<string>
  readonly areMany: boolean
}

/** A column that dates or amounts may be in. */
interface NamedColumn {
  /** What chooses it. */
  readonly value: string
  readonly examples: ReadonlyArray<string>
  readonly use: "date" | "amount" | null
}

/** A line of the file as it is shown. A title has one cell. */
interface SampleRow {
  readonly line: number
  readonly what: Account["what"]
  readonly cells: ReadonlyArray<string>
}

/** A file as a person decides about it: under the answers and the proposals, with all questions that they met. */
export interface Preview extends Omit<Outcome, "tables" | "questions"> {
  readonly asked: ReadonlyArray<Asked>
  readonly sheets: ReadonlyArray<{ readonly name: string; readonly isRead: boolean }>
  readonly columns: ReadonlyArray<NamedColumn>
  readonly sample: {
    readonly names: ReadonlyArray<string>
    readonly uses: ReadonlyArray<"date" | "amount" | null>
    readonly rows: ReadonlyArray<SampleRow>
  } | null
}

/** Questions follow from answers: what is asked of rows depends on the columns. */
const mostRounds = 12

const answered = (grid: Grid | Unreadable, options: Omit<ReadOptions, "answers">, { answers, changes }: Choices) => {
  const asked = new Map<string, Asked>()
  for (let round = 0;; round++) {
    const given = [
      ...Object.entries(changes).flatMap(([code, values]) => values.map((value) => [code, value] as const)),
      ...[...asked.values()].flatMap(({ code, holds }) => holds.map((value) => [code, value] as const))
    ]
    const all = answersIn(given)
    const outcome = readSheets(grid, { ...options, answers: typeof all === "string" ? {} : all })
    const more = outcome.questions.filter((one) => !asked.has(keyOf(one)))
    for (const one of more) {
      const key = keyOf(one)
      const chosen = answers[key]?.filter((value) => one.options.some((option) => option.value === value)) ?? []
      const holds = chosen.length > 0 ? chosen : one.proposed ?? []
      asked.set(key, { ...one, key, holds, areMany: repeatable.has(one.code) && one.code !== "row_rule" })
    }
    const isAnswered = more.some((one) => (asked.get(keyOf(one))?.holds ?? []).length > 0)
    if (outcome.outcome !== "ask" || !isAnswered || round >= mostRounds) return { outcome, asked: [...asked.values()] }
  }
}

const widestSample = 7
const [mostTitles, mostDays] = [2, 3]

/** The columns to show: those that are read, and the first of the others. */
const shownColumns = ({ body, names }: Table, used: ReadonlyArray<number>): ReadonlyArray<number> => {
  const filled = names.flatMap((name, at) => name !== "" || body.slice(0, 20).some((row) => cellAt(row, at).text !== "") ? [at] : [])
  const others = filled.filter((at) => !used.includes(at)).slice(0, widestSample - used.length)
  return [...used, ...others].sort((a, b) => a - b)
}

const sampleOf = ({ rows, tables: [first] }: Outcome): Preview["sample"] => {
  if (first === undefined || first.date === undefined || first.table.transposed || first.table.stacked > 1) return null
  const { amounts, date, table } = first
  const whatOf = new Map(rows.flatMap(({ line, sheet, what }) => (sheet ?? null) === table.sheet.name ? [[line, what] as const] : []))
  const shown = shownColumns(table, [date, ...amounts])
  const line = (row: Row, what: Account["what"]): SampleRow => ({ line: row.line, what, cells: shown.map((at) => cellAt(row, at).text) })
  const ofKind = (kinds: ReadonlyArray<Account["what"]>) => table.body.filter((row) => kinds.includes(whatOf.get(row.line) ?? "left_out"))
  return {
    names: shown.map((at) => table.names[at] ?? ""),
    uses: shown.map((at) => at === date ? "date" : amounts.includes(at) ? "amount" : null),
    rows: [
      ...table.titles.slice(0, mostTitles).map((row): SampleRow => ({ line: row.line, what: "title", cells: [rowText(row)] })),
      ...[
        ...ofKind(["day"]).slice(0, mostDays).map((row) => line(row, "day")),
        ...ofKind(["subtotal", "total"]).slice(0, 1).map((row) => line(row, "total"))
      ].sort((a, b) => a.line - b.line)
    ]
  }
}

const columnsOf = ({ tables: [first] }: Outcome): ReadonlyArray<NamedColumn> =>
  first === undefined ? [] : first.table.names.flatMap((_, at) => {
    const examples = first.table.body.map((row) => cellAt(row, at).text).filter((text) => text !== "").slice(0, 3)
    const use = at === first.date ? "date" : first.amounts.includes(at) ? "amount" : null
    return examples.length === 0 ? [] : [{ value: nameOf(first.table, at), examples, use }]
  })

/** Reads a file under a person's choices. */
export const previewOf = (grid: Grid | Unreadable, options: Omit<ReadOptions, "answers">, choices: Choices): Preview => {
  const { asked, outcome } = answered(grid, options, choices)
  const { questions: _, tables, ...read } = outcome
  const names = tables.map(({ table }) => table.sheet.name)
  return {
    ...read,
    asked,
    sheets: "fault" in grid
      ? []
      : grid.sheets.flatMap(({ name, rows }) => name === null || rows.length === 0 ? [] : [{ name, isRead: names.includes(name) }]),
    columns: columnsOf(outcome),
    sample: sampleOf(outcome)
  }
}

const firstDays = 3

/** The first days under each answer to a question, in the order of its options. */
export function* examplesOf(
  grid: Grid | Unreadable,
  options: Omit<ReadOptions, "answers">,
  choices: Choices,
  asked: ReadonlyArray<Asked>
): Generator<{ readonly key: string; readonly value: string; readonly days: Outcome["days"] }> {
  for (const { areMany, key, options: values } of asked) {
    if (areMany) continue
    for (const { value } of values) {
      const { outcome } = answered(grid, options, { ...choices, answers: { ...choices.answers, [key]: [value] } })
      yield { key, value, days: outcome.days.slice(0, firstDays) }
    }
  }
}
