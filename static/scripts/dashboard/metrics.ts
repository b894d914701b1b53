import type { Responses } from "../../../src/Api/Responses.ts"
import { settledNext } from "../shared/next-cutoff.ts"

export type Metrics = Responses["metrics"]
type Counted = Metrics["counted"]
export type CountedDay = Counted["today"]
export type Sum = Counted["week"]
export type Goal = NonNullable<Counted["goal"]>
export type ListedDay = Responses["days"]["days"][number]

/** Whether today's cutoff is past, so that the next cutoff is another day's. */
export const isPastCutoff = (metrics: Metrics) => settledNext(metrics) > metrics.today.date

/** Whether today's cutoff is past and today still awaits its figure. */
export const isAwaited = (metrics: Metrics) => metrics.today.awaits && isPastCutoff(metrics)

/** Whether the source is being asked for today's figure. */
export const isAsked = ({ today }: Metrics) => today.asked_until !== undefined

/** Whether today's figure is expected of the source, now or at the cutoff. */
export const isSourced = (metrics: Metrics) => isAsked(metrics) || metrics.today.to_ask === true

/** Whether a day's amount leads: it was entered, runs, or is an estimate in a shop whose figures are estimates. */
export const hasFigure = ({ counted }: Metrics, { amount, state }: CountedDay) =>
  amount !== null && (state === "entered" || state === "running" || state === "estimated" && counted.with_estimates)

/** The day whose amount is the largest text: today; on a wall the last day that counts, or today as soon as it has a figure. */
export const leadOf = (metrics: Metrics, isWall: boolean): CountedDay => {
  const { day, today } = metrics.counted
  return !isWall || hasFigure(metrics, today) || day.state === "before" ? today : day
}
