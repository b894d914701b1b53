import { dateRange, fullDate, monthName } from "../shared/format/dates.ts"
import { t } from "../shared/language.ts"
import type { PeriodView } from "./address.ts"
import type { View } from "./address.ts"
import type { RangeView } from "./address.ts"
import { festivalName } from "./festival.ts"
import type { Past } from "./figures/days.ts"
import { festivalOf } from "./figures/festivals.ts"

/** `2026年春节` if the range is exactly that festival, otherwise its dates. */
const rangeTitle = ({ from, to }: RangeView, past: Past) => {
  const block = festivalOf(past, from, to)
  if (block !== undefined) return festivalName(block)
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${fullDate(from)} – ${fullDate(to)}`
  return t("range.title", { year: Number(from.slice(0, 4)), range: dateRange(from, to) })
}

/** `2026年` or `2026年2月`. */
export const titleOf = (view: PeriodView) =>
  view.kind === "year"
    ? t("history.year", { year: view.year })
    : t("history.month", { year: Number(view.month.slice(0, 4)), month: monthName(`${view.month}-01`) })

/** The title of any view. */
export const titleIn = (view: View, past: Past) => view.kind === "range" ? rangeTitle(view, past) : titleOf(view)
