import { byId, el } from "../shared/dom.ts"
import { fairly } from "../shared/fair.ts"
import { addDays, dateRange, shortDate, weekday } from "../shared/format/dates.ts"
import { estimate, figure, fit } from "../shared/format/figure.ts"
import { about } from "../shared/format/money.ts"
import { counted, t } from "../shared/language.ts"
import { around, change, directed } from "./amount.ts"
import { linkToEntry } from "./entry-link.ts"
import type { Metrics } from "./metrics.ts"
import type { Period } from "./metrics.ts"
import type { Comparison } from "./metrics.ts"

const mostNamed = 2

/** `周一至周三`, or one day of the week. */
const weekdays = ({ end, start }: Period) => start === end ? weekday(start) : t("weekdays", { from: weekday(start), to: weekday(end) })

/** The days that are missing in a sum, each as a link to its entry. */
const gaps = (period: Period, name: (date: string) => string, calm: boolean, generatedDay: (period: Period) => string | null) => {
  const { closed_days, final_days: n, generated_days, missing } = period
  const days = n + missing.length
  const known = days + closed_days
  if (known === 0) return []
  // The shop's first record lies within the period.
  const since = known < period.days ? el("span", {}, t("gap.since", { date: shortDate(addDays(period.start, period.days - known)) })) : null
  const names = missing.map(name).join(t("list.comma"))
  // Where every day is counted there is nothing to say.
  const count = missing[0] === undefined
    ? generated_days === 0 ? null : el("span", {}, t("gap.counted", { n: period.counted.days, days }))
    : linkToEntry(missing[0],
      t(missing.length > mostNamed ? "gap.missing.many" : "gap.missing", { n: period.counted.days, days, names, missing: missing.length }))
  const made = period.counted.days === 0 ? t("gap.estimates") : t("gap.estimated", { amount: about(period.estimated.total) })
  const generated = generated_days === 0 ? null : calm ? el("span", {}, made) : linkToEntry(generatedDay(period), made)
  const closed = closed_days === 0 ? null : el("span", {}, counted("gap.closed", closed_days))
  return [days === 0 ? null : count, since, generated, closed].filter((part) => part !== null)
}

/** Whether nobody has counted a day of the period. */
export const isAllEstimated = ({ counted: { days }, final_days }: Period) => final_days > 0 && days === 0

/** The sum that leads: of the counted days, or of the estimates where there is nothing else. */
export const shownSum = (period: Period) => isAllEstimated(period) ? Math.round(period.estimated.total) : period.counted.total

export const sumFigure = (period: Period) => isAllEstimated(period) ? estimate(period.estimated.total) : figure(period.counted.total)

/** Makes space for it. */
export const fitSum = (element: HTMLElement, period: Period) =>
  fit(element, period.counted.total, isAllEstimated(period) ? about(period.estimated.total) : undefined)

export type Sum = { period: Period; range: string; note: (HTMLElement | string)[]; gap: HTMLElement[] }
const renderTotal = (id: string, { gap, note, period, range }: Sum) => {
  const article = byId(id)
  const put = (part: string, ...content: (Node | string)[]) => article.querySelector(`.${part}`)?.replaceChildren(...content)
  put("range", range)
  put("sum", ...(period.final_days === 0 ? ["—"] : sumFigure(period)))
  article.querySelector(".sum")?.classList.toggle("hollow", isAllEstimated(period))
  put("foot", ...note)
  put("gap", ...gap)
  fitSum(article, period)
}

/** The fair comparison of the month, with an arrow; null if its sum is fair as it is. */
export const fairLine = (month: Comparison) =>
  fairly(month, (say, share, now, before) => around(say, directed(now, before, share.slice(1))))

/**
 * The sums, each with its comparison and its missing days.
 * @param generatedDay the newest generated day of a period, where it is known
 */
export const sumsOf = (metrics: Metrics, generatedDay: (period: Period) => string | null) => {
  const { as_of, comparisons, generated_only: calm, last_week, this_month, this_week } = metrics
  const note = (period: Period, comparison: Comparison, unit: "week" | "month") => {
    const { current, days_compared: n, previous } = comparison
    if (as_of < period.start) return [t(`${unit}.begins`)]
    if (current === null || previous === null) return []
    const difference = change(current, previous, false)
    const fair = fairLine(comparison)
    // The fair comparison leads; the plain one is below it, small and without colour.
    return fair === null
      ? [around((difference) => t(`vs.${unit}`, { n, difference }), difference)]
      : [fair, el("span", { class: "mix" }, t("vs.plain", { n, difference: difference.textContent ?? "" }))]
  }
  return {
    thisWeek: {
      period: this_week,
      range: as_of >= this_week.start ? weekdays(this_week) : "",
      note: note(this_week, comparisons.week_to_date, "week"),
      gap: gaps(this_week, weekday, calm, generatedDay)
    },
    lastWeek: {
      period: last_week,
      range: dateRange(last_week.start, last_week.end),
      note: [],
      gap: gaps(last_week, weekday, calm, generatedDay)
    },
    thisMonth: {
      period: this_month,
      range: as_of >= this_month.start ? dateRange(this_month.start, this_month.end) : "",
      note: note(this_month, comparisons.month_to_date, "month"),
      gap: gaps(this_month, shortDate, calm, generatedDay)
    }
  }
}

export const renderTotals = (metrics: Metrics, generatedDay: (period: Period) => string | null) => {
  const { lastWeek, thisMonth, thisWeek } = sumsOf(metrics, generatedDay)
  renderTotal("this-week", thisWeek)
  renderTotal("last-week", lastWeek)
  renderTotal("this-month", thisMonth)
}
