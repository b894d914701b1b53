import { weekdayOf } from "./Almanac.ts"
import { holidaysOn, isOrdinary } from "./Holidays.ts"
import type { Settings } from "./Rules.ts"

const saturday = 5

/** The range of a day's generated amount, in cents: by its weekday, or by holidays if the settings say so. */
export const rangeOf = ({ holidayRanges, weekday, weekend }: Settings, date: string): readonly [number, number] => {
  const isWeekend = weekdayOf(date) >= saturday
  if (!holidayRanges) return isWeekend ? weekend : weekday
  if (holidaysOn(date).length > 0) return weekend
  // A weekend day on which people work for a holiday is not ordinary either.
  return isWeekend && isOrdinary(date) ? weekend : weekday
}
