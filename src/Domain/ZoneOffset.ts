import { DateTime } from "effect"

const quarterMillis = 15 * 60_000
/** Far more than a year of hourly checks needs. The bound limits the memory of a search over centuries. */
const mostKnown = 1_000

const known = new WeakMap<DateTime.TimeZone, Map<number, number>>()

/**
 * By how many milliseconds a zone is ahead of UTC at an instant (milliseconds since 1970). Zones change their offset only on
 * quarters of an hour, so it is looked up once per quarter: the lookup is slow, and the clock is read each second.
 */
export const offsetAt = (millis: number, zone: DateTime.TimeZone): number => {
  const offsets = known.get(zone) ?? new Map<number, number>()
  known.set(zone, offsets)
  const quarter = Math.floor(millis / quarterMillis)
  const found = offsets.get(quarter)
  if (found !== undefined) return found
  if (offsets.size >= mostKnown) offsets.clear()
  const offset = DateTime.zonedOffset(DateTime.unsafeMakeZoned(quarter * quarterMillis, { timeZone: zone }))
  offsets.set(quarter, offset)
  return offset
}
