import type { Column } from "./Columns.ts"
import type { Dates } from "./Dates.ts"
import { plainCents, said } from "./Outcome.ts"
import { ask, grouped, type Reading, refuse, sumOf } from "./Reading.ts"
import { cellAt, type Row } from "./Sheet.ts"
import { nameOf } from "./Table.ts"
import * as words from "./Words.ts"

const mostBranches = 50

/** The column of branches with more than one value, and the branch that counts alone, if one was chosen. */
export interface Branches {
  readonly at: number
  readonly only: string | undefined
}

export const branchesIn = (
  reading: Reading,
  { column: { dated } }: Dates,
  columns: ReadonlyArray<Column>,
  centsOf: (row: Row) => number
): Branches | undefined => {
  const { notes, options: { answers: { branch: answer } }, table } = reading
  const found = columns.filter(({ name }) => words.branch.test(words.plainName(name))).flatMap(({ at }) => {
    const values = grouped(dated.filter((row) => cellAt(row, at).text !== ""), (row) => cellAt(row, at).text)
    return values.size > 1 && values.size <= mostBranches ? [{ at, values }] : []
  })
  const [first] = found
  if (first === undefined) return undefined
  const { at, values } = first
  notes.used.add("branch")
  if (answer === undefined) {
    const shown = (rows: ReadonlyArray<Row>) => said("branch.rows", { n: rows.length, sum: plainCents(sumOf(rows.map(centsOf))) })
    ask(reading, "branch", null, said("ask.branch", { name: nameOf(table, at) }), [
      ["all", shown([...values.values()].flat())],
      ...[...values].map(([value, rows]) => [value, shown(rows)] as const)
    ])
  } else if (answer !== "all" && !values.has(answer)) refuse(reading, table.header[0], "row", "answer", `branch=${answer}`)
  return { at, only: answer === "all" ? undefined : answer }
}
