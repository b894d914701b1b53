// @ts-check
import { el } from "../shared/dom.js"
import { monthName, shortDate } from "../shared/format/dates.js"
import { money, roundMoney } from "../shared/format/money.js"
import { holidayName } from "../shared/holiday.js"
import { counted, t } from "../shared/language.js"
import { daysOf } from "./address.js"
import { blocksOf } from "./figures/festivals.js"
import { rangeFigures } from "./figures/range.js"
import { linkTo } from "./link.js"
import { indexOf, monthsBetween } from "./past.js"
import { titleOf } from "./title.js"

/** @typedef {import("./cells.js").Shop} Shop */
/** @typedef {import("./address.js").PeriodView} PeriodView */
/** @typedef {import("./figures/range.js").RangeFigures} RangeFigures */
/** @typedef {{ view: PeriodView, name: string, figures: RangeFigures | null }} Row */

/** `春节 9 天`: each block of days off that lies in these days. @param {Shop} shop @param {RangeFigures} figures */
const daysOff = ({ known: { past } }, { from, until }) =>
  blocksOf({ ...past, days: past.days.slice(indexOf(past, from), indexOf(past, until) + 1) }).map(({ from: first, name, to }) => {
    const n = indexOf(past, to) - indexOf(past, first) + 1
    return counted("history.holiday_days", n, { name: holidayName(name), n })
  })

/** @param {Shop} shop @param {Row} row */
const remarks = (shop, { figures, view }) => {
  if (figures === null) return []
  const { closedDays, generatedDays, missing } = figures
  const need = [
    missing.length === 0 ? [] : counted("history.lacks", missing.length, { n: missing.length }),
    generatedDays === 0 || shop.isGeneratedOnly ? [] : counted("history.some_generated", generatedDays, { n: generatedDays })
  ].flat()
  const plain = [
    closedDays === 0 ? [] : counted("history.shop_closed", closedDays, { n: closedDays }),
    view.kind === "month" ? daysOff(shop, figures) : []
  ].flat()
  return [...need.map((text) => el("span", { class: "need" }, text)), ...plain.map((text) => el("span", {}, text))]
}

/** @param {Row} row */
const part = ({ figures, view }) => {
  if (figures === null) return null
  const { from, to } = daysOf(view)
  if (figures.until < to) return el("small", {}, t("history.up_to", { day: shortDate(figures.until) }))
  return figures.from > from ? el("small", {}, t("history.from_on", { day: shortDate(figures.from) })) : null
}

/** @param {Shop} shop @param {Row} row @param {number} largest */
const line = (shop, row, largest) => {
  const { figures, name, view } = row
  const bar = el("span", { class: "fill" })
  bar.style.width = figures === null || largest === 0 ? "0" : `${Math.max(0, figures.cents) / largest * 100}%`
  return el("tr", {}, el("th", { scope: "row" }, linkTo(view, {}, name), " ", part(row)), el("td", { class: "bar" }, bar),
    el("td", { class: "number" }, figures === null ? "—" : money(figures.cents / 100)),
    el("td", { class: "number mean" }, figures === null || figures.mean === null ? "" : roundMoney(figures.mean / 100)),
    el("td", { class: "remark" }, ...remarks(shop, row)))
}

/** @param {Shop} shop @param {ReadonlyArray<PeriodView>} views @param {(view: PeriodView) => string} nameOf @returns {Array<Row>} */
const rowsOf = ({ known: { past } }, views, nameOf) =>
  views.flatMap((view) => {
    const { from, to } = daysOf(view)
    if (past.first === null || to < past.first || from > past.asOf) return []
    return [{ view, name: nameOf(view), figures: rangeFigures(past, from < past.first ? past.first : from, to) }]
  })

/** @param {Shop} shop @param {string} title @param {string} column @param {ReadonlyArray<Row>} rows */
const table = (shop, title, column, rows) => {
  const largest = Math.max(0, ...rows.map(({ figures }) => figures?.cents ?? 0))
  return el("div", {}, el("h2", {}, title),
    el("table", {}, el("caption", { class: "for-readers" }, title),
      el("thead", {},
        el("tr", {}, el("th", { scope: "col" }, column), el("td", { class: "bar" }),
          el("th", { scope: "col", class: "number" }, t("history.column.total")),
          el("th", { scope: "col", class: "number mean" }, t("history.column.mean")),
          el("th", { scope: "col", class: "remark" }, t("history.column.remark")))),
      el("tbody", {}, ...rows.map((row) => line(shop, row, largest)))))
}

/** The months of a year, newest first, and all years where there is more than one. @param {Shop} shop @param {number} year */
export const periods = (shop, year) => {
  const { from, to } = daysOf({ kind: "year", year })
  const months = rowsOf(shop, monthsBetween(from, to).map((month) => ({ kind: "month", month, day: null })),
    (view) => monthName(daysOf(view).from))
  const { past } = shop.known
  const newest = Number(past.asOf.slice(0, 4))
  const oldest = Number((past.first ?? past.asOf).slice(0, 4))
  const years = rowsOf(shop, Array.from({ length: newest - oldest + 1 }, (_, index) => ({ kind: "year", year: newest - index })), titleOf)
  return [
    months.length === 0 ? null : table(shop, t("history.months"), t("history.column.month"), months),
    years.length < 2 ? null : table(shop, t("history.years"), t("history.column.year"), years)
  ].filter((part) => part !== null)
}
