import { readOds, readXls } from "hucre"
import { readXlsx } from "hucre/xlsx"
import { type Cell, emptyCell, type Grid, type Sheet, type Unreadable } from "./Sheet.ts"
import { cellsOf, sheetOf } from "./SheetCells.ts"
import { archiveOf, partsOf, textOf } from "./WorkbookArchive.ts"
import { isBeyond, isLongOds, withoutEmptyStyles } from "./WorkbookBounds.ts"

type Bytes = Uint8Array<ArrayBuffer>

const entryOfDirectory = 46
const localHeader = 30

/** The names that the relations of a workbook refer to. */
const targetsIn = (relations: string, folder: string): ReadonlyArray<string> =>
  relations.split("Target=").slice(1).flatMap((text) => {
    const target = /^["']([^"']*)["']/.exec(text)?.[1]
    return target === undefined ? [] : [target.startsWith("/") ? target.slice(1) : `${folder}${target}`]
  })

/**
 * The archive with the part names that its relations refer to. Some programs write `xl\workbook.xml`, or names in other capitals;
 * Excel reads them.
 */
const withUsualNames = async (bytes: Bytes): Promise<Bytes> => {
  const parts = partsOf(bytes) ?? []
  const usual = new Map<string, string>()
  for (const part of parts) {
    const name = part.name.replaceAll("\\", "/")
    const [, folder] = /^((?:[^/]+\/)?)_rels\/[^/]*\.rels$/i.exec(name) ?? []
    if (folder === undefined || part.inflated > 1024 * 1024) continue
    for (const target of targetsIn(await textOf(bytes, part) ?? "", folder)) usual.set(target.toLowerCase(), target)
  }
  const renamed = parts.flatMap((part) => {
    const slashed = part.name.replaceAll("\\", "/")
    const name = usual.get(slashed.toLowerCase()) ?? slashed
    const encoded = new TextEncoder().encode(name)
    return name === part.name || encoded.length !== new TextEncoder().encode(part.name).length ? [] : [{ ...part, encoded }]
  })
  if (renamed.length === 0) return bytes
  const copy = Uint8Array.from(bytes)
  for (const { directoryAt, encoded, headerAt } of renamed) {
    copy.set(encoded, directoryAt + entryOfDirectory)
    if (headerAt + localHeader + encoded.length <= copy.length) copy.set(encoded, headerAt + localHeader)
  }
  return copy
}

/** A workbook of ten years and ten columns has some 2 MiB. Texts take up to fifty times their size in memory. */
const mostInflated = 16 * 1024 * 1024

type Book = Awaited<ReturnType<typeof readXlsx>>

const plainGrid = (kind: Grid["kind"], book: Book): Grid => ({
  kind,
  hiddenSheets: [],
  sheets: book.sheets.map((sheet) => sheetOf(sheet.name, cellsOf(sheet.rows), sheet.merges ?? []))
})

/**
 * A formula without a value was never computed, and one with an error has none; nor were those that are all zero, or zero where the file asks for a computation.
 */
const withFormulas = (sheet: Book["sheets"][number], recalculates: boolean): ReadonlyArray<ReadonlyArray<Cell>> => {
  const values = cellsOf(sheet.rows).map((row) => [...row])
  const formulas = [...sheet.cells?.entries() ?? []].filter(([, cell]) => cell.formula !== undefined || cell.type === "formula")
  const isUncomputed = recalculates || formulas.every(([, { value }]) => value === 0 || value === null)
  for (const [key, { value }] of formulas) {
    const [r = 0, c = 0] = key.split(",").map(Number)
    const isError = values[r]?.[c]?.bad === "error"
    const isOpen = isError || value === null || value === undefined || (value === 0 && isUncomputed)
    // What is outside the sheet's own rows is no cell of a table.
    if (!isOpen || !(r >= 0 && c >= 0 && c < 100 && r < values.length + 1000)) continue
    while (values.length <= r) values.push([])
    const row = values[r] ?? []
    while (row.length <= c) row.push(emptyCell)
    row[c] = { text: row[c]?.text ?? "", bad: "formula" }
  }
  return values
}

