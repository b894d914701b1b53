// @ts-check
import { copyText } from "../../shared/clipboard.js"
import { byId, el, setText } from "../../shared/dom.js"
import { isWeekend, weekday } from "../../shared/format/dates.js"
import { t } from "../../shared/language.js"

/** @typedef {import("./chart.js").Point} Point */

/** The chart's numbers for those who cannot see it, newest first. @param {Point[]} points */
export const renderRows = (points) => {
  byId("rows").replaceChildren(...points.toReversed().map((point) =>
    el("tr", { class: isWeekend(point.date) ? "weekend" : null },
      el("th", { scope: "row" }, point.date),
      el("td", {}, weekday(point.date)),
      el("td", { class: "number" }, point.amount.toFixed(2)),
      el("td", {}, t(point.estimated ? "estimate" : "final")),
      el("td", {}, point.estimated || !point.source ? "—" : t(`source.${point.source}`)))))
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
