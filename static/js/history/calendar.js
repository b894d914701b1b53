// @ts-check
import { el } from "../shared/dom.js"
import { addDays, weekday, weekdayNumber } from "../shared/format/dates.js"
import { t } from "../shared/language.js"
import { daysOf } from "./address.js"
import { shortAmount } from "./amounts.js"
import { attributesOf, cellAt, labelOf } from "./cells.js"
import { indexOf } from "./past.js"
import { titleOf } from "./title.js"

/** @typedef {import("./cells.js").Shop} Shop */
/** @typedef {import("./cells.js").Cell} Cell */

/** @param {Shop} shop @param {Cell} cell */
const wordIn = ({ isGeneratedOnly }, { day: { cents }, isToday, state }) => {
  if (cents !== null)
    return [shortAmount(cents / 100), state === "generated" && !isGeneratedOnly ? el("small", {}, ` ${t("history.est")}`) : ""]
  if (state === "closed") return [t("history.state.closed")]
  return [state === "missing" ? "?" : isToday ? t("history.today_mark") : ""]
}

/** @param {Shop} shop @param {string} date @param {boolean} isOpen */
const dayCell = (shop, date, isOpen) => {
  const cell = cellAt(shop, indexOf(shop.known.past, date))
  const number = el("span", { class: "number" }, String(Number(date.slice(8))))
  if (cell === undefined || cell.state === "before") return el("td", { class: "day" }, number)
  const special = cell.day.makeupFor === null ? cell.special : t("history.makeup")
  return el("td", { class: "day", ...attributesOf(shop, cell), tabindex: -1, "aria-selected": isOpen ? "true" : null },
    el("span", { "aria-hidden": "true" }, number, special === null ? null : el("span", { class: "special" }, special),
      el("span", { class: "amount" }, ...wordIn(shop, cell))), el("span", { class: "for-readers" }, labelOf(cell)))
}

/**
 * A month as a calendar: a grid in which the arrow keys move from day to day. An empty row for the sheet follows the week of the
 * open day.
 * @param {Shop} shop @param {string} month @param {string | null} open
 */
export const monthCalendar = (shop, month, open) => {
  const { from, to } = daysOf({ kind: "month", month, day: null })
  const monday = addDays(from, 1 - weekdayNumber(from))
  const week = [0, 1, 2, 3, 4, 5, 6]
  /** @type {Array<HTMLElement>} */
  const rows = []
  /** @type {HTMLElement | null} */
  let place = null
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
