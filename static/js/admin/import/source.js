// @ts-check
import { isWorkbook } from "../../../../src/Import/WorkbookBytes.ts"
import { el } from "../../shared/dom.js"
import { t } from "../../shared/language.js"

/**
 * What is sent of a chosen file: itself, or one sheet of a workbook as CSV.
 * @typedef {{ file: File, sheet: string | null, sheets: { name: string, csv: string }[] }} Source
 */

/** The fault of a file, by its key in the words. */
export class SourceFault extends Error {}

/** @param {string} name of the file @param {Source["sheets"]} sheets @param {Source["sheets"][number]} sheet @returns {Source} */
const ofSheet = (name, sheets, sheet) => ({ file: new File([sheet.csv], name, { type: "text/csv" }), sheet: sheet.name, sheets })

/** @param {File} file @returns {Promise<Source>} */
export const sourceOf = async (file) => {
  if (!isWorkbook(new Uint8Array(await file.slice(0, 8).arrayBuffer()))) return { file, sheet: null, sheets: [] }
  const { readWorkbook } = await import("../../../../src/Import/Workbook.ts").catch(() => {
    throw new SourceFault("not_loaded")
  })
  const workbook = await readWorkbook(new Uint8Array(await file.arrayBuffer()))
  if ("fault" in workbook) throw new SourceFault(workbook.fault)
  return ofSheet(file.name, [...workbook.sheets], workbook.sheets[0])
}

/** Which sheet is read, and a way to the others. @param {Source} source @param {(source: Source) => void} change */
export const sheetLine = ({ file, sheet, sheets }, change) => {
  if (sheet === null) return []
  if (sheets.length === 1) return [el("p", { class: "muted" }, t("import.sheet.only", { sheet }))]
  const select = el("select", {
    id: "sheet",
    change: () => {
      const chosen = sheets.find(({ name }) => name === select.value)
      if (chosen !== undefined) change(ofSheet(file.name, sheets, chosen))
    }
  }, ...sheets.map(({ name }) => el("option", { value: name, selected: name === sheet }, name)))
  return [el("label", { class: "field sheet" }, el("span", {}, t("import.sheet", { n: sheets.length })), select)]
}
