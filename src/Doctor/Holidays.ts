import { type Check, warning } from "../Codes/Check.ts"
import { holidayCalendar } from "../Config/HolidayCalendar.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { type LocalDate, yearOf } from "../Domain/LocalDate.ts"

/** The notice of a year is published in the autumn before, so next year's is expected in December. */
export const checkHolidays = (settings: Pick<ShopConfig, "holidays" | "holidaysFile">, today: LocalDate): ReadonlyArray<Check> => {
  const year = yearOf(today)
  const missing = holidayCalendar(settings).missingYears(year, today.startsWith("12", 5) ? year + 1 : year)
  return missing.length === 0
    ? []
    : [
      warning("holidays", `no data for ${missing.join(" and ")}: every day counts as an ordinary one`,
        "update the service, or name the days off in holidays_file")
    ]
}
