/** The model's own calendar, without code of the service. Dates are strings, instants are milliseconds since 1970. */
const minute = 60_000
const day = 86_400_000
/** In every zone, offsets change on quarters of an hour. */
const quarter = 15 * minute

const dates = new Map<number, string>()

/** The date a number of days after 1970-01-01. */
const dateOfDay = (index: number): string => {
  const known = dates.get(index)
  if (known !== undefined) return known
  const date = new Date(index * day).toISOString().slice(0, 10)
  dates.set(index, date)
  return date
}

const indexes = new Map<string, number>()

/** How many days after 1970-01-01 a date is. */
const dayOfDate = (date: string): number => {
  const known = indexes.get(date)
  if (known !== undefined) return known
  const index = Date.parse(date) / day
  indexes.set(date, index)
  return index
}

export const plusDays = (date: string, days: number): string => dateOfDay(dayOfDate(date) + days)

export const weekdays = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"]

/** 0 is Monday. */
export const weekdayOf = (date: string): number => (new Date(dayOfDate(date) * day).getUTCDay() + 6) % 7

export const almanac = (zone: string) => {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit"
  })
  const offsets = new Map<number, number>()
  // The offset of an instant never changes, and the model needs the same few nights at every wake-up.
  const nights = new Map<string, number>()

  /** By how many milliseconds local time is ahead of UTC. */
  const offsetAt = (instant: number): number => {
    const block = Math.floor(instant / quarter)
    const known = offsets.get(block)
    if (known !== undefined) return known
    const [year = "", month = "", date = "", hour = "", minutes = "", seconds = ""] = format.format(block * quarter).match(/\d+/g) ?? []
    const offset = Date.parse(`${year}-${month}-${date}T${hour}:${minutes}:${seconds}Z`) - block * quarter
    if (offsets.size > 5_000) offsets.clear()
    offsets.set(block, offset)
    return offset
  }

  const localText = (instant: number): string => new Date(instant + offsetAt(instant)).toISOString()

  /** Searches two days, quarter by quarter: within one, the offset is the same. */
  const searchNight = (local: number, which: "first" | "second"): number => {
    const shows = (instant: number) => instant + offsetAt(instant)
    const begin = Math.floor((local - day) / quarter) * quarter
    const found: Array<number> = []
    for (let at = begin; at <= local + day; at += quarter) {
      if (shows(at) <= local && shows(at + quarter - 1) >= local) found.push(at + local - shows(at))
    }
    if (found.length > 0) return which === "first" ? Math.min(...found) : Math.max(...found)
    let at = begin
    while (shows(at) < local) at += quarter
    return at
  }

  return {
    dateAt: (instant: number): string => dateOfDay(Math.floor((instant + offsetAt(instant)) / day)),
    /** Minutes since 1970 in local time. */
    localMinute: (instant: number): number => Math.floor((instant + offsetAt(instant)) / minute),
    /** `2025-12-09T13:14:40+08:00` */
    stamp: (instant: number): string => {
      const offset = offsetAt(instant) / minute
      const size = Math.abs(offset)
      const two = (value: number) => String(value).padStart(2, "0")
      return `${localText(instant).slice(0, 19)}${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`
    },
    /** The instant of a local time: the first one of a repeated time; a skipped time moves past the gap. */
    instantOf: (date: string, minuteOfDay: number): number => {
      const local = dayOfDate(date) * day + minuteOfDay * minute
      const before = offsetAt(local - day)
      const after = offsetAt(local + day)
      const found = [before, after].map((offset) => local - offset).filter((instant) => instant + offsetAt(instant) === local)
      return found.length > 0 ? Math.min(...found) : local - before
    },
    /** The first or the second instant of a local time; for a skipped time, the first instant after the gap. */
    nightOf: (date: string, minuteOfDay: number, which: "first" | "second"): number => {
      const key = `${date} ${minuteOfDay} ${which}`
      const known = nights.get(key)
      if (known !== undefined) return known
      const found = searchNight(dayOfDate(date) * day + minuteOfDay * minute, which)
      if (nights.size > 5_000) nights.clear()
      nights.set(key, found)
      return found
    }
  }
}

export type Almanac = ReturnType<typeof almanac>
