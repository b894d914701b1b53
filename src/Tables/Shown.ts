import type { Account, NamedColumn, Sample } from "./Outcome.ts"
import type { Notes } from "./Reading.ts"
import { cellAt, type Row, rowText } from "./Sheet.ts"
import { nameOf, type Table } from "./Table.ts"

const mostExamples = 3

/** The columns of a table that have something. */
export const namedColumns = (table: Table, { columns: { amounts, date } }: Notes): ReadonlyArray<NamedColumn> =>
  table.names.flatMap((_, at) => {
    const examples: Array<string> = []
    for (const row of table.body) {
      const { text } = cellAt(row, at)
      if (text !== "") examples.push(text)
      if (examples.length === mostExamples) break
    }
    const use = at === date ? "date" : amounts.includes(at) ? "amount" : null
    return examples.length === 0 ? [] : [{ value: nameOf(table, at), examples, use }]
  })

const widest = 7
const [mostTitles, mostDays] = [2, 3]

/** The columns to show: those that are read, and the first of the others. */
const shownColumns = ({ body, names }: Table, used: ReadonlyArray<number>): ReadonlyArray<number> => {
  const filled = names.flatMap((name, at) => name !== "" || body.slice(0, 20).some((row) => cellAt(row, at).text !== "") ? [at] : [])
  const others = filled.filter((at) => !used.includes(at)).slice(0, widest - used.length)
  return [...used, ...others].sort((a, b) => a - b)
}

/** The first titles, days and total of a table; null where its rows are not lines of the file. */
export const sampleOf = (table: Table, { columns: { amounts, date }, rows }: Notes): Sample | null => {
  if (date === undefined || table.transposed || table.stacked > 1) return null
  const shown = shownColumns(table, [date, ...amounts])
  const rowAt = (line: number): Row | undefined => table.body.find((row) => row.line === line)
  const first = (kinds: ReadonlyArray<Account["what"]>, most: number) =>
    rows.filter(({ what }) => kinds.includes(what)).slice(0, most).flatMap(({ line }) => rowAt(line) ?? [])
      .map((row) => ({ line: row.line, what: kinds[0] ?? "day", cells: shown.map((at) => cellAt(row, at).text) }))
  return {
    names: shown.map((at) => table.names[at] ?? ""),
    uses: shown.map((at) => at === date ? "date" : amounts.includes(at) ? "amount" : null),
    rows: [
      ...table.titles.slice(0, mostTitles).map((row) => ({ line: row.line, what: "title" as const, cells: [rowText(row)] })),
      ...[...first(["day"], mostDays), ...first(["total", "subtotal"], 1)].sort((a, b) => a.line - b.line)
    ]
  }
}
