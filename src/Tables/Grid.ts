import { delimitedGrid } from "./Delimited.ts"
import { type Grid, largestFile, type Unreadable } from "./Sheet.ts"
import { textOf } from "./TextOf.ts"

const beginsWith = (bytes: Uint8Array, text: string): boolean => [...text].every((c, at) => bytes[at] === c.charCodeAt(0))

const isArchive = (bytes: Uint8Array): boolean => beginsWith(bytes, "PK\x03\x04")
const isOle = (bytes: Uint8Array): boolean => beginsWith(bytes, "\xd0\xcf\x11\xe0")

const tooLarge: Unreadable = { fault: "too_large", found: "> 5 MiB" }
const noTable = (found: string): Unreadable => ({ fault: "not_a_table", found })
const undecodable: Unreadable = { fault: "encoding", found: "" }

const beginsMarkup = /^[^\w<]*(?:<\?xml|<html|<!doctype|<table|<meta|<head)/i
const beginsJson = /^\s*[[{]\s*(?:["{\]}]|$)/
const namedCharset = /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i

const headOf = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes.subarray(0, 2000))

/** The grid of delimited text alone, as services read it that take no workbooks. */
export const readTextGrid = (bytes: Uint8Array, charset?: string): Grid | Unreadable => {
  if (bytes.length > largestFile) return tooLarge
  if (beginsWith(bytes, "%PDF")) return noTable("PDF")
  if (isArchive(bytes) || isOle(bytes)) return noTable("Excel")
  if (beginsMarkup.test(headOf(bytes))) return noTable("HTML")
  const read = textOf(bytes, charset)
  if (read === undefined) return undecodable
  return beginsJson.test(read.text) ? noTable("JSON") : delimitedGrid(read.text, read.charset)
}

/** The sheets of a file of any known format, by its content and not by its name. */
export const readGrid = async (bytes: Uint8Array<ArrayBuffer>, charset?: string): Promise<Grid | Unreadable> => {
  if (bytes.length > largestFile) return tooLarge
  if (isArchive(bytes) || isOle(bytes)) {
    // Most files are text: they do not load the reader of workbooks.
    const { readWorkbook } = await import("./Workbook.ts")
    return readWorkbook(bytes, isOle(bytes))
  }
  const head = headOf(bytes)
  if (!beginsMarkup.test(head)) return readTextGrid(bytes, charset)
  const read = textOf(bytes, namedCharset.exec(head)?.[1] ?? charset)
  return read === undefined ? undecodable : (await import("./Markup.ts")).markupGrid(read.text)
}
