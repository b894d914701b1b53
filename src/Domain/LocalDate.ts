import { Schema } from "effect"
import { addDays, dayMillis, fromEpochDay, isoWeekday, parseEpochDay, toEpochDay } from "./EpochDay.ts"
import { expecting } from "./Fault.ts"

export { addDays, dayMillis, fromEpochDay, isoWeekday, toEpochDay }

const pattern = /^\d{4}-\d{2}-\d{2}$/

const isCalendarDate = (text: string): boolean => {
  if (!pattern.test(text)) return false
  const epochDay = parseEpochDay(text)
  // Date.parse turns February 30 into March 2, which only the round trip shows.
  return Number.isInteger(epochDay) && fromEpochDay(epochDay) === text
}

/** A real calendar date, `YYYY-MM-DD`, in the shop's zone. Text order is date order. */
export const LocalDate = Schema.String.pipe(
  Schema.filter(isCalendarDate, expecting("date", "a calendar date YYYY-MM-DD")),
  Schema.brand("LocalDate")
).annotations({
  identifier: "LocalDate",
  jsonSchema: { type: "string", format: "date", description: "calendar date in the shop's zone", examples: ["2025-12-09"] }
})
export type LocalDate = typeof LocalDate.Type

/** The first date that the API accepts (rule 4.1). */
export const firstAccepted = "2000-01-01"

/** A date that the API accepts. Whether it is in the future is decided against the shop's clock. */
export const AcceptedDate = LocalDate.pipe(
  Schema.filter((date) => date >= firstAccepted,
    expecting("date_from", `a calendar date YYYY-MM-DD from ${firstAccepted} on`, { first: firstAccepted }))
)

export const isWeekend = (date: LocalDate): boolean => isoWeekday(date) >= 6

export const mondayOf = (date: LocalDate): LocalDate => addDays(date, 1 - isoWeekday(date))

export const yearOf = (date: LocalDate): number => Number(date.slice(0, 4))

export const firstOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 7)}-01` as LocalDate

/** The 28th and four days are always in the next month. */
export const lastOfMonth = (date: LocalDate): LocalDate => {
  const next = toEpochDay(`${date.slice(0, 8)}28` as LocalDate) + 4
  return fromEpochDay(next - new Date(next * dayMillis).getUTCDate())
}

const weekdayLabels = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"] as const

export const weekdayLabel = (date: LocalDate): string => weekdayLabels[isoWeekday(date) - 1] ?? ""

/** Every date from `start` to `end`, both included; none if `end` is before `start`. */
export const datesBetween = (start: LocalDate, end: LocalDate): ReadonlyArray<LocalDate> => {
  const first = toEpochDay(start)
  return Array.from({ length: Math.max(0, toEpochDay(end) - first + 1) }, (_, index) => fromEpochDay(first + index))
}

export const earlier = (a: LocalDate, b: LocalDate): LocalDate => (a < b ? a : b)

export const later = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b)

const monthPattern = /^[2-9]\d{3}-(?:0[1-9]|1[0-2])$/

/** A calendar month, `YYYY-MM`, from 2000-01 on. Text order is the order of months. */
export const Month = Schema.String.pipe(
  Schema.pattern(monthPattern, expecting("month", "a month YYYY-MM from 2000-01 on")),
  Schema.brand("Month")
).annotations({
  identifier: "Month",
  jsonSchema: { type: "string", pattern: monthPattern.source, description: "calendar month", examples: ["2026-11"] }
})
export type Month = typeof Month.Type

export const isMonth = Schema.is(Month)

export const monthOf = (date: LocalDate): Month => date.slice(0, 7) as Month

export const firstDate = (month: Month): LocalDate => `${month}-01` as LocalDate

/** The month that many months later; earlier if negative. */
export const addMonths = (month: Month, months: number): Month => {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String(count % 12 + 1).padStart(2, "0")}` as Month
}

/** Every date of the month, in order. */
export const datesOf = (month: Month): ReadonlyArray<LocalDate> => datesBetween(firstDate(month), lastOfMonth(firstDate(month)))
