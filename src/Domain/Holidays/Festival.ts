import type { LocalDate } from "../LocalDate.ts"
import { twoDigits } from "../TwoDigits.ts"
import { lunarDayBetween } from "./Lunar.ts"

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
