import { mostCells } from "./Sheet.ts"
import { type Part, textOf } from "./WorkbookArchive.ts"

/** Characters of the cells of a workbook, each counted as often as it is shown. */
const mostCharacters = 64 * 1024 * 1024
/** Places of the rows up to the last cell of each, also where nothing stands: a reader makes them all. */
const mostPlaces = 8 * mostCells
/** Columns that a sheet has, of any program. */
const widest = 16_384

const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\b${name}="([^"]{1,20})"`).exec(tag)?.[1]

const columnOf = (ref: string): number => [...ref.replace(/\d/g, "")].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0)

const xlsxCell = /<(?:\w{1,9}:)?c\b([^<>]{0,300})>(?:\s?<(?:\w{1,9}:)?v>(\d{1,9})<)?/g

/** Whether the sheets of an .xlsx show more than is read: a shared text is short in the file, and long in each cell that shows it. */
const isLongXlsx = (sheets: ReadonlyArray<string>, strings: string): boolean => {
  const lengths = strings.split("</si>").map(({ length }) => length)
  let [cells, characters, places] = [0, 0, 0]
  for (const sheet of sheets) {
    for (const [, tag = "", value] of sheet.matchAll(xlsxCell)) {
      const at = columnOf(attribute(tag, "r") ?? "")
      // The places of a row are those of its last cell; each cell before it counts what it adds at most.
      places += at > 300 ? at : 1
      if (attribute(tag, "t") === "s") characters += lengths[Number(value)] ?? 0
      if (++cells > mostCells || characters > mostCharacters || places > mostPlaces) return true
    }
  }
  return false
}

const emptyOdsCell = /<table:table-cell\b[^<>]{0,2000}\/>/g

/** The content of an .ods without the styles of empty cells: a style makes a reader keep them, to the end of the sheet. */
export const withoutEmptyStyles = (content: string): string =>
  content.replace(emptyOdsCell, (cell) => /value|formula/.test(cell) ? cell : cell.replace(/ table:style-name="[^"]*"/, ""))

const odsPart = /<table:(table-row|table-cell)\b([^<>]{0,2000})>/g

/** Whether the rows of an .ods repeat more cells than are read. */
export const isLongOds = (content: string): boolean => {
  let [places, width, repeated] = [0, 0, 1]
  for (const [tag, what, attributes = ""] of content.matchAll(odsPart)) {
    if (what === "table-row") {
      places += width * repeated
      width = 0
      repeated = Number(attribute(attributes, "table:number-rows-repeated") ?? 1)
    } else if (!tag.endsWith("/>") || /style-name|value|formula/.test(attributes))
      width += Math.min(widest, Number(attribute(attributes, "table:number-columns-repeated") ?? 1))
    if (places + width * repeated > mostPlaces) return true
  }
  return false
}

/** Whether an .xlsx is more than is read, counted in its text before anything is made of it. */
export const isBeyond = async (bytes: Uint8Array<ArrayBuffer>, parts: ReadonlyArray<Part>): Promise<boolean> => {
  const texts = async (name: RegExp) => {
    const found = await Promise.all(parts.filter((part) => name.test(part.name)).map((part) => textOf(bytes, part)))
    return found.map((text) => text ?? "")
  }
  return isLongXlsx(await texts(/worksheets\/[^/]+\.xml$/i), (await texts(/sharedStrings\.xml$/i)).join(""))
}
