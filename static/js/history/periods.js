// @ts-check
import { yearBefore } from "../../../src/Domain/Matching.ts"
import { el } from "../shared/dom.js"
import { addDays, isDate, monthName, shortDate } from "../shared/format/dates.js"
import { about, money, percent, roundMoney } from "../shared/format/money.js"
import { holidayName } from "../shared/holiday.js"
import { counted, t } from "../shared/language.js"
import { daysOf } from "./address.js"
import { compareYear } from "./compareYear.js"
import { daysBetween } from "./figures/days.js"
import { rangeFigures, sumOf } from "./figures/range.js"
import { linkTo } from "./link.js"
import { monthsBetween } from "./past.js"
import { estimateIn } from "./takings.js"
import { titleOf } from "./title.js"

/** @typedef {import("./cells.js").Shop} Shop */
/** @typedef {import("./address.js").PeriodView} PeriodView */
/** @typedef {import("./figures/range.js").RangeFigures} RangeFigures */
/** @typedef {{ view: PeriodView, name: string, figures: RangeFigures | null }} Row */

/** The number of days off in a period, by festival. @param {Shop} shop @param {string} from @param {string} to */
const daysOff = ({ known: { past } }, from, to) => {
  /** @type {Map<string, number>} */
  const days = new Map()
  for (const { festivals: [festival] } of daysBetween(past, from, to)) {
    if (festival !== undefined) days.set(festival.name, (days.get(festival.name) ?? 0) + 1)
  }
  return days
}

/**
 * `春节 9 天，去年 4 天`: the days off of a month, and those of the period with which it is compared.
 * @param {Shop} shop @param {RangeFigures} figures
 */
const holidays = (shop, { from, until }) => {
  const now = daysOff(shop, from, until)
  const last = yearBefore(until)
  const then = daysOff(shop, yearBefore(from), isDate(last) ? last : yearBefore(addDays(until, -1)))
  const { first, missingYears } = shop.known.past
  const comparable = first !== null && yearBefore(from) >= first && !missingYears.includes(Number(from.slice(0, 4)) - 1)
  return [...new Set([...now.keys(), ...(comparable ? then.keys() : [])])].map((key) => {
    const [name, n, before] = [holidayName(key), now.get(key) ?? 0, then.get(key) ?? 0]
    if (!comparable || n === before) return counted("history.holiday_days", n, { name })
    if (n === 0) return counted("history.holiday_then", before, { name, then: before })
    return counted(before === 0 ? "history.holiday_now" : "history.holiday_both", n, { name, then: before })
  })
}

/** @param {Shop} shop @param {Row} row */
const remarks = (shop, { figures, view }) => {
  if (figures === null) return []
  const { closedDays, generatedDays, missing } = figures
  const need = [
    missing.length === 0 ? [] : counted("history.lacks", missing.length),
    generatedDays === 0 || shop.isGeneratedOnly ? [] : estimateIn(figures)
  ].flat()
  const plain = [
    closedDays === 0 ? [] : counted("history.shop_closed", closedDays),
    view.kind === "month" ? holidays(shop, figures) : []
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

/** The comparison with the same dates of the year before; empty if none of them can be compared. @param {Shop} shop @param {Row} row */
const lastYear = ({ known: { past } }, { view }) => {
  const { from, to } = daysOf(view)
  const { current, daysCompared, previous } = compareYear(past, from, to)
  const share = current === null || previous === null ? null : percent(current, previous)
  if (current === null || previous === null || share === null) return null
  return el("span", { class: current > previous ? "rise" : current < previous ? "fall" : null }, share, " ",
    el("small", {}, counted("history.days", daysCompared)))
}

/** @param {Shop} shop @param {Row} row @param {number} largest */
const line = (shop, row, largest) => {
  const { figures, name, view } = row
  const sum = figures === null ? null : sumOf(figures)
  const bar = el("span", { class: sum?.isEstimate ? "fill hollow" : "fill" })
  const under = remarks(shop, row)
  bar.style.width = sum === null || largest === 0 ? "0" : `${Math.max(0, sum.cents) / largest * 100}%`
  return el("tr", {}, el("th", { scope: "row" }, linkTo(view, {}, name), " ", part(row)), el("td", { class: "bar" }, bar),
    el("td", { class: "number" }, sum === null ? "—" : (sum.isEstimate ? about : money)(sum.cents / 100), // On a phone, where the column of remarks has no room.
      under.length === 0 ? null : el("small", { class: "under" }, ...under)),
    el("td", { class: "number mean" }, figures === null || figures.mean === null ? "" : roundMoney(figures.mean / 100)),
    el("td", { class: "number year" }, lastYear(shop, row)), el("td", { class: "remark" }, ...remarks(shop, row)))
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
  const largest = Math.max(0, ...rows.map(({ figures }) => figures === null ? 0 : sumOf(figures).cents))
  return el("div", {}, el("h2", {}, title),
    el("table", {}, el("caption", { class: "for-readers" }, title),
      el("thead", {},
        el("tr", {}, el("th", { scope: "col" }, column), el("td", { class: "bar" }),
          el("th", { scope: "col", class: "number" }, t("history.column.total")),
          el("th", { scope: "col", class: "number mean" }, t("history.column.mean")),
          el("th", { scope: "col", class: "number year" }, t("range.against.year")),
          el("th", { scope: "col", class: "remark" }, t("history.column.remark")))),
      el("tbody", {}, ...rows.map((row) => line(shop, row, largest)))))
}

/** The months of a year, newest first, and all years if there are several. @param {Shop} shop @param {number} year */
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
