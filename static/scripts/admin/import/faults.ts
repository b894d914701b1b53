import { el } from "../../shared/dom.ts"
import { fieldName } from "../../shared/faults.ts"
import { t } from "../../shared/language.ts"
import { scrolling } from "./preview.ts"
import type { Preview } from "./reading.ts"
import { saveCsv } from "./save.ts"

type TableFault = Preview["faults"][number]

/** What is expected and what the file has. */
export const faultSentence = ({ at, code, other, value }: TableFault) => {
  const values = { expected: t(`table.fault.${code}`), value, other: at === undefined ? other ?? "" : `${other} (${at})` }
  return t(other !== undefined ? "table.fault.other" : value === "" ? "table.fault.nothing" : "table.fault", values)
}

/** Turns a cell that a spreadsheet would read as a formula into text. */
const cell = (text: string) => `"${(/^[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll("\"", "\"\"")}"`

/** The faulty rows as CSV, each with its fault. */
export const faultsCsv = (faults: TableFault[]) => {
  const head = (["line", "field", "value", "message"] as const).map((name) => t(`import.${name}`))
  const rows = faults.map((fault) => [place(fault), fieldName(fault.field), fault.value, faultSentence(fault)])
  return `${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`
}

const place = ({ line, sheet }: TableFault) => sheet === undefined ? String(line) : `${sheet} ${line}`

/** What contradicts the value, and where. */
const otherText = ({ at, other }: TableFault) =>
  other === undefined ? null : at === undefined ? t("import.fault.sum", { other }) : t("import.fault.other", { line: at, other })

const mostShown = 100

/** Every fault with its line. Nothing was stored. */
export const faultTable = (faults: ReadonlyArray<TableFault>) => {
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
