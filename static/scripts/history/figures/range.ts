import { statisticsOf } from "../../../../src/Domain/DayStatistics.ts"
import { daysBetween, stateOf } from "./days.ts"
import type { Past } from "./days.ts"
import type { Day } from "./days.ts"

export type Figure = Day & { cents: number }

/** The figures of a range, in cents. They leave out days after the last one that counts, and days before the first record. */
export interface RangeFigures {
  readonly from: string
  /** The last day of it that counts. */
  readonly until: string
  /** From `from` to `until`. */
  readonly days: number
  /** Of all final days, generated ones among them. */
  readonly cents: number
  readonly generatedCents: number
  readonly generatedDays: number
  readonly countedDays: number
  /** Of the counted days; null with fewer than three, which are no mean. */
  readonly mean: number | null
  /** Of the counted days, the first of equal ones, as the worst. */
  readonly best: Figure | null
  readonly worst: Figure | null
  /** Without its closing weekdays. */
  readonly closedDays: number
  readonly missing: ReadonlyArray<string>
}

/** The final days among some, up to the last one that counts. */
const finalOf = ({ asOf }: Past, days: ReadonlyArray<Day>) => (days.filter(({ date, isFinal }) => isFinal && date <= asOf) as Array<Figure>)

/** @returns null while none of its days counts */
export const rangeFigures = (past: Past, from: string, to: string): RangeFigures | null => {
  const until = to < past.asOf ? to : past.asOf
  const days = daysBetween(past, from, until)
  if (days.length === 0) return null
  const states = days.map((day) => stateOf(past, day))
  return {
    from,
    until,
    days: days.length,
    ...statisticsOf(finalOf(past, days)),
    closedDays: days.filter(({ weekly }, at) => states[at] === "closed" && !weekly).length,
    missing: days.flatMap(({ date }, at) => states[at] === "missing" ? [date] : [])
  }
}

/** The sum that is shown: what was counted, or the estimates where nothing was. */
export const sumOf = ({ cents, countedDays, generatedCents, generatedDays }: RangeFigures) => {
  const isEstimate = countedDays === 0 && generatedDays > 0
  return { isEstimate, cents: isEstimate ? generatedCents : cents - generatedCents }
}
