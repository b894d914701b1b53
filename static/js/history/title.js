// @ts-check
import { dateRange, fullDate, monthName } from "../shared/format/dates.js"
import { t } from "../shared/language.js"
import { festivalName } from "./festival.js"
import { festivalOf } from "./figures/festivals.js"

/** @typedef {import("./figures/days.js").Past} Past @typedef {import("./address.js").View} View @typedef {import("./address.js").RangeView} RangeView */

/** `2026年春节` if the range is exactly that festival, otherwise its dates. @param {RangeView} view @param {Past} past */
const rangeTitle = ({ from, to }, past) => {
  const block = festivalOf(past, from, to)
  if (block !== undefined) return festivalName(block)
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${fullDate(from)} – ${fullDate(to)}`
  return t("range.title", { year: Number(from.slice(0, 4)), range: dateRange(from, to) })
}

/** `2026年` or `2026年2月`. @param {import("./address.js").PeriodView} view */
export const titleOf = (view) =>
  view.kind === "year"
    ? t("history.year", { year: view.year })
    : t("history.month", { year: Number(view.month.slice(0, 4)), month: monthName(`${view.month}-01`) })

/** The title of any view. @param {View} view @param {Past} past */
export const titleIn = (view, past) => view.kind === "range" ? rangeTitle(view, past) : titleOf(view)
