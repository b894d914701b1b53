import { copyText } from "../../shared/clipboard.ts"
import { byId, el, setText } from "../../shared/dom.ts"
import { entryLink } from "../../shared/entry/link.ts"
import { isWeekend, weekday } from "../../shared/format/dates.ts"
import { bareMoney } from "../../shared/format/money.ts"
import { t } from "../../shared/language.ts"
import { mayEnter } from "../../shared/reader.ts"
import { isOpen } from "./columns.ts"
import type { Column } from "./columns.ts"
import { stateOf } from "./describe.ts"

/** The chart's days as a table, newest first. */
export const renderRows = (columns: Column[]) => {
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

const tableText = (table: HTMLTableElement) =>
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
