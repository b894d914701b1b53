import { fromHtml } from "hucre"
import { type Cell, emptyCell, type Grid, mostColumns, mostRows, type Sheet, type Unreadable } from "./Sheet.ts"
import { cellOf, cellsOf, type Merge, sheetOf } from "./SheetCells.ts"

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" }

const unescaped = (text: string): string =>
  text.replace(/<[^<>]*>/g, "").replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (whole, dec?: string, hex?: string, name?: string) =>
      name !== undefined
        ? entities[name] ?? whole
        : String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(dec ?? hex ?? "0", dec === undefined ? 16 : 10))))

const numberIn = (tag: string, attribute: RegExp): number | undefined => {
  const found = attribute.exec(tag)?.[1]
  return found === undefined ? undefined : Number(found)
}

const cellIn = (part: string, head: string): Cell => {
  const [, type, raw = ""] = /<(?:ss:)?Data\b[^<>]*ss:Type="(\w+)"[^<>]*>([\s\S]*?)<\/(?:ss:)?Data>/.exec(part) ?? []
  const text = unescaped(raw)
  const read = type === "Number"
    ? cellOf(Number(text))
    : type === "DateTime"
    ? cellOf(new Date(text.replace(/Z?$/, "Z")))
    : cellOf(text)
  return /ss:Formula=/.test(head) && (type === undefined || read.num === 0) ? { text: read.text, bad: "formula" } : read
}

const sheetIn = (part: string, name: string): Sheet => {
  const values: Array<Array<Cell>> = []
  const merges: Array<Merge> = []
  for (const row of part.split(/<(?:ss:)?Row\b/).slice(1)) {
    const at = (numberIn(row.slice(0, row.indexOf(">")), /ss:Index="(\d{1,7})"/) ?? values.length + 1) - 1
    if (at > mostRows) break
    while (values.length <= at) values.push([])
    const cells = values[at] ?? []
    for (const cell of row.split(/<(?:ss:)?Cell\b/).slice(1)) {
      const head = cell.slice(0, cell.indexOf(">"))
      const col = (numberIn(head, /ss:Index="(\d{1,7})"/) ?? cells.length + 1) - 1
      if (col < 0 || col >= mostColumns) break
      while (cells.length < col) cells.push(emptyCell)
      cells[col] = cellIn(cell, head)
      const across = Math.min(mostColumns, numberIn(head, /ss:MergeAcross="(\d{1,7})"/) ?? 0)
      const down = numberIn(head, /ss:MergeDown="(\d{1,7})"/) ?? 0
      for (let n = 0; n < across; n++) cells.push(emptyCell)
      if (across + down > 0) merges.push({ startRow: at, endRow: at + down, startCol: col, endCol: col + across })
    }
  }
  return sheetOf(name, values, merges)
}

/** XML Spreadsheet 2003, which back offices write as .xls. */
const spreadsheetMlGrid = (xml: string): Grid => ({
  kind: "spreadsheetml",
  hiddenSheets: [],
  sheets: xml.split(/<(?:ss:)?Worksheet\b/).slice(1)
    .map((part, index) => sheetIn(part, /ss:Name="([^"]*)"/.exec(part.slice(0, part.indexOf(">")))?.[1] ?? `Sheet${index + 1}`))
})

const htmlSheet = (table: string, name: string | null): Sheet => {
  const sheet = fromHtml(table, { typeInference: false })
  return sheetOf(name, cellsOf(sheet.rows), sheet.merges ?? [])
}

const htmlGrid = (html: string): Grid => {
  const tables = html.replace(/&nbsp;?/gi, "\u00a0").replace(/&yen;?/gi, "¥").split(/(?=<table\b)/i).slice(1)
  return {
    kind: "html",
    hiddenSheets: [],
    sheets: tables.map((table, at) => htmlSheet(table, tables.length === 1 ? null : `table ${at + 1}`))
  }
}

/** A page or an XML file with a table, which tills and back offices name .xls. */
export const markupGrid = (text: string): Grid | Unreadable =>
  /<(?:ss:)?Workbook\b/.test(text)
    ? spreadsheetMlGrid(text)
    : /<table\b/i.test(text)
    ? htmlGrid(text)
    : { fault: "not_a_table", found: "HTML" }
