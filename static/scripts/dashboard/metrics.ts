import type { Responses } from "../../../src/Api/Responses.ts"
import { settledNext } from "../shared/next-cutoff.ts"
import { windowsIn } from "../shared/windows.ts"

export type { Responses }

export type Metrics = Responses["metrics"]
export type Day = Metrics["yesterday"]
type Entered = NonNullable<Metrics["today"]["entered"]>
export type Source = Entered["source"]
export type Period = Metrics["this_week"]
export type Comparison = Metrics["comparisons"]["week_to_date"]
export type DayDetail = Responses["day"]
export type Change = DayDetail["audit"][number]

/** Whether today's cutoff is past, so that the next cutoff is another day's. */
export const isPastCutoff = (metrics: Metrics) => settledNext(metrics) > metrics.today.date

/** Whether today's cutoff is past and today still awaits its figure. */
export const isAwaited = (metrics: Metrics) => metrics.today.awaits && isPastCutoff(metrics)

/** Whether the source is being asked for today's figure. */
export const isAsked = ({ today }: Metrics) => today.asked_until !== undefined

/** Whether today's figure is expected of the source, now or at the cutoff. */
export const isSourced = (metrics: Metrics) => isAsked(metrics) || metrics.today.to_ask === true

/**
 * The leading day, whose amount is the largest text of the page: today if it has a figure, otherwise yesterday. In a shop without
 * any figure it is today. If the shop was closed yesterday, it is the day before; a day whose figure is missing is not skipped.
 */
export type Lead = {
  name: "today" | "yesterday" | "day_before"
  date: string
  amount: number | null
  source: Source | null
  entered: Entered | null
}
export const leadOf = (metrics: Metrics): Lead => {
  const { day_before, newest, today, yesterday } = metrics
  const { entered } = today
  if (today.amount !== null || entered === null && (newest === null || isAwaited(metrics)))
    return { name: "today", date: today.date, amount: today.amount, source: today.source, entered: null }
  if (entered !== null) return { name: "today", date: today.date, amount: entered.amount, source: entered.source, entered }
  const [name, day] = yesterday.closed && day_before.amount !== null
    ? (["day_before", day_before] as const)
    : (["yesterday", yesterday] as const)
  return { name, date: day.date, amount: day.amount, source: day.source, entered: null }
}

/** Whether the amount is a running amount from a till. */
export const isRunning = ({ entered }: Pick<Lead, "entered">) => entered !== null && entered.source === "feed" && !entered.is_final

/** Whether the amount was generated before the present cutoff, because a reload has moved the cutoff. */
export const isGeneratedEarly = ({ entered }: Lead) => entered !== null && entered.source === "generated"

/** Whether a person is needed: the amount is not counted although the shop counts its days. */
export const isUncounted = (metrics: Metrics, source: Source | null) => source === "generated" && !metrics.generated_only

/** Whether the newest change of the day's amount entered it or confirmed it. */
export const doneTo = (detail: DayDetail | null): "entered" | "confirmed" =>
  detail?.audit.find(({ action }) => action === "correct")?.kind === "confirmed" ? "confirmed" : "entered"

/** Whether the leading day is the one that the service compares. */
export const isAsOf = ({ as_of }: Pick<Metrics, "as_of">, { date, entered }: Lead) => date === as_of && entered === null

/** The comparison of a leading amount that stands out. It may be a typing error or a special day, so the page does not praise it. */
export const outlierOf = (metrics: Metrics, lead: Lead) => isAsOf(metrics, lead) ? metrics.stands_out : null

/**
 * The leading day beside its weekday a week before and beside the mean of four. The service compares the as-of day. Behind a closed
 * day, another leads, whose details have the earlier amounts; they are undefined while they load.
 */
export type Beside = { current: number | null; previous: number | null | undefined }
export const weekdaysOf = (
  metrics: Pick<Metrics, "as_of" | "comparisons">,
  lead: Lead,
  detail: DayDetail | null
): [week: Beside, mean: Beside & { days_compared: number }] => {
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
 */
export const untilAsOf = (metrics: Metrics) => {
  const { as_of, today: { date, entered } } = metrics
  for (const period of (windowsIn(metrics) as { -readonly [K in keyof Period]: Period[K] }[])) {
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

/** Whether a date is missing in one of the sums. */
export const isMissing = (metrics: Metrics, date: string) => windowsIn(metrics).some(({ missing }) => missing.includes(date))
