// @ts-check
import { copyText } from "../../shared/clipboard.js"
import { byId, el, setText } from "../../shared/dom.js"
import { entryLink } from "../../shared/entry/link.js"
import { isWeekend, weekday } from "../../shared/format/dates.js"
import { bareMoney } from "../../shared/format/money.js"
import { t } from "../../shared/language.js"
import { mayEnter } from "../../shared/reader.js"
import { isOpen } from "./columns.js"
import { stateOf } from "./describe.js"

/** @typedef {import("./columns.js").Column} Column */

/** The chart's days as a table, newest first. @param {Column[]} columns */
export const renderRows = (columns) => {
  byId("rows").replaceChildren(...columns.toReversed().map((column) => {
    const { amount, date, kind } = column
    const state = isOpen(column) && mayEnter()
      ? el("a", { href: entryLink(date), class: kind === "gap" ? "need" : null }, stateOf(column))
      : stateOf(column)
    const counted = kind === "counted" || kind === "entered" && !column.running
    return el("tr", { class: isWeekend(date) ? "weekend" : null }, el("th", { scope: "row" }, date),
      el("td", {}, weekday(date), column.special === null ? null : ` ${column.special}`),
      el("td", { class: `number ${counted ? "" : "uncounted"}` }, amount === null ? "—" : bareMoney(amount)), el("td", {}, state),
      el("td", {}, column.source === null || !counted && !column.running ? "—" : t(`source.${column.source}`)))
  }))
}

/** @param {HTMLTableElement} table */
const tableText = (table) =>
  Array.from(table.rows, (row) => Array.from(row.cells, (cell) => cell.textContent?.trim() ?? "").join("\t")).join("\n")

export const startCopying = () => {
  const button = byId("copy")
  button.addEventListener("click", async () => {
    const table = byId("rows").closest("table")
    if (table === null) return
    if (await copyText(tableText(table), table)) setText(button, t("copied"))
    setTimeout(() => setText(button, t("table.copy")), 2_000)
  })
}
