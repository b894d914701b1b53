import { el } from "../../shared/dom.ts"
import { addDays, monthName, weekday } from "../../shared/format/dates.ts"
import { holidayName } from "../../shared/holiday.ts"
import { t } from "../../shared/language.ts"
import { attributesOf, cellAt, labelOf, markOf } from "../cells.ts"
import type { Shop } from "../cells.ts"
import { daysBetween, indexOf } from "../past.ts"
import { blocksOf } from "./festivals.ts"
import { stacked, weekOf, weeksOf } from "./weeks.ts"
import type { Weeks } from "./weeks.ts"

/** The approximate width of a name in columns: a Chinese character is twice as wide as a Latin letter. */
const widthOfName = (name: string) => [...name].reduce((sum, letter) => sum + (letter < "\u2e80" ? 0.42 : 0.78), 0.4)

/** The names of the months, each above the column of its first day. */
const monthRow = (year: number, weeks: Weeks) => {
  const row = el("div", { class: "months", "aria-hidden": "true" })
  for (let month = 1; month <= 12; month++) {
    const first = `${year}-${String(month).padStart(2, "0")}-01`
    const name = el("span", {}, monthName(first))
    name.style.gridColumnStart = String(weekOf(weeks, first) + 2)
    row.append(name)
  }
  return row
}

const festivals = ({ known: { past } }: Shop, from: string, to: string, weeks: Weeks) => {
  const spans = blocksOf(daysBetween(past, from, to)).filter((block) => block.to >= (past.first ?? from)).map((block) => ({
    name: holidayName(block.name),
    from: weekOf(weeks, block.from),
    to: weekOf(weeks, block.to)
  }))
  return el("div", { class: "festivals", "aria-hidden": "true" }, ...stacked(spans, widthOfName, weeks.count).map((bracket) => {
    const item = el("span", bracket.isLast ? { class: "last" } : {}, el("i", {}), bracket.name)
    item.style.gridColumn = `${bracket.from + 2} / ${bracket.to + 3}`
    item.style.gridRow = String(bracket.row + 1)
    return item
  }))
}

/** A year as a map: a grid with a column per week and a row per weekday, in which the arrow keys move from day to day. */
export const yearMap = (shop: Shop, year: number) => {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const weeks = weeksOf(from, to)
  const { past } = shop.known
  // Computing a date takes as long as the rest of its cell, so the cells are counted instead.
  const start = indexOf(past, weeks.monday)
  const [first, last, today] = [indexOf(past, from), indexOf(past, to), indexOf(past, past.today)]
  const rows = [0, 1, 2, 3, 4, 5, 6].map((row) => {
    const cells = [el("th", { scope: "row", role: "rowheader" }, weekday(addDays(weeks.monday, row)))]
    for (let column = 0; column < weeks.count; column++) {
      const index = start + column * 7 + row
      const isOutside = index < first || index > last
      const cell = isOutside ? undefined : cellAt(shop, index)
      cells.push(cell === undefined || cell.state === "before"
        // Plans are known for one month ahead. Later days are drawn without content.
        ? el("td", { role: "gridcell", "data-state": isOutside || index < today ? null : "ahead" })
        : el("td", { role: "gridcell", ...attributesOf(shop, cell), tabindex: -1, "aria-label": labelOf(cell) }, markOf(cell)))
    }
    return el("tr", { role: "row" }, ...cells)
  })
  const wrapper = el("div", { class: "weeks" }, monthRow(year, weeks),
    el("table", { role: "grid", "aria-label": t("history.map.keys", { year }) }, el("tbody", { role: "rowgroup" }, ...rows)),
    festivals(shop, from, to, weeks))
  wrapper.style.setProperty("--weeks", String(weeks.count))
  return wrapper
}
