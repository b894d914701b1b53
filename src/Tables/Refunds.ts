import type { Column } from "./Columns.ts"
import { plainCents, said } from "./Outcome.ts"
import { ask, type Reading, refuse, sumOf } from "./Reading.ts"
import { columnOf, nameOf } from "./Table.ts"
import * as words from "./Words.ts"

/**
 * The column of refunds beside the amounts that is taken off them; a question, unless the amounts are net, by their name or because
 * another column less the refunds gives them in every row, or the refunds have their minus.
 */
export const refundColumn = (
  { notes, ...reading }: Reading,
  columns: ReadonlyArray<Column>,
  chosen: ReadonlyArray<number>
): number | undefined => {
  const { options: { answers: { subtract: answer } }, table } = reading
  if (chosen.some((at) => words.net.test(table.names[at] ?? ""))) return undefined
  const column = columns.find(({ at, isNumeric, isZero, name, values }) =>
    isNumeric && !isZero && !chosen.includes(at) && words.refunds.test(words.plainName(name)) && values.every((cents) => !(cents < 0))
  )
  const amounts = columns.filter(({ at }) => chosen.includes(at))
  const areNet = columns.some(({ values }) =>
    amounts.length > 0 &&
    values.every((cents, row) => cents - (column?.values[row] ?? 0) === sumOf(amounts.map((one) => one.values[row] ?? 0)))
  )
  if (column === undefined || areNet) return undefined
  notes.used.add("subtract")
  const name = nameOf(table, column.at)
  if (answer === undefined) {
    const sum = plainCents(sumOf(column.values.filter((cents) => !Number.isNaN(cents))))
    ask({ notes, ...reading }, "subtract", null, said("ask.subtract", { name, sum }), [
      [name, said("subtract.column")],
      ["nothing", said("subtract.nothing")]
    ])
    return undefined
  }
  if (answer === "nothing") return undefined
  if (columnOf(table, answer) === column.at) return column.at
  refuse({ notes, ...reading }, table.header[0], "row", "answer", `subtract=${answer}`)
  return undefined
}
