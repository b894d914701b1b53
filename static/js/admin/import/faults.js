// @ts-check
import { faultWithout, fieldName } from "../../shared/faults.js"
import { t } from "../../shared/language.js"
import { saveCsv } from "./save.js"

/**
 * The text of a file as the server reads it: by its byte order mark; otherwise as UTF-8, or as GB18030 if it is not valid UTF-8.
 * @param {ArrayBuffer} bytes
 */
export const decode = (bytes) => {
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("gb18030").decode(bytes)
  }
}

/** @param {File} file */
export const fileText = async (file) => decode(await file.arrayBuffer())

/** Turns a cell that a spreadsheet would read as a formula into text. @param {string} text */
const cell = (text) => `"${(/^[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll("\"", "\"\"")}"`

/** @typedef {import("../../shared/faults.js").Fault & { line: number, value: string }} RowFault */

/**
 * The faulty rows as CSV, each with its fault and its original line.
 * @param {RowFault[]} errors @param {string} text the whole file
 */
export const faultsCsv = (errors, text) => {
  const lines = text.split(/\r\n|\n|\r/)
  const head = /** @type {const} */ (["line", "field", "value", "message", "original"]).map((name) => t(`import.${name}`))
  const rows = errors.map((
    error
  ) => [String(error.line), fieldName(error.field), String(error.value ?? ""), faultWithout(error), lines[error.line - 1] ?? ""])
  return `${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`
}

/** @param {Parameters<typeof faultsCsv>[0]} errors @param {string} text */
export const saveFaults = (errors, text) => saveCsv("faulty-rows.csv", faultsCsv(errors, text))
