import { actorName } from "../../shared/actor.ts"
import { el } from "../../shared/dom.ts"
import { dateTime, dayBeside, fullTime, monthLabel } from "../../shared/format/moments.ts"
import { money } from "../../shared/format/money.ts"
import { counted, t } from "../../shared/language.ts"
import type { AuditRow, Change } from "./changes.ts"

const amounts = ({ amount_after: after, amount_before: before }: AuditRow) =>
  before === null && after === null ? [] : [
    before === null ? null : el("span", { class: "old" }, money(before)),
    el("span", {}, after === null ? t("audit.none_now") : money(after))
  ]

const dayOf = ({ created_at: at, date, kind }: AuditRow) => kind === "goal" ? monthLabel(date) : dayBeside(date, at)

/** @param year of the newest record, which is left out */
const when = ({ created_at: at }: AuditRow, year: string) => (at.slice(0, 4) === year ? dateTime : fullTime)(at)

/** @param isWithin whether it is a day of an import, whose row has said the rest */
const line = (row: AuditRow, year: string, isWithin: boolean) =>
  el("tr", { class: isWithin ? "within" : null }, el("td", { class: "when" }, isWithin ? "" : when(row, year)),
    el("th", { scope: "row", class: "date" }, dayOf(row)), el("td", { class: "kind" }, isWithin ? "" : t(`change.${row.kind}`)),
    el("td", { class: "number" }, ...amounts(row)),
    el("td", { class: "from" }, isWithin || row.source === null ? "" : t(`source.${row.source}`)),
    el("td", { class: "wrap by" }, isWithin ? "" : actorName(row.actor)), el("td", { class: "wrap" }, isWithin ? "" : row.reason))

/** The days of an import from the first to the last. */
const span = ({ first, records }: Change) => {
  const dates = records.map(({ date }) => date).sort()
  return `${dayBeside(dates[0] ?? first.date, first.created_at)} – ${dayBeside(dates.at(-1) ?? first.date, first.created_at)}`
}

/** The table rows of a change. Those of an import's days are added when they are opened. */
export const rowsOf = (change: Change, year: string, opened: Set<number>): HTMLElement[] => {
  const { first, records } = change
  if (records.length === 1) return [line(first, year, false)]
  const days = () => records.map((each) => line(each, year, true))
  let shown: HTMLElement[] = opened.has(first.id) ? days() : []
  const button = el("button", {
    type: "button",
    class: "quiet unfold",
    "aria-expanded": String(shown.length > 0),
    click: () => {
      const isOpen = shown.length > 0
      for (const each of shown) each.remove()
      shown = isOpen ? [] : days()
      head.after(...shown)
      opened[isOpen ? "delete" : "add"](first.id)
      button.setAttribute("aria-expanded", String(!isOpen))
    }
  }, counted("audit.import", records.length))
  const head = el("tr", {}, el("td", { class: "when" }, when(first, year)), el("th", { scope: "row", class: "date" }, span(change)),
    el("td", { class: "kind" }, button), el("td", { class: "number" }), el("td", { class: "from" }),
    el("td", { class: "wrap by" }, actorName(first.actor)), el("td", { class: "wrap" }, first.reason))
  return [head, ...shown]
}
