import { festivals, ownDayOf } from "./Holidays/Festival.ts"
import { addDays, datesBetween, isWeekend, type LocalDate, toEpochDay, yearOf } from "./LocalDate.ts"

/** The days of one festival, as the notice of a year names them. */
export interface FestivalDays {
  readonly off: ReadonlyArray<LocalDate>
  /** Days of weekends on which people work instead. */
  readonly work: ReadonlyArray<LocalDate>
}

/** By festival. The days of 元旦 may begin in the preceding year. */
export type HolidayYear = Readonly<Record<string, FestivalDays>>

/** By year, such as `2026`. */
export type HolidayYears = Readonly<Record<string, HolidayYear>>

/** The part of a date in a festival. */
interface HolidayDay {
  readonly name: string
  /** The year of the festival's main day. */
  readonly year: number
  /** Days from the festival's main day: 0 on it, -1 on the eve of the Spring Festival. */
  readonly day: number
}

/** The data of one year, by date. */
interface IndexedYear {
  /** The festivals of a date, the one with more days off first. */
  readonly holidays: ReadonlyMap<LocalDate, ReadonlyArray<HolidayDay>>
  /** The festival that a make-up working day makes up for. */
  readonly makeups: ReadonlyMap<LocalDate, string>
  readonly ownDays: ReadonlyMap<string, LocalDate>
}

/** Adds the days between two days off of a festival if they are off as well: weekends, and days that have another festival's name. */
const withDaysBetween = (off: ReadonlyArray<LocalDate>, isOff: (date: LocalDate) => boolean): ReadonlyArray<LocalDate> => {
  const dates = off.toSorted()
  return dates.flatMap((date, index) => {
    const before = dates[index - 1]
    const between = before === undefined ? [] : datesBetween(addDays(before, 1), addDays(date, -1))
    return between.every(isOff) ? [...between, date] : [date]
  })
}

const daysFrom = (own: LocalDate, date: LocalDate): number => toEpochDay(date) - toEpochDay(own)

const firstOf = (dates: ReadonlyArray<LocalDate>): LocalDate | undefined => dates.toSorted()[0]

const indexYear = (year: number, data: HolidayYear, known: ReadonlyArray<string>, mainDayOf: typeof ownDayOf): IndexedYear => {
  const makeups = new Map(Object.entries(data).flatMap(([name, { work }]) => work.map((date) => [date, name] as const)))
  const named = new Set(Object.values(data).flatMap(({ off }) => off))
  const isOff = (date: LocalDate) => named.has(date) || isWeekend(date) && !makeups.has(date)
  const names = new Set([...known, ...Object.keys(data)])
  const blocks = [...names].flatMap((name) => {
    const off = data[name]?.off ?? []
    const own = mainDayOf(name, year) ?? firstOf(off)
    if (own === undefined) return []
    // If two festivals share a day, notices and packages may name only one of them.
    const all = named.has(own) && !off.includes(own) ? [...off, own] : off
    return [{ name, own, dates: withDaysBetween(all, isOff) }]
  })
  const holidays = new Map<LocalDate, Array<HolidayDay>>()
  for (const { dates, name, own } of blocks.toSorted((one, other) => other.dates.length - one.dates.length)) {
    for (const date of dates) {
      const holiday = { name, year, day: daysFrom(own, date) }
      const others = holidays.get(date)
      if (others === undefined) holidays.set(date, [holiday])
      else others.push(holiday)
    }
  }
  return { holidays, makeups, ownDays: new Map(blocks.map(({ name, own }) => [name, own])) }
}

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
  /** The years from `from` to `to` without data. */
  readonly missingYears: (from: number, to: number) => ReadonlyArray<number>
}

const noDays: ReadonlyArray<HolidayDay> = []

/** The calendar of a shop without holidays. */
export const noHolidays: Holidays = {
  on: () => noDays,
  isHoliday: () => false,
  isMakeup: () => false,
  makeupFor: () => null,
  isOrdinary: () => true,
  counterpart: () => undefined,
  missingYears: () => []
}

/**
 * The calendar of these years. A year is indexed when it is first needed.
 * @param dataOf the data of a year; undefined if there is none
 * @param known the festivals whose own day is found without the data: China's
 * @param mainDayOf the main day of a festival of the data, where it is not the first day off
 */
export const holidaysOf = (
  dataOf: (year: string) => HolidayYears[string] | undefined,
  known: ReadonlyArray<string> = festivals,
  mainDayOf = ownDayOf
): Holidays => {
  const indexed = new Map<number, IndexedYear | undefined>()
  const inYear = (year: number): IndexedYear | undefined => {
    if (indexed.has(year)) return indexed.get(year)
    const data = dataOf(String(year))
    const index = data === undefined ? undefined : indexYear(year, data, known, mainDayOf)
    indexed.set(year, index)
    return index
  }

  /** A date in December may belong to 元旦 of the next year. */
  const yearsAround = (date: LocalDate): ReadonlyArray<IndexedYear> =>
    (date.startsWith("12", 5) ? [yearOf(date), yearOf(date) + 1] : [yearOf(date)]).flatMap((year) => inYear(year) ?? [])

  const on = (date: LocalDate): ReadonlyArray<HolidayDay> => {
    const [first = noDays, ...others] = yearsAround(date).flatMap(({ holidays }) => {
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
    missingYears: (from, to) =>
      Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index).filter((year) => inYear(year) === undefined)
  }
}