const xlsxSheet = (sheet: Book["sheets"][number], recalculates: boolean, epoch: "1900" | "1904"): Sheet =>
  sheetOf(sheet.name, withFormulas(sheet, recalculates), sheet.merges ?? [], {
    epoch,
    hiddenRows: [...sheet.rowDefs?.entries() ?? []].filter(([, { hidden }]) => hidden).map(([at]) => at + 1)
  })

/** The places of the sheets that are a chart or a dialog: they have no cells. */
const chartSheets = (workbook: string, relations: string): ReadonlySet<number> => {
  const charts = relations.split("<Relationship ").filter((tag) => /Type="[^"]*\/(?:chart|dialog|xlMacro)sheet"/i.test(tag))
    .flatMap((tag) => /\bId="([^"]*)"/.exec(tag)?.[1] ?? [])
  const ids = workbook.split(/<(?:\w{1,9}:)?sheet\s/).slice(1).map((tag) => /\w:id="([^"]*)"/.exec(tag)?.[1] ?? "")
  return new Set(ids.flatMap((id, at) => charts.includes(id) ? [at] : []))
}

const noTable: Unreadable = { fault: "not_a_table", found: "ZIP" }

const readArchive = async (given: Bytes): Promise<Grid | Unreadable> => {
  const bytes = await withUsualNames(given)
  const parts = partsOf(bytes)
  if (parts === undefined) return { fault: "no_workbook", found: "ZIP" }
  if (parts.reduce((sum, { inflated }) => sum + inflated, 0) > mostInflated)
    return { fault: "too_large", found: "> 16 MiB" }
  const beyond: Unreadable = { fault: "too_large", found: "> 1000000" }
  const ods = parts.find(({ name }) => name === "content.xml")
  if (ods !== undefined) {
    const content = withoutEmptyStyles(await textOf(bytes, ods) ?? "")
    if (isLongOds(content)) return beyond
    const book = await readOds(archiveOf({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content }))
    return book.sheets.length === 0 ? noTable : plainGrid("ods", book)
  }
  if (await isBeyond(bytes, parts)) return beyond
  const main = parts.find(({ name }) => /(?:^|[/\\])workbook\d*\.xml$/i.test(name))
  if (main === undefined) return noTable
  const workbook = await textOf(bytes, main) ?? ""
  const recalculates = /fullCalcOnLoad\s*=\s*["'](?:1|true)/.test(workbook)
  const behind = main.name.lastIndexOf("/") + 1
  const relations = parts.find(({ name }) => name === `${main.name.slice(0, behind)}_rels/${main.name.slice(behind)}.rels`)
  const charts = chartSheets(workbook, relations === undefined ? "" : await textOf(bytes, relations) ?? "")
  const hiddenSheets: Array<string> = []
  const book = await readXlsx(bytes, {
    readStyles: true,
    sheets: ({ hidden, index, name, veryHidden }) => {
      if (charts.has(index)) return false
      const isHidden = hidden === true || veryHidden === true
      if (isHidden) hiddenSheets.push(name)
      return !isHidden
    }
  })
  const epoch = book.dateSystem === "1904" ? "1904" : "1900"
  return { kind: "xlsx", hiddenSheets, sheets: book.sheets.map((sheet) => xlsxSheet(sheet, recalculates, epoch)) }
}

/** The sheets of an .xlsx, .ods or old .xls file. The reader of workbooks may throw anything for a damaged file. */
export const readWorkbook = async (bytes: Bytes, isOld: boolean): Promise<Grid | Unreadable> => {
  try {
    return isOld ? plainGrid("xls", await readXls(bytes)) : await readArchive(bytes)
  } catch (error) {
    return { fault: "no_workbook", found: String(error).slice(0, 100) }
  }
}
