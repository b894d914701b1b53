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
export const lunarDayBetween = (wanted: LunarDay, start: LocalDate, end: LocalDate): LocalDate | undefined => {
  for (let date = start; date <= end;) {
    const { day, month } = lunarDayOf(date)
    if (day === wanted.day && month === wanted.month) return date
    const ahead = wanted.day - day
    date = addDays(date, ahead > 0 ? ahead : Math.max(1, ahead + shortestMonth))
  }
  return undefined
}
