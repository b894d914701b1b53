import { type HolidayDay, type HolidayYears, type IndexedYear, indexYear } from "./Holidays/HolidayYear.ts"
import { addDays, type LocalDate, yearOf } from "./LocalDate.ts"

/** A shop's calendar of holidays and make-up working days. It does not depend on the time. */
export interface Holidays {
  /** The festivals that have the date as a day off, the one with more days off first; empty for any other date. */
  readonly on: (date: LocalDate) => ReadonlyArray<HolidayDay>
  readonly isHoliday: (date: LocalDate) => boolean
  /** Whether the date is a make-up working day: a day of a weekend on which people work for a holiday. Such a day is no holiday. */
  readonly isMakeup: (date: LocalDate) => boolean
  /** The festival that a make-up working day makes up for. */
  readonly makeupFor: (date: LocalDate) => string | null
  /** Whether the date is neither a holiday nor a make-up working day. */
  readonly isOrdinary: (date: LocalDate) => boolean
  /** The same day of the same festival in another year; undefined if that year is not known. It may be a working day there. */
  readonly counterpart: (holiday: HolidayDay, year: number) => LocalDate | undefined
  /** Whether the holidays of the date's year are known. */
  readonly areKnown: (date: LocalDate) => boolean
  /** The years from `from` to `to` without data. */
  readonly missingYears: (from: number, to: number) => ReadonlyArray<number>
}

const none: ReadonlyArray<HolidayDay> = []

/** The calendar of a shop without holidays. */
export const noHolidays: Holidays = {
  on: () => none,
  isHoliday: () => false,
  isMakeup: () => false,
  makeupFor: () => null,
  isOrdinary: () => true,
  counterpart: () => undefined,
  areKnown: () => true,
  missingYears: () => []
}

/**
 * The calendar of these years. A year is indexed when it is first needed.
 * @param dataOf the data of a year; undefined if there is none
 */
export const holidaysOf = (dataOf: (year: string) => HolidayYears[string] | undefined): Holidays => {
  const indexed = new Map<number, IndexedYear | undefined>()
  const inYear = (year: number): IndexedYear | undefined => {
    if (indexed.has(year)) return indexed.get(year)
    const data = dataOf(String(year))
    const index = data === undefined ? undefined : indexYear(year, data)
    indexed.set(year, index)
    return index
  }

  /** A date in December may belong to 元旦 of the next year. */
  const yearsAround = (date: LocalDate): ReadonlyArray<IndexedYear> =>
    (date.startsWith("12", 5) ? [yearOf(date), yearOf(date) + 1] : [yearOf(date)]).flatMap((year) => inYear(year) ?? [])

  const on = (date: LocalDate): ReadonlyArray<HolidayDay> => {
    const [first = none, ...others] = yearsAround(date).flatMap(({ holidays }) => {
      const found = holidays.get(date)
      return found === undefined ? [] : [found]
    })
    return others.length === 0 ? first : [...first, ...others.flat()]
  }
  const makeupFor = (date: LocalDate) => yearsAround(date).flatMap(({ makeups }) => makeups.get(date) ?? [])[0] ?? null
  const isHoliday = (date: LocalDate) => on(date).length > 0
  const isMakeup = (date: LocalDate) => makeupFor(date) !== null
  return {
    on,
    isHoliday,
    isMakeup,
    makeupFor,
    isOrdinary: (date) => !isHoliday(date) && !isMakeup(date),
    counterpart: ({ day, name }, year) => {
      const own = inYear(year)?.ownDays.get(name)
      return own === undefined ? undefined : addDays(own, day)
    },
    areKnown: (date) => inYear(yearOf(date)) !== undefined,
    missingYears: (from, to) =>
      Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index).filter((year) => inYear(year) === undefined)
  }
}
