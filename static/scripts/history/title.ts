import { dateRange, fullDate, monthName } from "../shared/format/dates.ts"
import { t } from "../shared/language.ts"
import type { PeriodView, RangeView, View } from "./address.ts"

const rangeTitle = ({ from, to }: RangeView) =>
  from.slice(0, 4) === to.slice(0, 4)
    ? t("range.title", { year: Number(from.slice(0, 4)), range: dateRange(from, to) })
    : `${fullDate(from)} – ${fullDate(to)}`

/** `2026年` or `2026年2月`. */
export const titleOf = (view: PeriodView) =>
  view.kind === "year"
    ? t("history.year", { year: view.year })
    : t("history.month", { year: Number(view.month.slice(0, 4)), month: monthName(`${view.month}-01`) })

/** The title of any view. */
export const titleIn = (view: View) => view.kind === "range" ? rangeTitle(view) : titleOf(view)
