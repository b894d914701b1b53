/** Facts about a sheet that are in its XML but that the library for the cells does not return. */
export interface SheetRows {
  /** Numbers of the hidden rows, from 1. */
  readonly hidden: ReadonlySet<number>
  /** Whether two cells have the same position, or a cell names a row that is not its own. One of them would be lost. */
  readonly hasMisplacedCells: boolean
  /** The name of the first cell that no spreadsheet would write like this: the library would misread it. */
  readonly oddCell: string | undefined
}

/**
 * Every tag with its attributes and the text after it; comments and other marks have no name. It takes linear time: if two tags
 * each have a quote that is never closed, the second quote closes the first.
 */
const tags = /<(?:[!?]|(\/?)([^\s<>"'/!?]+)((?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?)>([^<]*))/g

/** Finds the value of an attribute in the text of a tag, as it is written; `name` is a pattern. */
export const attribute = (name: string): (tag: string) => string | undefined => {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  return (tag) => {
    const [, double, single] = pattern.exec(tag) ?? []
    return double ?? single
  }
}

const placeOf = attribute("r")
const typeOf = attribute("t")

const cellName = /^([A-Za-z]+)(\d*)$/
const isHidden = /\shidden\s*=\s*["'](?:1|true|on)["']/

/** A column's number from 1: `A` is 1, `AA` is 27. */
const columnOf = (letters: string): number =>
  Array.from(letters.toUpperCase(), (letter) => letter.charCodeAt(0) - 64).reduce((column, digit) => column * 26 + digit, 0)

const lettersOf = (column: number): string =>
  column === 0 ? "" : lettersOf(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + (column - 1) % 26)

const decimal = /^(?:-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)?$/i
/**
 * The forms of a stored value by the cell's type. The library also reads hexadecimal numbers, and only the first digits of a shared
 * text's number.
 */
const forms: Readonly<Record<string, RegExp>> = { s: /^\d+$/, d: /^\d{4}-\d\d-\d\d/, str: /^/, b: /^/, e: /^/, inlineStr: /^/ }

/** What was found in a cell so far. */
interface Cell {
  readonly name: string
  readonly form: RegExp
  values: number
  runs: number
  /** The number of texts in the cell, or in its newest run. */
  texts: number
}

/**
 * Whether a tag would make the library join, drop or misread parts of a cell. A cell may have one value, or one text, or one text
 * in each run.
 */
const isOdd = (cell: Cell, name: string | undefined, text: string): boolean => {
  switch (name) {
    case "v":
      return ++cell.values > 1 || !cell.form.test(text.trim())
    case "is":
      return ++cell.values > 1
    case "t":
      return ++cell.texts > 1
    case "r": {
      const follows = cell.texts > 0 && cell.runs === 0
      cell.runs++
      cell.texts = 0
      return follows
    }
    case "rPh":
    case undefined:
      return true
    default:
      return false
  }
}

/** Reads the tags of rows and cells. A row or cell without a position follows the previous one. */
export const rowsIn = (xml: string): SheetRows => {
  const hidden = new Set<number>()
  let hasMisplacedCells = false
  let row = 0
  let column = 0
  let filled = new Set<number>()
  let cell: Cell | undefined
  for (const [, slash = "", qualified, attributes = "", text = ""] of xml.matchAll(tags)) {
    const name = qualified?.slice(qualified.indexOf(":") + 1)
    const isClosed = attributes.endsWith("/")
    if (slash !== "") {
      if (name === "c") cell = undefined
    } else if (name === "row") {
      const named = placeOf(attributes) ?? ""
      row = named === "" ? row + 1 : Number(named)
      column = 0
      filled = new Set()
      if (isHidden.test(attributes)) hidden.add(row)
    } else if (name === "c") {
      const [, letters = "", number = ""] = cellName.exec(placeOf(attributes) ?? "") ?? []
      column = letters === "" ? column + 1 : columnOf(letters)
      if (filled.has(column) || (number !== "" && Number(number) !== row)) hasMisplacedCells = true
      filled.add(column)
      const form = forms[typeOf(attributes) ?? ""] ?? decimal
      cell = isClosed ? undefined : { name: `${lettersOf(column)}${row}`, form, values: 0, runs: 0, texts: 0 }
    } else if (cell !== undefined && isOdd(cell, name, isClosed ? "" : text)) {
      return { hidden, hasMisplacedCells, oddCell: cell.name }
    }
  }
  return { hidden, hasMisplacedCells, oddCell: undefined }
}
