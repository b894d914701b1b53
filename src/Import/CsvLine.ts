/** CSV as the service writes it, without any library: the pages write it by the same rules as the export. */

/** Makes Excel read a file as UTF-8. */
export const byteOrderMark = "\uFEFF"

/** How a spreadsheet knows a formula, also behind blanks and characters that show nothing. */
const formula = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/** A typed text that looks like a formula gets an apostrophe, by which spreadsheets know a text. */
const field = (text: string): string => {
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll("\"", "\"\"")}"` : harmless
}

/** One line of RFC 4180. */
export const csvLine = (fields: ReadonlyArray<string>): string => `${fields.map(field).join(",")}\r\n`
