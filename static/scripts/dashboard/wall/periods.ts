import { leastOfMean } from "../../../../src/Domain/DayStatistics.ts"
import { el } from "../../shared/dom.ts"
import { about, money } from "../../shared/format/money.ts"
import { counted, t } from "../../shared/language.ts"
import { row } from "../against.ts"
import { change } from "../amount.ts"
import type { Metrics } from "../metrics.ts"
import type { Period } from "../metrics.ts"
import type { Comparison } from "../metrics.ts"
import { fairLine, fitSum, isAllEstimated, shownSum, sumFigure, sumsOf } from "../totals.ts"
import type { Sum } from "../totals.ts"

/** The days of an earlier period with which this one was compared; null without any. */
const compared = (label: string, comparison: Comparison) => {
  const { current, days_compared: n, previous } = comparison
  if (current === null || previous === null) return null
  const fair = fairLine(comparison)
  return row(fair === null ? t("compare.with", { what: label }) : label, counted("scene.days", n), el("span", {}, money(previous)),
    fair ?? change(current, previous, false))
}

const mean = ({ counted: { days: n, total } }: Period) =>
  row(t("scene.mean"), counted("scene.days", n), el("span", {}, n < leastOfMean ? "—" : money(Math.round((total / n) * 100) / 100)), null)

const fill = (scene: HTMLElement, title: string, { gap, period, range }: Sum, rows: (HTMLElement | null)[]) => {
  const big = el("p", { class: isAllEstimated(period) ? "figure hollow" : "figure" }, ...sumFigure(period))
  fitSum(big, period)
  scene.replaceChildren(
    el("div", { class: "now" }, el("h2", {}, title, " ", el("span", { class: "when" }, range)), big, el("p", { class: "caption" }, ...gap)),
    el("div", { class: "against" }, el("ul", {}, ...rows))
  )
}

/** The week and the month as scenes of the wall. */
export const renderPeriods = (metrics: Metrics, generatedDay: (period: Period) => string | null, week: HTMLElement, month: HTMLElement) => {
  const { comparisons } = metrics
  const { lastWeek, thisMonth, thisWeek } = sumsOf(metrics, generatedDay)
  if (thisWeek.period.final_days > 0) {
    const lacking = lastWeek.gap.flatMap((part, index) => (index === 0 ? [part] : [" · ", part]))
    fill(week, t("this_week"), thisWeek, [
      compared(t("scene.before.week"), comparisons.week_to_date),
      row(t("last_week"), lastWeek.range, el("span", {}, lastWeek.period.final_days === 0
        ? "—"
        : isAllEstimated(lastWeek.period)
        ? about(shownSum(lastWeek.period))
        : money(shownSum(lastWeek.period))), el("span", {}, ...lacking)),
      mean(thisWeek.period)
    ])
  }
  if (thisMonth.period.final_days > 0) {
    fill(month, t("this_month"), thisMonth, [
      compared(t("scene.before.month"), comparisons.month_to_date),
      compared(t("scene.before.year"), comparisons.month_to_date_last_year),
      compared(t("scene.year"), comparisons.year_to_date),
      mean(thisMonth.period)
    ])
  }
}
