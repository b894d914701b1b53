import { streamXlsxRows } from "hucre/xlsx"
import { partsOf, textOf } from "./WorkbookArchive.ts"
import { isOle } from "./WorkbookBytes.ts"

/** A visible sheet with content, as CSV. Each row is on the line of its number. */
export interface Sheet {
  readonly name: string
  readonly csv: string
}

/** Why a file is refused: an old or encrypted workbook, no workbook, too large, or without a row. */
export type WorkbookFault = "old_workbook" | "no_workbook" | "too_large" | "empty"

export type Workbook = { readonly sheets: readonly [Sheet, ...ReadonlyArray<Sheet>] } | { readonly fault: WorkbookFault }

type CellValue = string | number | boolean | Date | null

const maxBytes = 5 * 1024 * 1024
/** A workbook of ten years and ten columns has some 2 MiB. Texts take up to fifty times their size in memory. */
const maxInflated = 16 * 1024 * 1024
/** The reader reads the shared texts once for each sheet. */
const maxRead = 64 * 1024 * 1024
const maxDirectory = 1024 * 1024
/** More than a century of days. */
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

const attribute = (tag: string, name: string): string | undefined => {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? []
  const found = double ?? single
  return found === undefined ? undefined : unescaped(found)
}

/** Tags of an XML text by name, in any namespace. Splitting takes linear time, unlike a regular expression. */
const tagsOf = (xml: string, name: string): ReadonlyArray<string> =>
  xml.split("<").filter((tag) => (tag.split(/\s/, 1)[0] ?? "").split(":").at(-1) === name)

/** The names of the sheets in order; undefined for hidden sheets and charts. */
const sheetNames = (workbook: string, relations: string): ReadonlyArray<string | undefined> => {
  const worksheets = new Set(tagsOf(relations, "Relationship")
    .filter((tag) => attribute(tag, "Type")?.endsWith("/worksheet"))
    .map((tag) => attribute(tag, "Id")))
  return tagsOf(workbook, "sheet").map((tag) => {
    const isVisible = (attribute(tag, "state") ?? "visible") === "visible"
    return isVisible && worksheets.has(attribute(tag, "\\w+:id")) ? attribute(tag, "name") : undefined
  })
}

const twoDigits = (value: number): string => String(value).padStart(2, "0")

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

/** The CSV of one sheet; empty without content, undefined if it is too large. */
const sheetCsv = async (bytes: Uint8Array, sheet: number): Promise<string | undefined> => {
  const lines: Array<string> = []
  let cells = 0
  for await (const { index, values } of streamXlsxRows(bytes, { sheet, maxRows: maxRows + 1 })) {
    cells += values.length
    if (index >= maxRows || cells > maxCells) return undefined
    const row = csvRow(values)
    if (row !== "") lines[index] = row
  }
  return Array.from(lines, (line) => line ?? "").join("\n")
}

const read = async (bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> => {
  const parts = partsOf(bytes)
  if (parts === undefined) return { fault: "no_workbook" }
  const total = parts.reduce((sum, { inflated }) => sum + inflated, 0)
  if (total > maxInflated) return { fault: "too_large" }
  const text = async (name: string) => {
    const part = parts.find((one) => one.name === name)
    return part === undefined || part.inflated > maxDirectory ? undefined : textOf(bytes, part)
  }
  const names = sheetNames(await text("xl/workbook.xml") ?? "", await text("xl/_rels/workbook.xml.rels") ?? "")
  if (names.length === 0) return { fault: "no_workbook" }
  if (names.filter((name) => name !== undefined).length * total > maxRead) return { fault: "too_large" }
  const sheets: Array<Sheet> = []
  for (const [at, name] of names.entries()) {
    if (name === undefined) continue
    const csv = await sheetCsv(bytes, at)
    if (csv === undefined) return { fault: "too_large" }
    if (csv !== "") sheets.push({ name, csv })
  }
  const [first, ...others] = sheets
  return first === undefined ? { fault: "empty" } : { sheets: [first, ...others] }
}

/**
 * The sheets of an .xlsx file: formulas by their stored value, dates of both of Excel's systems, numbers to fifteen digits.
 * At most 5 MiB, 16 MiB inflated, 50,000 rows and a million cells a sheet.
 */
export const readWorkbook = async (bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> => {
  if (isOle(bytes)) return { fault: "old_workbook" }
  if (bytes.length > maxBytes) return { fault: "too_large" }
  try {
    return await read(bytes)
  } catch {
    // The reader may throw anything for a damaged file.
    return { fault: "no_workbook" }
  }
}
