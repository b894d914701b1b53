import { type Holidays, holidaysOf, noHolidays } from "../Domain/Holidays.ts"
import { chinaHolidays } from "./ChinaHolidays.ts"
import type { HolidaysFile } from "./HolidaysFile.ts"
import type { ShopConfig } from "./ShopConfig.ts"

const builtIn = holidaysOf((year) => chinaHolidays()[year])

/** A calendar indexes each year once, so the calendar of a file is kept as long as its settings are in use. */
const byFile = new WeakMap<HolidaysFile, Holidays>()

const replacing = (file: HolidaysFile): Holidays => {
  const known = byFile.get(file)
  if (known !== undefined) return known
  const calendar = holidaysOf((year) => file.years[year] ?? chinaHolidays()[year])
  byFile.set(file, calendar)
  return calendar
}

/** The shop's holidays: a year of its own file replaces the whole year of the built-in data. */
export const holidayCalendar = ({ holidays, holidaysFile }: Pick<ShopConfig, "holidays" | "holidaysFile">): Holidays =>
  holidays === "none" ? noHolidays : holidaysFile === null ? builtIn : replacing(holidaysFile)
