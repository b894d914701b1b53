import { el } from "../shared/dom.ts"
import { addDays, weekday, weekdayNumber } from "../shared/format/dates.ts"
import { t } from "../shared/language.ts"
import { daysOf } from "./address.ts"
import { shortAmount } from "./amounts.ts"
import { attributesOf, cellAt, labelOf } from "./cells.ts"
import type { Shop } from "./cells.ts"
import type { Cell } from "./cells.ts"
import { indexOf } from "./past.ts"
import { titleOf } from "./title.ts"

const wordIn = ({ isGeneratedOnly }: Shop, { day: { amount }, isToday, state }: Cell) => {
  if (amount !== null)
    return [shortAmount(amount), state === "estimated" && !isGeneratedOnly ? el("small", {}, ` ${t("history.est")}`) : ""]
  if (state === "closed") return [t("history.state.closed")]
  return [state === "missing" ? "?" : isToday ? t("history.today_mark") : ""]
}

const dayCell = (shop: Shop, date: string, isOpen: boolean) => {
  const cell = cellAt(shop, indexOf(shop.known.past, date))
  const number = el("span", { class: "number" }, String(Number(date.slice(8))))
  if (cell === undefined || cell.state === "before") return el("td", { class: "day" }, number)
  const special = cell.day.makeup === undefined ? cell.special : t("history.makeup")
  return el("td", { class: "day", ...attributesOf(shop, cell), tabindex: -1, "aria-selected": isOpen ? "true" : null },
    el("span", { "aria-hidden": "true" }, number, special === null ? null : el("span", { class: "special" }, special),
      el("span", { class: "amount" }, ...wordIn(shop, cell))), el("span", { class: "for-readers" }, labelOf(cell)))
}

/**
 * A month as a calendar: a grid in which the arrow keys move from day to day. An empty row for the sheet follows the week of the
 * open day.
 */
export const monthCalendar = (shop: Shop, month: string, open: string | null) => {
  const { from, to } = daysOf({ kind: "month", month, day: null })
  const monday = addDays(from, 1 - weekdayNumber(from))
  const week = [0, 1, 2, 3, 4, 5, 6]
  const rows: Array<HTMLElement> = []
  let place: HTMLElement | null = null
  for (let start = monday; start <= to; start = addDays(start, 7)) {
    const dates = week.map((day) => addDays(start, day))
    rows.push(el("tr", {}, ...dates.map((date) => date < from || date > to ? el("td", {}) : dayCell(shop, date, date === open))))
    if (open === null || !dates.includes(open)) continue
    place = el("td", { colspan: 7 })
    rows.push(el("tr", { class: "place" }, place))
  }
  const label = t("history.month.keys", { name: titleOf({ kind: "month", month, day: null }) })
  const head = el("thead", {}, el("tr", {}, ...week.map((day) => el("th", { scope: "col" }, weekday(addDays(monday, day))))))
  return { place, table: el("table", { class: "month", role: "grid", "aria-label": label }, head, el("tbody", {}, ...rows)) }
}
