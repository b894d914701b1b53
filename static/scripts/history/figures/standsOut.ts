import { outlierAmong, weeksOfMedian } from "../../../../src/Domain/Outlier.ts"
import { addDays } from "../../shared/format/dates.ts"
import { dayOn, isOrdinary, stateOf } from "./days.ts"
import type { Day, Past } from "./days.ts"

/** What a counted day clearly differs from, in the form that the server sends; null if it does not. */
export const standsOut = (past: Past, day: Day & { cents: number }) => {
  if (!isOrdinary(day)) return null
  const before = Array.from({ length: weeksOfMedian }, (_, index) => dayOn(past, addDays(day.date, -7 * (index + 1))))
    .flatMap((each) => each?.cents == null || !isOrdinary(each) || stateOf(past, each) !== "counted" ? [] : [each.cents])
  const found = outlierAmong(day.cents, before)
  return found === null ? null : { days_compared: found.daysCompared, median: found.median / 100 }
}
