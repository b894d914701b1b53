/** Facts about a sheet's rows that its XML has and the library that reads the cells does not return. */
export interface SheetRows {
  /** Numbers of the hidden rows, from 1. */
  readonly hidden: ReadonlySet<number>
  /** Whether two cells have the same position, or a cell names a row that is not its own. One of them would be lost. */
  readonly hasMisplacedCells: boolean
}

const tags = /<(?:[\w.-]+:)?(row|c)(?=[\s/>])([^>]*)>/g
const place = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/
const cellName = /^([A-Za-z]+)(\d*)$/
const isHidden = /\shidden\s*=\s*["'](?:1|true|on)["']/

/** A column's number from 1: `A` is 1, `AA` is 27. */
const columnOf = (letters: string): number =>
  Array.from(letters.toUpperCase(), (letter) => letter.charCodeAt(0) - 64).reduce((column, digit) => column * 26 + digit, 0)

/** Reads the tags of rows and cells, in any namespace. A row or cell without a position follows the previous one. */
export const rowsIn = (xml: string): SheetRows => {
  const hidden = new Set<number>()
  let hasMisplacedCells = false
  let row = 0
  let column = 0
  let filled = new Set<number>()
  for (const [, name, attributes = ""] of xml.matchAll(tags)) {
    const [, double, single] = place.exec(attributes) ?? []
    const named = double ?? single ?? ""
    if (name === "row") {
      row = named === "" ? row + 1 : Number(named)
      column = 0
      filled = new Set()
      if (isHidden.test(attributes)) hidden.add(row)
    } else {
      const [, letters = "", number = ""] = cellName.exec(named) ?? []
      column = letters === "" ? column + 1 : columnOf(letters)
      if (filled.has(column) || (number !== "" && Number(number) !== row)) hasMisplacedCells = true
      filled.add(column)
    }
  }
  return { hidden, hasMisplacedCells }
}
