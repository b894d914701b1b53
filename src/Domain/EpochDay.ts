import type { LocalDate } from "./LocalDate.ts"

export const twoDigits = (value: number): string => String(value).padStart(2, "0")

/** Arithmetic of calendar dates. The file imports no library, so the pages use the same. */

export const dayMillis = 86_400_000

/** More days than a history of a century has. */
const rememberedDays = 40_000

/** Computed dates by their day since 1970-01-01, and the reverse. Figures need the same dates again and again. */
const dates = new Map<number, LocalDate>()
const epochDays = new Map<string, number>()

/** Days since 1970-01-01 of a text `YYYY-MM-DD`; NaN if there is no such day. */
export const parseEpochDay = (text: string): number => Date.parse(`${text}T00:00:00Z`) / dayMillis

export const fromEpochDay = (epochDay: number): LocalDate => {
  const known = dates.get(epochDay)
  if (known !== undefined) return known
  const date = new Date(epochDay * dayMillis).toISOString().slice(0, 10) as LocalDate
  if (dates.size >= rememberedDays) dates.clear()
  dates.set(epochDay, date)
  return date
}

/** Days since 1970-01-01. */
export const toEpochDay = (date: LocalDate): number => {
  const known = epochDays.get(date)
  if (known !== undefined) return known
  const epochDay = parseEpochDay(date)
  if (epochDays.size >= rememberedDays) epochDays.clear()
  epochDays.set(date, epochDay)
  return epochDay
}

export const addDays = (date: LocalDate, days: number): LocalDate => fromEpochDay(toEpochDay(date) + days)

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export const isoWeekday = (date: LocalDate): number => ((toEpochDay(date) + 3) % 7 + 7) % 7 + 1
