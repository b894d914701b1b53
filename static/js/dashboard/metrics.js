// @ts-check
import { settledNext } from "../shared/next-cutoff.js"
import { windowsIn } from "../shared/windows.js"

/**
 * @typedef {import("../../../src/Api/Responses.ts").Responses} Responses
 * @typedef {Responses["metrics"]} Metrics
 * @typedef {Metrics["yesterday"]} Day
 * @typedef {NonNullable<Metrics["today"]["entered"]>} Entered
 * @typedef {Entered["source"]} Source
 * @typedef {Metrics["this_week"]} Period
 * @typedef {Metrics["comparisons"]["week_to_date"]} Comparison
 * @typedef {Responses["day"]} DayDetail
 * @typedef {DayDetail["audit"][number]} Change
 */

/** Whether today's cutoff is past, so that the next cutoff is another day's. @param {Metrics} metrics */
export const isPastCutoff = (metrics) => settledNext(metrics) > metrics.today.date

/** Whether today's cutoff is past and today still awaits its figure. @param {Metrics} metrics */
export const isAwaited = (metrics) => metrics.today.awaits && isPastCutoff(metrics)

/** Whether the source is being asked for today's figure. @param {Metrics} metrics */
export const isAsked = ({ today }) => today.asked_until !== undefined

/** Whether today's figure is expected of the source, now or at the cutoff. @param {Metrics} metrics */
export const isSourced = (metrics) => isAsked(metrics) || metrics.today.to_ask === true

/**
 * The leading day, whose amount is the largest text of the page: today if it has a figure, otherwise yesterday. In a shop without
 * any figure it is today. If the shop was closed yesterday, it is the day before; a day whose figure is missing is not skipped.
 * @typedef {{ name: "today" | "yesterday" | "day_before", date: string, amount: number | null, source: Source | null, entered: Entered | null }} Lead
 * @param {Metrics} metrics @returns {Lead}
 */
export const leadOf = (metrics) => {
  const { day_before, newest, today, yesterday } = metrics
  const { entered } = today
  if (today.amount !== null || entered === null && (newest === null || isAwaited(metrics)))
    return { name: "today", date: today.date, amount: today.amount, source: today.source, entered: null }
  if (entered !== null) return { name: "today", date: today.date, amount: entered.amount, source: entered.source, entered }
  const [name, day] = yesterday.closed && day_before.amount !== null
    ? /** @type {const} */ (["day_before", day_before])
    : /** @type {const} */ (["yesterday", yesterday])
  return { name, date: day.date, amount: day.amount, source: day.source, entered: null }
}

/** Whether the amount is a running amount from a till. @param {Pick<Lead, "entered">} lead */
export const isRunning = ({ entered }) => entered !== null && entered.source === "feed" && !entered.is_final

/** Whether the amount was generated before the present cutoff, because a reload has moved the cutoff. @param {Lead} lead */
export const isGeneratedEarly = ({ entered }) => entered !== null && entered.source === "generated"

/**
 * Whether a person is needed: the amount is not counted although the shop counts its days.
 * @param {Metrics} metrics @param {Source | null} source
 */
export const isUncounted = (metrics, source) => source === "generated" && !metrics.generated_only

/** Whether the newest change of the day's amount entered it or confirmed it. @param {DayDetail | null} detail @returns {"entered" | "confirmed"} */
export const doneTo = (detail) => detail?.audit.find(({ action }) => action === "correct")?.kind === "confirmed" ? "confirmed" : "entered"

/** Whether the leading day is the one that the service compares. @param {Pick<Metrics, "as_of">} metrics @param {Lead} lead */
export const isAsOf = ({ as_of }, { date, entered }) => date === as_of && entered === null

/**
 * The comparison of a leading amount that stands out. It may be a typing error or a special day, so the page does not praise it.
 * @param {Metrics} metrics @param {Lead} lead
 */
export const outlierOf = (metrics, lead) => isAsOf(metrics, lead) ? metrics.stands_out : null

/**
 * The leading day beside its weekday a week before and beside the mean of four. The service compares the as-of day. Behind a closed
 * day, another leads, whose details have the earlier amounts; they are undefined while they load.
 * @typedef {{ current: number | null, previous: number | null | undefined }} Beside
 * @param {Pick<Metrics, "as_of" | "comparisons">} metrics @param {Lead} lead @param {DayDetail | null} detail
 * @returns {[week: Beside, mean: Beside & { days_compared: number }]}
 */
export const weekdaysOf = (metrics, lead, detail) => {
  const { same_weekday_last_week: week, same_weekday_mean4: mean } = metrics.comparisons
  if (isAsOf(metrics, lead)) return [week, mean]
  const current = lead.name === "day_before" && lead.source !== "generated" ? lead.amount : null
  return [
    { current, previous: detail?.last_week },
    { current, previous: detail?.mean4, days_compared: detail?.mean4_days ?? 4 }
  ]
}

/**
 * Ends the running sums of fresh metrics with the as-of day. The service's sums have today's figure before its cutoff, but that day may
 * go on and has nothing to be compared with.
 * @param {Metrics} metrics
 */
export const untilAsOf = (metrics) => {
  const { as_of, today: { date, entered } } = metrics
  for (const period of /** @type {{ -readonly [K in keyof Period]: Period[K] }[]} */ (windowsIn(metrics))) {
    if (period.end !== date) continue
    period.end = as_of < period.start ? period.start : as_of
    if (!entered?.is_final) continue
    period.total = Math.round((period.total - entered.amount) * 100) / 100
    period.days--
    period.final_days--
    if (entered.source === "generated") period.generated_days--
    const share = entered.source === "generated" ? "estimated" : "counted"
    period[share] = { total: Math.round((period[share].total - entered.amount) * 100) / 100, days: period[share].days - 1 }
  }
}

/** Whether a date is missing in one of the sums. @param {Metrics} metrics @param {string} date */
export const isMissing = (metrics, date) => windowsIn(metrics).some(({ missing }) => missing.includes(date))
