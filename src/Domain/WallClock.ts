import { DateTime } from "effect"
import { dayMillis, fromEpochDay, type LocalDate, toEpochDay } from "./LocalDate.ts"
import { midnight, minutesOf, type TimeOfDay } from "./TimeOfDay.ts"

const minuteMillis = 60_000
const quarterMillis = 15 * minuteMillis
/** Far more than a year of hourly checks needs. The bound limits the memory of a search over centuries. */
const mostKnown = 1_000

const knownOffsets = new WeakMap<DateTime.TimeZone, Map<number, number>>()

/**
 * By how many milliseconds a zone is ahead of UTC at an instant (milliseconds since 1970). Zones change their offset only on
 * quarters of an hour, so it is looked up once per quarter: the lookup is slow, and the clock is read each second.
 */
export const offsetAt = (millis: number, zone: DateTime.TimeZone): number => {
  const offsets = knownOffsets.get(zone) ?? new Map<number, number>()
  knownOffsets.set(zone, offsets)
  const quarter = Math.floor(millis / quarterMillis)
  const found = offsets.get(quarter)
  if (found !== undefined) return found
  if (offsets.size >= mostKnown) offsets.clear()
  const offset = DateTime.zonedOffset(DateTime.unsafeMakeZoned(quarter * quarterMillis, { timeZone: zone }))
  offsets.set(quarter, offset)
  return offset
}

/** The date on the wall calendar. The business date may differ: `Calendar.dateOf` returns that one. */
export const wallDate = ({ epochMillis, zone }: DateTime.Zoned): LocalDate =>
  fromEpochDay(Math.floor((epochMillis + offsetAt(epochMillis, zone)) / dayMillis))

/** What the clock shows at a local time, as if it were UTC. */
const localMillis = (date: LocalDate, time: TimeOfDay): number => toEpochDay(date) * dayMillis + minutesOf(time) * minuteMillis

/**
 * The instant of a local time. A time that summer time skips moves later by the length of the gap; of a repeated time it is the
 * first.
 */
const wallInstant = (date: LocalDate, time: TimeOfDay, zone: DateTime.TimeZone): DateTime.Zoned => {
  const local = localMillis(date, time)
  const offset = offsetAt(local - dayMillis, zone)
  return offset === offsetAt(local + dayMillis, zone)
    ? DateTime.unsafeMakeZoned(local - offset, { timeZone: zone })
    : DateTime.unsafeMakeZoned(local, { timeZone: zone, adjustForTimeZone: true, disambiguation: "compatible" })
}

/** The first instant of a date of the calendar. */
export const startOfWallDay = (date: LocalDate, zone: DateTime.TimeZone): DateTime.Zoned => wallInstant(date, midnight, zone)

/**
 * The instant of a local time; of a repeated time, the first or the second. For a time that does not exist, it is the first instant
 * after the gap.
 */
export const exactInstant = (date: LocalDate, time: TimeOfDay, zone: DateTime.TimeZone, which: "first" | "second"): DateTime.Zoned => {
  const local = localMillis(date, time)
  const offsets = [offsetAt(local - dayMillis, zone), offsetAt(local + dayMillis, zone)]
  const found = offsets.map((offset) => local - offset).filter((at) => at + offsetAt(at, zone) === local)
  if (found.length > 0) return DateTime.unsafeMakeZoned(which === "first" ? Math.min(...found) : Math.max(...found), { timeZone: zone })
  // Zones change their offset on a quarter of an hour. Before the change the clock shows less than this time, afterwards more.
  let at = Math.ceil((local - Math.max(...offsets)) / quarterMillis) * quarterMillis
  while (at + offsetAt(at, zone) < local) at += quarterMillis
  return DateTime.unsafeMakeZoned(at, { timeZone: zone })
}
