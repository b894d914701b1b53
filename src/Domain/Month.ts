import { Schema } from "effect"
import { expecting } from "./Fault.ts"
import { datesBetween, lastOfMonth, type LocalDate } from "./LocalDate.ts"

const pattern = /^[2-9]\d{3}-(?:0[1-9]|1[0-2])$/

/** A calendar month, `YYYY-MM`, from 2000-01 on. Text order is the order of months. */
export const Month = Schema.String.pipe(
  Schema.pattern(pattern, expecting("month", "a month YYYY-MM from 2000-01 on")),
  Schema.brand("Month")
).annotations({
  identifier: "Month",
  jsonSchema: { type: "string", pattern: pattern.source, description: "calendar month", examples: ["2026-11"] }
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
