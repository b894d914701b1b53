import { streamXlsxRows } from "hucre/xlsx"
import { twoDigits } from "../Domain/EpochDay.ts"
import { partsOf, textOf } from "../Tables/WorkbookArchive.ts"
import { largestBytes } from "./LargestFile.ts"
import { attribute, rowsIn } from "./SheetRows.ts"
import { isOle } from "./WorkbookBytes.ts"

/** A visible sheet with content, as CSV. Each row is on the line with its number. */
export interface Sheet {
  readonly name: string
  readonly csv: string
  /** Numbers of the rows with content that a filter or a person has hidden. They are read like all others. */
  readonly hiddenRows: ReadonlyArray<number>
}

/** Why a file is refused: an old or encrypted workbook, no workbook, too large, rows or cells with the same position, or no row. */
export type WorkbookFault = "old_workbook" | "no_workbook" | "too_large" | "misplaced_rows" | "empty"

/** A cell that no spreadsheet would write like this. */
interface OddCell {
  readonly fault: "odd_cell"
  readonly sheet: string
  readonly cell: string
}

export type Workbook = { readonly sheets: readonly [Sheet, ...ReadonlyArray<Sheet>] } | { readonly fault: WorkbookFault } | OddCell

type CellValue = string | number | boolean | Date | null

/** A workbook of ten years and ten columns has some 2 MiB. Texts take up to fifty times their size in memory. */
const maxInflated = 16 * 1024 * 1024
/** The reader reads the shared texts once for each sheet. */
const maxRead = 64 * 1024 * 1024
const maxDirectory = 1024 * 1024
/** The rows of more than a century of days. */
const maxRows = 50_000
const maxCells = 1_000_000
const longestCell = 200

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" }

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal)
    return code > 0x10ffff ? whole : String.fromCodePoint(code)
  })

const attributeIn = (tag: string, name: string): string | undefined => {
  const found = attribute(name)(tag)
  return found === undefined ? undefined : unescaped(found)
}

/** Tags of an XML text by name, in any namespace. Splitting takes linear time, unlike a regular expression. */
const tagsOf = (xml: string, name: string): ReadonlyArray<string> =>
  xml.split("<").filter((tag) => (tag.split(/\s/, 1)[0] ?? "").split(":").at(-1) === name)

/** The name of a part in the archive by a target of the workbook's relations, which is relative to `xl/`. */
const partName = (target: string): string => decodeURI(new URL(target, "http://part/xl/").pathname.slice(1))

/** The sheets in order, each with the name of its part; undefined for hidden sheets and charts. */
const visibleSheets = (
  workbook: string,
  relations: string
): ReadonlyArray<{ readonly name: string; readonly part: string } | undefined> => {
  const worksheets = new Map(tagsOf(relations, "Relationship")
    .filter((tag) => attributeIn(tag, "Type")?.endsWith("/worksheet"))
    .map((tag) => [attributeIn(tag, "Id"), attributeIn(tag, "Target")]))
  return tagsOf(workbook, "sheet").map((tag) => {
    const isVisible = (attributeIn(tag, "state") ?? "visible") === "visible"
    const target = worksheets.get(attributeIn(tag, "\\w+:id"))
    const name = attributeIn(tag, "name")
    return isVisible && target !== undefined && name !== undefined ? { name, part: partName(target) } : undefined
  })
}

/** A date as `2025-12-09`, with its time unless it is midnight. Excel's dates have no zone and are read as UTC. */
const dateText = (date: Date): string => {
  if (Number.isNaN(date.getTime())) return "#"
  const day = date.toISOString().slice(0, 10)
  const [hours, minutes, seconds] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  return hours + minutes + seconds === 0 ? day : `${day} ${[hours, minutes, seconds].map(twoDigits).join(":")}`
}

const cellText = (value: CellValue): string => {
  if (value === null) return ""
  if (value instanceof Date) return dateText(value)
  // Excel shows and keeps fifteen digits: 0.1 + 0.2 is 0.3 there.
  if (typeof value === "number") return String(Number(value.toPrecision(15)))
  return String(value).replaceAll(/[\r\n]+/g, " ").trim().slice(0, longestCell)
}

const csvRow = (values: ReadonlyArray<CellValue>): string => {
  const texts = values.map(cellText)
  const last = texts.findLastIndex((text) => text !== "")
  return texts.slice(0, last + 1).map((text) => `"${text.replaceAll("\"", "\"\"")}"`).join(",")
}

/** One sheet as CSV, empty if it has no content; or why it is refused. */
const readSheet = async (bytes: Uint8Array, sheet: number, name: string, xml: string): Promise<Sheet | WorkbookFault | OddCell> => {
  const { hasMisplacedCells, hidden, oddCell } = rowsIn(xml)
  if (hasMisplacedCells) return "misplaced_rows"
  if (oddCell !== undefined) return { fault: "odd_cell", sheet: name, cell: oddCell }
  const lines: Array<string> = []
  const read = new Set<number>()
  let cells = 0
  const hiddenRows: Array<number> = []
  for await (const { index, values } of streamXlsxRows(bytes, { sheet, maxRows: maxRows + 1 })) {
    cells += values.length
    if (index >= maxRows || cells > maxCells) return "too_large"
    if (!Number.isInteger(index) || index < 0 || read.has(index)) return "misplaced_rows"
    read.add(index)
    const row = csvRow(values)
    if (row === "") continue
    lines[index] = row
    if (hidden.has(index + 1)) hiddenRows.push(index + 1)
  }
  return { name, csv: Array.from(lines, (line) => line ?? "").join("\n"), hiddenRows }
}

const read = async (bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> => {
  const parts = partsOf(bytes)
  if (parts === undefined) return { fault: "no_workbook" }
  const total = parts.reduce((sum, { inflated }) => sum + inflated, 0)
  if (total > maxInflated) return { fault: "too_large" }
  const text = async (name: string, most = maxDirectory) => {
    const part = parts.find((one) => one.name === name)
    return part === undefined || part.inflated > most ? undefined : textOf(bytes, part)
  }
  const found = visibleSheets(await text("xl/workbook.xml") ?? "", await text("xl/_rels/workbook.xml.rels") ?? "")
  if (found.length === 0) return { fault: "no_workbook" }
  if (found.filter((sheet) => sheet !== undefined).length * total > maxRead) return { fault: "too_large" }
  const sheets: Array<Sheet> = []
  for (const [at, visible] of found.entries()) {
    if (visible === undefined) continue
    const xml = await text(visible.part, maxInflated)
    if (xml === undefined) return { fault: "no_workbook" }
    const sheet = await readSheet(bytes, at, visible.name, xml)
    if (typeof sheet === "string") return { fault: sheet }
    if ("fault" in sheet) return sheet
    if (sheet.csv !== "") sheets.push(sheet)
  }
  const [first, ...others] = sheets
  return first === undefined ? { fault: "empty" } : { sheets: [first, ...others] }
}

/**
 * The sheets of an .xlsx file. Formulas have their stored value, dates may be in either of Excel's systems, and numbers have
 * fifteen digits. A file has at most 5 MiB, 16 MiB inflated, and 50,000 rows and a million cells a sheet.
 */
export const readWorkbook = async (bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> => {
  if (isOle(bytes)) return { fault: "old_workbook" }
  if (bytes.length > largestBytes) return { fault: "too_large" }
  try {
    return await read(bytes)
  } catch {
    // The reader may throw anything for a damaged file.
    return { fault: "no_workbook" }
  }
}
