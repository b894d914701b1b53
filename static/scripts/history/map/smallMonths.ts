import { el } from "../../shared/dom.ts"
import { addDays, monthName, weekdayNumber } from "../../shared/format/dates.ts"
import { t } from "../../shared/language.ts"
import { daysOf } from "../address.ts"
import { compactMoney } from "../amounts.ts"
import { attributesOf, cellAt, markOf } from "../cells.ts"
import type { Shop } from "../cells.ts"
import { linkTo } from "../link.ts"
import { indexOf, monthOf, monthsBetween } from "../past.ts"

const smallMonth = (shop: Shop, month: string) => {
  const { past } = shop.known
  const { from, to } = daysOf({ kind: "month", month, day: null })
  const sum = monthOf(past, month)
  const days = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const cell = cellAt(shop, indexOf(past, date))
    days.push(cell === undefined
      ? el("i", { "data-state": date < past.today ? "before" : "ahead" })
      : el("i", attributesOf(shop, cell), markOf(cell)))
  }
  const [first] = days
  if (first !== undefined) first.style.gridColumnStart = String(weekdayNumber(from))
  return el("li", {},
    linkTo({ kind: "month", month, day: null }, {}, el("span", { class: "name" }, monthName(from)), " ",
      el("span", { class: "total-of" }, sum === undefined || sum.days === 0 ? "" : compactMoney(sum.total)),
      el("span", { class: "days", "aria-hidden": "true" }, ...days)))
}

/**
 * The months of a year from the first record on, for a narrow screen, on which a month is large enough to be tapped but a day is
 * not.
 */
export const smallMonths = (shop: Shop, year: number) => {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  const from = shop.known.past.first ?? first
  const months = monthsBetween(from > first ? from : first, last).toReversed()
  return el("div", {}, el("ol", { class: "small-months" }, ...months.map((month) => smallMonth(shop, month))),
    el("p", { class: "remark" }, t("history.tap_month")))
}
