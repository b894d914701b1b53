import type { Table } from "./Table.ts"

/** Tables side by side with the same names, such as both halves of a month, are one table. */
export const sideBySide = (table: Table): Table => {
  const { dates, names, width } = table
  const [first, second] = dates
  if (first !== 0 || second === undefined || names[0] === "" || names[0] !== names[second]) return table
  const repeats = dates.every((at, block) => at === block * second) &&
    dates.every((at) => names.slice(0, second).every((name, k) => at + k >= width ? name === "" : names[at + k] === name))
  if (!repeats) return table
  const cut = <T>(list: ReadonlyArray<T>, block: number) => list.slice(block * second, (block + 1) * second)
  return {
    ...table,
    body: dates.flatMap((_, block) =>
      table.body.map((row) => ({ ...row, cells: cut(row.cells, block) })).filter(({ cells }) => cells.some(({ text }) => text !== ""))
    ),
    names: cut(names, 0),
    parts: cut(table.parts, 0),
    width: second,
    dates: [0],
    stacked: dates.length
  }
}
