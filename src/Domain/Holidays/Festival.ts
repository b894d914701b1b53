import { twoDigits } from "../EpochDay.ts"
import { addDays, type LocalDate, toEpochDay } from "../LocalDate.ts"

interface LunarDay {
  /** `6bis` for a leap month after the sixth. */
  readonly month: string
  readonly day: number
}

let reader: Intl.DateTimeFormat | undefined

/** Created on first use: few processes need it, and its data takes milliseconds to load. */
const chinese = (): Intl.DateTimeFormat =>
  reader ??= new Intl.DateTimeFormat("en-u-ca-chinese-nu-latn", { month: "numeric", day: "numeric", timeZone: "UTC" })

const lunarDayOf = (date: LocalDate): LunarDay => {
  const parts = chinese().formatToParts(toEpochDay(date) * 86_400_000)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ""
  return { month: part("month"), day: Number(part("day")) }
}

/** A lunar month has 29 or 30 days. */
const shortestMonth = 29

/** The first date from `start` to `end` that has this day in the Chinese calendar; undefined if none has. Each step reads one date. */
const lunarDayBetween = (wanted: LunarDay, start: LocalDate, end: LocalDate): LocalDate | undefined => {
  for (let date = start; date <= end;) {
    const { day, month } = lunarDayOf(date)
    if (day === wanted.day && month === wanted.month) return date
    const ahead = wanted.day - day
    date = addDays(date, ahead > 0 ? ahead : Math.max(1, ahead + shortestMonth))
  }
  return undefined
}

const dateIn = (year: number, monthAndDay: string): LocalDate => `${String(year).padStart(4, "0")}-${monthAndDay}` as LocalDate

const fixed = (monthAndDay: string) => (year: number): LocalDate | undefined => dateIn(year, monthAndDay)

const lunar = (month: string, day: number, first: string, last: string) => (year: number): LocalDate | undefined =>
  lunarDayBetween({ month, day }, dateIn(year, first), dateIn(year, last))

/** New moons so close to midnight in China that Node's calendar puts them on the wrong day. */
const corrected: Readonly<Record<number, string>> = { 2027: "02-06", 2030: "02-03" }

const newYear = lunar("1", 1, "01-20", "02-22")

/** 清明 is a solar term, on 4 or 5 April in this century. The formula is valid from 2000 to 2099. */
const qingming = (year: number): LocalDate | undefined => {
  const ofCentury = year - 2000
  const day = Math.floor(ofCentury * 0.2422 + 4.81) - Math.floor(ofCentury / 4)
  return ofCentury >= 0 && ofCentury < 100 ? dateIn(year, `04-${twoDigits(day)}`) : undefined
}

/** The main day of each statutory festival in a year. Days off are counted from it. */
const ownDays: Readonly<Record<string, (year: number) => LocalDate | undefined>> = {
  元旦: fixed("01-01"),
  春节: (year) => corrected[year] === undefined ? newYear(year) : dateIn(year, corrected[year]),
  清明: qingming,
  劳动节: fixed("05-01"),
  端午: lunar("5", 5, "05-25", "06-28"),
  中秋: lunar("8", 15, "09-06", "10-10"),
  国庆: fixed("10-01")
}

export const festivals: ReadonlyArray<string> = Object.keys(ownDays)

/** The name of a festival in this program, from the name that a notice or package uses. */
export const festivalName = (written: string): string => {
  const short = written.endsWith("节") ? written.slice(0, -1) : written
  return festivals.find((name) => name === written || name === short) ?? written
}

/** undefined for a festival that is none of the seven, such as a day off for an anniversary of a single year. */
export const ownDayOf = (festival: string, year: number): LocalDate | undefined =>
  Object.hasOwn(ownDays, festival) ? ownDays[festival]?.(year) : undefined
