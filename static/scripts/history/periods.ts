import { yearBefore } from "../../../src/Domain/Matching.ts"
import { el } from "../shared/dom.ts"
import { addDays, isDate, monthName, shortDate } from "../shared/format/dates.ts"
import { about, money, percent, roundMoney } from "../shared/format/money.ts"
import { holidayName } from "../shared/holiday.ts"
import { counted, t } from "../shared/language.ts"
import { daysOf } from "./address.ts"
import type { PeriodView } from "./address.ts"
import type { Shop } from "./cells.ts"
import { compareYear } from "./compareYear.ts"
import { daysBetween } from "./figures/days.ts"
import { rangeFigures, sumOf } from "./figures/range.ts"
import type { RangeFigures } from "./figures/range.ts"
import { linkTo } from "./link.ts"
import { monthsBetween } from "./past.ts"
import { estimateIn } from "./takings.ts"
import { titleOf } from "./title.ts"

type Row = { view: PeriodView; name: string; figures: RangeFigures | null }

/** The number of days off in a period, by festival. */
const daysOff = ({ known: { past } }: Shop, from: string, to: string) => {
  const days: Map<string, number> = new Map()
  for (const { festivals: [festival] } of daysBetween(past, from, to)) {
    if (festival !== undefined) days.set(festival.name, (days.get(festival.name) ?? 0) + 1)
  }
  return days
}

/** `春节 9 天，去年 4 天`: the days off of a month, and those of the period with which it is compared. */
const holidays = (shop: Shop, { from, until }: RangeFigures) => {
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

const remarks = (shop: Shop, { figures, view }: Row) => {
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

const part = ({ figures, view }: Row) => {
  if (figures === null) return null
  const { from, to } = daysOf(view)
  if (figures.until < to) return el("small", {}, t("history.up_to", { day: shortDate(figures.until) }))
  return figures.from > from ? el("small", {}, t("history.from_on", { day: shortDate(figures.from) })) : null
}

/** The comparison with the same dates of the year before; empty if none of them can be compared. */
const lastYear = ({ known: { past } }: Shop, { view }: Row) => {
  const { from, to } = daysOf(view)
  const { current, daysCompared, previous } = compareYear(past, from, to)
  const share = current === null || previous === null ? null : percent(current, previous)
  if (current === null || previous === null || share === null) return null
  return el("span", { class: current > previous ? "rise" : current < previous ? "fall" : null }, share, " ",
    el("small", {}, counted("history.days", daysCompared)))
}

const line = (shop: Shop, row: Row, largest: number) => {
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

const rowsOf = ({ known: { past } }: Shop, views: ReadonlyArray<PeriodView>, nameOf: (view: PeriodView) => string): Array<Row> =>
  views.flatMap((view) => {
    const { from, to } = daysOf(view)
    if (past.first === null || to < past.first || from > past.asOf) return []
    return [{ view, name: nameOf(view), figures: rangeFigures(past, from < past.first ? past.first : from, to) }]
  })

const table = (shop: Shop, title: string, column: string, rows: ReadonlyArray<Row>) => {
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

/** The months of a year, newest first, and all years if there are several. */
export const periods = (shop: Shop, year: number) => {
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
