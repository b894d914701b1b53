import { el } from "../../shared/dom.ts"
import { addDays, dateRange, weekdayName } from "../../shared/format/dates.ts"
import { money } from "../../shared/format/money.ts"
import { counted, t } from "../../shared/language.ts"
import type { Past } from "../figures/days.ts"
import { profileOf } from "../figures/profile.ts"
import type { Usual } from "../figures/profile.ts"

/** Any Monday. */
const monday = "2024-01-01"

const share = (cents: number, largest: number) => `${largest === 0 ? 0 : cents / largest * 100}%`

/** @param hasBefore whether the year before has any such day */
const line = ({ days, daysBefore, mean, meanBefore, weekday }: Usual, largest: number, hasBefore: boolean) => {
  const fill = el("span", { class: "fill" })
  fill.style.width = share(mean ?? 0, largest)
  const tick = el("span", { class: "tick" })
  tick.style.left = share(meanBefore ?? 0, largest)
  return el("tr", {}, el("th", { scope: "row" }, weekdayName(addDays(monday, weekday - 1))),
    el("td", { class: "bar" }, el("span", { class: "track" }, mean === null ? null : fill, meanBefore === null ? null : tick)),
    el("td", { class: "number" }, money(mean === null ? null : mean / 100), " ", el("small", {}, counted("usual.of_days", days))), hasBefore
    ? el("td", { class: "number before" }, meanBefore === null ? "—" : money(meanBefore / 100), " ",
      el("small", {}, counted("usual.of_days", daysBefore)))
    : null)
}

/** The usual amount of each weekday, with a tick for last year's. */
export const usualWeek = (past: Past, from: string, to: string) => {
  // A weekday on which the shop is always closed has no row.
  const week = profileOf(past, from, to).filter(({ days, daysBefore }) => days + daysBefore > 0)
  if (week.length === 0) return []
  const hasBefore = week.some(({ daysBefore }) => daysBefore > 0)
  const largest = Math.max(0, ...week.flatMap(({ mean, meanBefore }) => [mean ?? 0, meanBefore ?? 0]))
  const title = el("h2", { id: "usual-title" }, t("usual"))
  const span = dateRange(past.first !== null && from < past.first ? past.first : from, to < past.asOf ? to : past.asOf)
  if (week.every(({ mean }) => mean === null)) return [title, el("p", { class: "remark" }, t("usual.none", { range: span }))]
  return [
    title,
    el("table", { class: "usual", "aria-labelledby": "usual-title" },
      el("thead", {},
        el("tr", {}, el("th", { scope: "col" }, t("usual.weekday")), el("td", { class: "bar" }),
          el("th", { scope: "col", class: "number" }, t("usual.mean")),
          hasBefore ? el("th", { scope: "col", class: "number before" }, t("usual.before")) : null)),
      el("tbody", {}, ...week.map((usual) => line(usual, largest, hasBefore)))),
    el("p", { class: "remark" }, t("usual.note", { range: span }))
  ]
}
