import { addDays, datesBetween, isWeekend, type LocalDate, toEpochDay } from "../LocalDate.ts"
import { festivals, ownDayOf } from "./Festival.ts"

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
export interface HolidayDay {
  readonly name: string
  /** The year of the festival's main day. */
  readonly year: number
  /** Days from the festival's main day: 0 on it, -1 on the eve of the Spring Festival. */
  readonly day: number
}

/** The data of one year, by date. */
export interface IndexedYear {
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

export const indexYear = (year: number, data: HolidayYear): IndexedYear => {
  const makeups = new Map(Object.entries(data).flatMap(([name, { work }]) => work.map((date) => [date, name] as const)))
  const named = new Set(Object.values(data).flatMap(({ off }) => off))
  const isOff = (date: LocalDate) => named.has(date) || isWeekend(date) && !makeups.has(date)
  const names = new Set([...festivals, ...Object.keys(data)])
  const blocks = [...names].flatMap((name) => {
    const off = data[name]?.off ?? []
    const own = ownDayOf(name, year) ?? firstOf(off)
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
