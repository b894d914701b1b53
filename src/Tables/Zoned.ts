import { dayMillis, parseEpochDay } from "../Domain/EpochDay.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { DateShape } from "./DateShape.ts"

const formats = new Map<string, Intl.DateTimeFormat>()

const formatIn = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit"
  })
  formats.set(zone, format)
  return format
}

/** The date and the seconds since midnight in a zone, of a time with an offset. */
export const inZone = (date: LocalDate, { offset = 0, time = 0 }: DateShape, zone: string): readonly [LocalDate, number] => {
  const at = parseEpochDay(date) * dayMillis + time * 1000 - offset * 60_000
  const parts = new Map(formatIn(zone).formatToParts(at).map(({ type, value }) => [type, value]))
  const [hour, minute, second] = (["hour", "minute", "second"] as const).map((part) => Number(parts.get(part)))
  return [
    `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}` as LocalDate,
    (hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0)
  ]
}
