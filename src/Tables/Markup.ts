import { fromHtml } from "hucre"
import type { Grid, Sheet, Unreadable } from "./Sheet.ts"
import { cellsOf, sheetOf } from "./SheetCells.ts"
import { spreadsheetMlGrid } from "./SpreadsheetMl.ts"

const sheetIn = (table: string, name: string | null): Sheet => {
  const sheet = fromHtml(table, { typeInference: false })
  return sheetOf(name, cellsOf(sheet.rows), sheet.merges ?? [])
}

const htmlGrid = (html: string): Grid => {
  const tables = html.replace(/&nbsp;?/gi, "\u00a0").replace(/&yen;?/gi, "¥").split(/(?=<table\b)/i).slice(1)
  return {
    kind: "html",
    hiddenSheets: [],
    sheets: tables.map((table, at) => sheetIn(table, tables.length === 1 ? null : `table ${at + 1}`))
  }
}

/** A page or an XML file with a table, which tills and back offices name .xls. */
export const markupGrid = (text: string): Grid | Unreadable =>
  /<(?:ss:)?Workbook\b/.test(text)
    ? spreadsheetMlGrid(text)
    : /<table\b/i.test(text)
    ? htmlGrid(text)
    : { fault: "not_a_table", found: "HTML" }
