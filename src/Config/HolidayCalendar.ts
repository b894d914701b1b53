import { holidays, workdays } from "chinese-days/dist/chinese-days.json"
import { type FestivalDays, type Holidays, holidaysOf, type HolidayYear, type HolidayYears, noHolidays } from "../Domain/Holidays.ts"
import { festivalName, ownDayOf } from "../Domain/Holidays/Festival.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { HolidaysFile } from "./HolidaysFile.ts"
import type { RegionHolidays } from "./RegionHolidays.ts"
import type { ShopConfig } from "./ShopConfig.ts"

type NamesByDate = Readonly<Record<string, string>>

/** The package writes `New Year's Day,元旦,1`. The days of 元旦 in December belong to the year that it begins. */
const written = (dates: NamesByDate, kind: keyof FestivalDays) =>
  Object.entries(dates).map(([date, text]) => {
    const name = festivalName(text.split(",")[1] ?? "")
    const year = Number(date.slice(0, 4)) + (name === "元旦" && date.startsWith("12", 5) ? 1 : 0)
    return { year: String(year), name, kind, date: date as LocalDate }
  })

let years: HolidayYears | undefined

const read = (): HolidayYears => {
  const found: Record<string, Record<string, { readonly off: Array<LocalDate>; readonly work: Array<LocalDate> }>> = {}
  for (const { date, kind, name, year } of [...written(holidays, "off"), ...written(workdays, "work")])
    ((found[year] ??= {})[name] ??= { off: [], work: [] })[kind].push(date)
  return found
}

/** China's statutory holidays and make-up working days, by the data of the package `chinese-days`. Read on first use. */
export const chinaHolidays = (): HolidayYears => years ??= read()

/** A calendar indexes each year once, so the calendar of a file is kept as long as its settings are in use. */
const byFile = new WeakMap<HolidaysFile, Holidays>()
const byRegion = new WeakMap<RegionHolidays, Holidays>()

const china = (year: string): HolidayYear | undefined => chinaHolidays()[year]

const builtIn = holidaysOf(china)

const kept = <K extends object>(calendars: WeakMap<K, Holidays>, key: K, make: () => Holidays): Holidays => {
  const known = calendars.get(key)
  if (known !== undefined) return known
  const calendar = make()
  calendars.set(key, calendar)
  return calendar
}

/** The shop's holidays: a year of its own file replaces the whole year of the built-in data. */
export const holidayCalendar = (
  { holidays, holidaysFile, region = null }: Pick<ShopConfig, "holidays" | "holidaysFile"> & Partial<Pick<ShopConfig, "region">>
): Holidays => {
  if (holidays === "none") return noHolidays
  const ofFile = (year: string) => holidaysFile?.years[year]
  // A holiday of another country may share its name with one of China's, such as a Labour Day in September.
  const ofRegion = (region: RegionHolidays) =>
    holidaysOf((year) => ofFile(year) ?? region.ofYear(year), [], (name, year) =>
      ofFile(String(year)) === undefined ? undefined : ownDayOf(name, year))
  const ofShop = () => region === null ? holidaysOf((year) => ofFile(year) ?? china(year)) : ofRegion(region)
  if (holidaysFile !== null) return kept(byFile, holidaysFile, ofShop)
  return region === null ? builtIn : kept(byRegion, region, ofShop)
}
