import { leastOfMean } from "../../../src/Domain/DayStatistics.ts"
import { byId, el } from "../shared/dom.ts"
import { addDays, dayLabel, shortDate, weekdayName } from "../shared/format/dates.ts"
import { money } from "../shared/format/money.ts"
import { specialName } from "../shared/holiday.ts"
import { t } from "../shared/language.ts"
import { bareShare, change, directed } from "./amount.ts"
import { linkToEntry } from "./entry-link.ts"
import { isAsOf, isMissing, isUncounted, leadOf, outlierOf, weekdaysOf } from "./metrics.ts"
import type { Metrics } from "./metrics.ts"
import type { Day } from "./metrics.ts"
import type { Lead } from "./metrics.ts"
import type { Beside } from "./metrics.ts"
import type { DayDetail } from "./metrics.ts"

export const row = (label: string, when: string, amount: HTMLElement, note: HTMLElement | string | null) =>
  el("li", {}, el("p", { class: "label" }, label, " ", when === "" ? null : el("span", { class: "when" }, when)),
    el("p", { class: "amount" }, amount), note === null ? null : el("p", { class: "sub" }, note))

/** A single day as a figure; null before the first record. */
const dayRow = (metrics: Metrics, label: string, day: Day) => {
  if (day.amount === null) {
    const missing = isMissing(metrics, day.date)
    if (!missing && !day.closed) return null
    const amount = el("span", { class: missing ? "none need" : "none" }, t(day.closed ? "closed" : "no_figure"))
    return row(label, dayLabel(day.date), amount, missing ? linkToEntry(day.date, t("enter.late"), "need") : null)
  }
  const uncounted = isUncounted(metrics, day.source)
  return row(label, dayLabel(day.date), el("span", { class: uncounted ? "uncounted" : null }, money(day.amount)),
    uncounted ? el("span", { class: "need" }, t("uncounted")) : null)
}

/** The leading day compared with an earlier amount. */
const comparedRow = (metrics: Metrics, lead: Lead, label: string, when: string, { current, previous }: Beside) => {
  if (previous == null) return row(label, when, el("span", { class: "none" }, previous === null ? t("compare.nothing") : "—"), null)
  const said = lead.entered !== null
    ? t("compare.later")
    : isUncounted(metrics, lead.source)
    ? t("compare.never")
    : current === null
    ? null
    : change(current, previous)
  return row(said instanceof Node ? t("compare.with", { what: label }) : label, when, el("span", {}, money(previous)), said)
}

const lastHoliday = (same: NonNullable<Metrics["comparisons"]["same_holiday_last_year"]>) =>
  t("last.holiday", { name: specialName({ holiday: same }) ?? same.name })

/** A holiday beside the same day of last year's holiday. No ordinary weekday is comparable to it. */
const holidayRow = (metrics: Metrics, lead: Lead) => {
  const same = metrics.comparisons.same_holiday_last_year
  if (!same?.date || !isAsOf(metrics, lead)) return null
  const [label, when] = [lastHoliday(same), shortDate(same.date)]
  if (!same.was_off) return row(label, when, el("span", { class: "none" }, "—"), t("compare.worked"))
  return same.previous === null ? null : comparedRow(metrics, lead, label, when, same)
}

/** Both comparisons in one line, for a phone. A holiday has only the comparison with last year's. */
const inline = (metrics: Metrics, lead: Lead, week: Beside, mean: Beside & { days_compared: number }) => {
  if (!isAsOf(metrics, lead) || outlierOf(metrics, lead) !== null) return []
  const weekday = weekdayName(lead.date)
  const holiday = metrics.comparisons.same_holiday_last_year
  const part = (what: string, { current, previous }: Beside) => {
    if (current === null || previous == null) return []
    const share = bareShare(current, previous)
    return share === null ? [] : [el("span", {}, t("compare.with", { what }), " ", directed(current, previous, share))]
  }
  const { previous } = week
  if (lead.amount === null && previous != null)
    return [el("span", {}, `${t("last.weekday", { weekday })} ${money(previous)}`)]
  const ofHoliday = holiday === null ? [] : part(lastHoliday(holiday), holiday)
  if (ofHoliday.length > 0) return ofHoliday
  return [
    ...part(t("last.weekday", { weekday }), week),
    ...(mean.days_compared < leastOfMean ? [] : part(t("mean4", { n: mean.days_compared, weekday }), mean))
  ]
}

/** @param detail of the day that leads */
export const renderAgainst = (metrics: Metrics, detail: DayDetail | null) => {
  const { day_before, yesterday } = metrics
  const lead = leadOf(metrics)
  const weekday = weekdayName(lead.date)
  const [week, mean] = weekdaysOf(metrics, lead, detail)
  const n = mean.days_compared
  byId("against").replaceChildren(...[
    holidayRow(metrics, lead),
    comparedRow(metrics, lead, t("last.weekday", { weekday }), shortDate(addDays(lead.date, -7)), week),
    n < leastOfMean ? null : comparedRow(metrics, lead, t("mean4", { n, weekday }), "", mean),
    lead.name === "yesterday" ? dayRow(metrics, t("day_before"), day_before) : dayRow(metrics, t("yesterday"), yesterday)
  ].filter((part) => part !== null))
  byId("inline").replaceChildren(...inline(metrics, lead, week, mean))
}
