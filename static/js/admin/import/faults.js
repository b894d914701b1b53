// @ts-check
import { el } from "../../shared/dom.js"
import { fieldName } from "../../shared/faults.js"
import { t } from "../../shared/language.js"
import { scrolling } from "./preview.js"
import { saveCsv } from "./save.js"

/** @typedef {import("./reading.js").Preview["faults"][number]} TableFault */

/** What is expected and what the file has. @param {TableFault} fault */
export const faultSentence = ({ at, code, other, value }) => {
  const values = { expected: t(`table.fault.${code}`), value, other: at === undefined ? other ?? "" : `${other} (${at})` }
  return t(other !== undefined ? "table.fault.other" : value === "" ? "table.fault.nothing" : "table.fault", values)
}

/** Turns a cell that a spreadsheet would read as a formula into text. @param {string} text */
const cell = (text) => `"${(/^[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll("\"", "\"\"")}"`

/** The faulty rows as CSV, each with its fault. @param {TableFault[]} faults */
export const faultsCsv = (faults) => {
  const head = /** @type {const} */ (["line", "field", "value", "message"]).map((name) => t(`import.${name}`))
  const rows = faults.map((fault) => [place(fault), fieldName(fault.field), fault.value, faultSentence(fault)])
  return `${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`
}

/** @param {TableFault} fault */
const place = ({ line, sheet }) => sheet === undefined ? String(line) : `${sheet} ${line}`

/** What contradicts the value, and where. @param {TableFault} fault */
const otherText = ({ at, other }) =>
  other === undefined ? null : at === undefined ? t("import.fault.sum", { other }) : t("import.fault.other", { line: at, other })

const mostShown = 100

/** Every fault with its line. Nothing was stored. @param {ReadonlyArray<TableFault>} faults */
export const faultTable = (faults) => {
  const rows = faults.slice(0, mostShown).map((fault) =>
    el("tr", {}, el("th", { scope: "row", class: "number" }, place(fault)), el("td", {}, fieldName(fault.field)),
      el("td", { class: "wrap" }, el("code", {}, fault.value)),
      el("td", { class: "wrap" }, t(`table.fault.${fault.code}`), otherText(fault)))
  )
  return [
    el("p", { class: "muted" }, faults.length > mostShown ? t("import.faults.shown", { shown: mostShown }) : t("import.faults.hint")),
    scrolling("faults", [t("import.line"), t("import.field"), t("import.value"), t("import.message")], new Set([0]), rows),
    el("p", { class: "actions" }, el("button", {
      type: "button",
      class: "button plain",
      id: "faults-download",
      click: () => saveCsv("faulty-rows.csv", faultsCsv([...faults]))
    }, t("import.download")))
  ]
}
