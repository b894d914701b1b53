import { type Almanac, plusDays } from "../Almanac.ts"
import type { Starts } from "../Rules.ts"

const minute = 60_000
const inNewShop = "0001-01-01"

/** The model's own business days: their dates, ends and cutoffs. */
export const businessDays = (almanac: Almanac) => {
  const minuteOn = (starts: Starts, date: string): number => starts.reduce((found, [from, at]) => (from <= date ? at : found), 0)

  /** The first instant of a day. */
  const beginOf = (starts: Starts, date: string): number => {
    const at = minuteOn(starts, date)
    return at === 0 ? almanac.instantOf(date, 0) : almanac.nightOf(date, at, "second")
  }

  /** The business day of an instant: the last one that has begun. */
  const findDate = (starts: Starts, instant: number): string => {
    const date = almanac.dateAt(instant)
    if (starts.length === 0) return date
    return [date, plusDays(date, -1)].find((each) => beginOf(starts, each) <= instant) ?? plusDays(date, -2)
  }

  /**
   * The last time at which a day's clock shows the cutoff. If it never does, or if the cutoff is the end of the day, the day's last
   * minute.
   */
  const findCutoff = (starts: Starts, date: string, cutoff: number): number => {
    const next = plusDays(date, 1)
    const ends = minuteOn(starts, next)
    if (ends === 0 && minuteOn(starts, date) === 0) return almanac.nightOf(date, cutoff, "first")
    const [begin, end] = [beginOf(starts, date), beginOf(starts, next)]
    const shown = ends > 0 && cutoff === ends
      ? []
      : [date, next].map((on) => almanac.nightOf(on, cutoff, "first")).filter((at) => at >= begin && at < end)
    return shown.length > 0 ? Math.max(...shown) : end - minute
  }

  /** The date of the newest instant, and the cutoffs by the present settings: each check asks for them many times. */
  let dated: { readonly starts: Starts; readonly instant: number; readonly date: string } | undefined
  let due: { readonly starts: Starts; readonly cutoff: number; readonly instants: Map<string, number> } | undefined

  const dateOf = (starts: Starts, instant: number): string => {
    if (dated?.starts !== starts || dated.instant !== instant) dated = { starts, instant, date: findDate(starts, instant) }
    return dated.date
  }

  const cutoffOf = (starts: Starts, date: string, cutoff: number): number => {
    if (due?.starts !== starts || due.cutoff !== cutoff) due = { starts, cutoff, instants: new Map() }
    const known = due.instants.get(date) ?? findCutoff(starts, date, cutoff)
    due.instants.set(date, known)
    return known
  }

  /** The stored starts after the setting changed to `at`, which takes effect on the next day that begins under both settings. */
  const changed = (starts: Starts, at: number, instant: number): Starts => {
    let from = plusDays(dateOf(starts, instant), 1)
    while (Math.min(beginOf(starts, from), beginOf([[from, at]], from)) <= instant) from = plusDays(from, 1)
    const kept = starts.filter(([since]) => since < from)
    return minuteOn(kept, from) === at ? kept : [...kept, [from, at]]
  }

  return { beginOf, changed, cutoffOf, dateOf, minuteOn, first: (at: number): Starts => at === 0 ? [] : [[inNewShop, at]] }
}

export type BusinessDays = ReturnType<typeof businessDays>
