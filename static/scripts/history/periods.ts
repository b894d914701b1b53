import { comparedLine } from "../shared/compared.ts"
import { el } from "../shared/dom.ts"
import { monthName, shortDate } from "../shared/format/dates.ts"
import { about, money, roundMoney } from "../shared/format/money.ts"
import { counted, t } from "../shared/language.ts"
import { daysOf } from "./address.ts"
import type { PeriodView } from "./address.ts"
import type { Shop } from "./cells.ts"
import { linkTo } from "./link.ts"
import { monthOf, monthsBetween, yearOf } from "./past.ts"
import type { Sum } from "./past.ts"
import { countedDays, estimateIn, shownSum } from "./takings.ts"
import { titleOf } from "./title.ts"

type Row = { view: PeriodView; name: string; sum: Sum }

/** The address of a month's report, in the language of the page. */
export const reportOf = (month: string) => {
  const language = new URLSearchParams(location.search).get("lang")
  return `report/${month}${language === null ? "" : `?lang=${language}`}`
}

const remarks = ({ sum }: Row) => [
  ...(sum.missing.length === 0 ? [] : [el("span", { class: "need" }, counted("history.lacks", sum.missing.length))]),
  ...estimateIn(sum).map((text) => el("span", { class: "need" }, text)),
  ...(sum.closed_days === 0 ? [] : [el("span", {}, counted("history.shop_closed", sum.closed_days))])
]

const part = (shop: Shop, { sum, view }: Row) => {
  const [start, end] = countedDays(shop, sum)
  const { from, to } = daysOf(view)
  if (end < to) return el("small", {}, t("history.up_to", { day: shortDate(end) }))
  return start > from ? el("small", {}, t("history.from_on", { day: shortDate(start) })) : null
}

const line = (shop: Shop, row: Row, largest: number) => {
  const { past } = shop.known
  const { name, sum, view } = row
  const { amount, isEstimate } = shownSum(sum)
  const bar = el("span", { class: isEstimate ? "fill hollow" : "fill" })
  const under = remarks(row)
  bar.style.width = amount === null || largest === 0 ? "0" : `${Math.max(0, amount) / largest * 100}%`
  return el("tr", {}, el("th", { scope: "row" }, linkTo(view, {}, name), " ", part(shop, row)), el("td", { class: "bar" }, bar),
    el("td", { class: "number" }, amount === null ? "—" : (isEstimate ? about : money)(amount), // On a phone, where the column of remarks has no room.
      under.length === 0 ? null : el("small", { class: "under" }, ...under)),
    el("td", { class: "number mean" }, sum.mean === null ? "" : roundMoney(sum.mean)),
    el("td", { class: "year" }, sum.comparison === null ? null : comparedLine(sum.comparison, { date: sum.start }, sum.end >= past.asOf)),
    el("td", { class: "remark" }, ...remarks(row)), view.kind === "month"
    ? el("td", {}, el("a", { href: reportOf(view.month), "aria-label": t("history.report_of", { name }) }, t("history.report")))
    : null)
}

const table = (shop: Shop, title: string, column: string, rows: ReadonlyArray<Row>) => {
  const largest = Math.max(0, ...rows.map(({ sum }) => shownSum(sum).amount ?? 0))
  const isOfMonths = rows.some(({ view }) => view.kind === "month")
  return el("div", {}, el("h2", {}, title),
    el("table", {}, el("caption", { class: "for-readers" }, title),
      el("thead", {},
        el("tr", {}, el("th", { scope: "col" }, column), el("td", { class: "bar" }),
          el("th", { scope: "col", class: "number" }, t("history.column.total")),
          el("th", { scope: "col", class: "number mean" }, t("history.column.mean")),
          el("th", { scope: "col", class: "year" }, t("history.column.compared")),
          el("th", { scope: "col", class: "remark" }, t("history.column.remark")), isOfMonths ? el("td", {}) : null)),
      el("tbody", {}, ...rows.map((row) => line(shop, row, largest)))))
}

/** The months of a year, newest first, and all years if there are several. */
export const periods = (shop: Shop, year: number) => {
  const { past } = shop.known
  const { from, to } = daysOf({ kind: "year", year })
  const isOpen = (sum: Sum | undefined): sum is Sum => sum !== undefined && past.first !== null && sum.end >= past.first
  const months = monthsBetween(from, to).flatMap((month): Array<Row> => {
    const sum = monthOf(past, month)
    return isOpen(sum) ? [{ view: { kind: "month", month, day: null }, name: monthName(`${month}-01`), sum }] : []
  })
  const newest = Number(past.asOf.slice(0, 4))
  const years = Array.from({ length: past.years.length }, (_, index) => newest - index).flatMap((of): Array<Row> => {
    const sum = yearOf(past, of)
    const view = { kind: "year", year: of } as const
    return isOpen(sum) ? [{ view, name: titleOf(view), sum }] : []
  })
  return [
    months.length === 0 ? null : table(shop, t("history.months"), t("history.column.month"), months),
    years.length < 2 ? null : table(shop, t("history.years"), t("history.column.year"), years)
  ].filter((part) => part !== null)
}
