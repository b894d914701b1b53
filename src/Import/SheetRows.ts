/** Facts about a sheet that its XML has and the library that reads the cells does not return. */
export interface SheetRows {
  /** Numbers of the hidden rows, from 1. */
  readonly hidden: ReadonlySet<number>
  /** Whether two cells have the same position, or a cell names a row that is not its own. One of them would be lost. */
  readonly hasMisplacedCells: boolean
  /** The name of the first cell with what no spreadsheet writes: the library would make another value of it. */
  readonly oddCell: string | undefined
}

/**
 * Every tag with its attributes and the text after it; a comment or another mark has no name. It takes linear time: of two tags
 * in which a quote is never closed, the second closes that of the first.
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
/** The forms of a stored value by the cell's type. The library would also read a number in hex, and of a text's number a part. */
const forms: Readonly<Record<string, RegExp>> = { s: /^\d+$/, d: /^\d{4}-\d\d-\d\d/, str: /^/, b: /^/, e: /^/, inlineStr: /^/ }

/** What has been seen of a cell until now. */
interface Cell {
  readonly name: string
  readonly form: RegExp
  values: number
  runs: number
  /** Texts of the cell, or of its newest run. */
  texts: number
}

/** Whether a tag in a cell would let the library join, drop or misread what the cell shows: one value, or one text, or one a run. */
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
