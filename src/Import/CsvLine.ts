/** Writes CSV. The file imports no library, so the pages use the same rules as the export. */

/** Makes Excel read a file as UTF-8. */
export const byteOrderMark = "\uFEFF"

/** What a spreadsheet reads as a formula, even behind spaces and invisible characters. */
const formula = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/** A typed text that looks like a formula gets an apostrophe, which marks a text in spreadsheets. */
const field = (separator: string) => (text: string): string => {
  const harmless = formula.test(text) ? `'${text}` : text
  return harmless.includes(separator) || /["\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll("\"", "\"\"")}"` : harmless
}

/** One line of RFC 4180; with a semicolon, as spreadsheets write it where numbers have a decimal comma. */
export const csvLine = (fields: ReadonlyArray<string>, separator: "," | ";" = ","): string =>
  `${fields.map(field(separator)).join(separator)}\r\n`
