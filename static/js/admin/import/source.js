// @ts-check
import { isWorkbook } from "../../../../src/Import/WorkbookBytes.ts"
import { el } from "../../shared/dom.js"
import { counted, t } from "../../shared/language.js"

/**
 * What is sent for a chosen file: the file itself, or one sheet of a workbook as CSV.
 * @typedef {{ file: File, sheet: string | null, sheets: { name: string, csv: string, hiddenRows: ReadonlyArray<number> }[] }} Source
 */

/** A file that cannot be read. */
export class SourceFault extends Error {
  /**
   * @param {import("../../../../src/Import/Workbook.ts").WorkbookFault | "odd_cell" | "not_loaded"} fault
   * @param {Record<string, string>} [place] of the cell that is at fault
   */
  constructor(fault, place = {}) {
    super(fault)
    this.fault = fault
    this.place = place
  }
}

/** @param {string} name of the file @param {Source["sheets"]} sheets @param {Source["sheets"][number]} sheet @returns {Source} */
const ofSheet = (name, sheets, sheet) => ({ file: new File([sheet.csv], name, { type: "text/csv" }), sheet: sheet.name, sheets })

/** @param {File} file @returns {Promise<Source>} */
export const sourceOf = async (file) => {
  if (!isWorkbook(new Uint8Array(await file.slice(0, 8).arrayBuffer()))) return { file, sheet: null, sheets: [] }
  const { readWorkbook } = await import("../../../../src/Import/Workbook.ts").catch(() => {
    throw new SourceFault("not_loaded")
  })
  const workbook = await readWorkbook(new Uint8Array(await file.arrayBuffer()))
  if ("fault" in workbook) throw new SourceFault(workbook.fault, "cell" in workbook ? { ...workbook } : {})
  return ofSheet(file.name, [...workbook.sheets], workbook.sheets[0])
}

/** The most rows whose numbers a sentence lists. */
const mostNamed = 20

/** A sentence about the sheet's hidden rows. @param {Source} source */
const hiddenLine = ({ sheet, sheets }) => {
  const hidden = sheets.find(({ name }) => name === sheet)?.hiddenRows ?? []
  if (hidden.length === 0) return []
  const lines = hidden.slice(0, mostNamed).join(t("setting.and")) + (hidden.length > mostNamed ? "…" : "")
  return [el("p", { class: "hidden-rows" }, counted("import.hidden", hidden.length, { lines }))]
}

/**
 * Shows which sheet is used and which rows are hidden, with buttons to choose another sheet.
 * @param {Source} source @param {(source: Source) => void} change
 */
export const sheetLine = (source, change) => {
  const { file, sheet, sheets } = source
  if (sheet === null) return []
  if (sheets.length === 1) return [el("p", { class: "muted" }, t("import.sheet.only", { sheet })), ...hiddenLine(source)]
  const select = el("select", {
    id: "sheet",
    change: () => {
      const chosen = sheets.find(({ name }) => name === select.value)
      if (chosen !== undefined) change(ofSheet(file.name, sheets, chosen))
    }
  }, ...sheets.map(({ name }) => el("option", { value: name, selected: name === sheet }, name)))
  return [el("label", { class: "field sheet" }, el("span", {}, t("import.sheet", { n: sheets.length })), select), ...hiddenLine(source)]
}
