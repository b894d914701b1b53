import { Effect } from "effect"
import type { HolidayYear } from "../Domain/Holidays.ts"
import type { Language } from "../Domain/Language.ts"
import { addDays, type LocalDate } from "../Domain/LocalDate.ts"
import { chineseHoliday } from "./ChineseHolidays.ts"

/** The public holidays of a country, a state or a region, by year. */
export interface RegionHolidays {
  readonly name: string
  readonly ofYear: (year: string) => HolidayYear
}

const dayMillis = 86_400_000

/** A holiday that ends at midnight of the next day has one day. */
const datesOf = ({ date, end, start }: { readonly date: string; readonly end: Date; readonly start: Date }): ReadonlyArray<LocalDate> => {
  const first = date.slice(0, 10) as LocalDate
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMillis))
  return Array.from({ length: days }, (_, index) => addDays(first, index))
}

/** Countries of which the package has dates that differ from their laws, in 2026 too. */
export const inexact = /^(?:KR|TW)(?:-|$)/

/**
 * The public holidays by the package `date-holidays`; undefined if it does not know the region. Its data is as large as half of the
 * service, so it is read only by shops that name a region.
 * @param region `DE`, `DE-BE` or `US-CA`, as the package names them
 * @param language of the holidays' names, where there are any; otherwise they are in English
 */
export const regionHolidays = (region: string, language: Language): Effect.Effect<RegionHolidays | undefined> =>
  Effect.map(Effect.promise(() => import("date-holidays")), ({ default: Regions }) => {
    const [country = "", state, district] = region.split("-")
    const all = new Regions()
    const isKnown = country in all.getCountries() &&
      (state === undefined || state in (all.getStates(country) ?? {})) &&
      (state === undefined || district === undefined || district in (all.getRegions(country, state) ?? {}))
    if (!isKnown) return undefined
    const own = language.slice(0, 2)
    // A country that speaks Chinese has all names in it.
    const hasAll = new Regions(country).getLanguages().includes(own)
    const named = language === "en" || hasAll ? (name: string) => name : chineseHoliday
    const days = new Regions({
      country,
      ...(state === undefined ? {} : { state }),
      ...(district === undefined ? {} : { region: district })
    }, {
      types: ["public"],
      languages: [...(hasAll ? [own] : []), ...all.getLanguages()]
    })
    return {
      name: region,
      ofYear: (year) => {
        const found: Record<string, { readonly off: Array<LocalDate>; readonly work: [] }> = {}
        for (const holiday of days.getHolidays(year)) (found[named(holiday.name)] ??= { off: [], work: [] }).off.push(...datesOf(holiday))
        return found
      }
    }
  })
