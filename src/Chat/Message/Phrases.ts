import { DateTime } from "effect"
import { actorWords } from "../../../words/Actors.ts"
import { sourceWords } from "../../../words/Sources.ts"
import { formatYuan } from "../../Domain/Amount.ts"
import { dateOf, formatInstant } from "../../Domain/Calendar.ts"
import { type LocalDate, weekdayLabel } from "../../Domain/LocalDate.ts"
import type { Source } from "../../Domain/Turnover.ts"
import { defused } from "../PlainText.ts"

/** `11月26日`, in another year `2025年11月26日`. */
export const dayName = (date: LocalDate, now: DateTime.Zoned): string => {
  const [year = "", month, day] = date.split("-")
  return `${dateOf(now).startsWith(year) ? "" : `${year}年`}${Number(month)}月${Number(day)}日`
}

export const fullDay = (date: LocalDate, now: DateTime.Zoned): string => `${dayName(date, now)} ${weekdayLabel(date)}`

/** Whole yuan without decimals, which are easier to compare. */
export const shortYuan = (cents: number): string => formatYuan(cents).replace(/\.00$/, "")

/** A range names its currency once: `¥2,800–3,600`. */
export const rangeText = ({ max, min }: { readonly min: number; readonly max: number }): string =>
  min === max ? shortYuan(min) : `${shortYuan(min)}–${shortYuan(max).slice(1)}`

export const noFigure = "没有数"

export const shortOrNone = (cents: number | null): string => cents === null ? noFigure : shortYuan(cents)

/** `+¥12.00`, and a minus that is as wide as the plus. */
export const signedYuan = (cents: number): string => `${cents > 0 ? "+" : cents < 0 ? "−" : ""}${formatYuan(Math.abs(cents))}`

/** A larger percentage says nothing. */
const largestShare = 999

/** `+6.5%`; empty if no percentage makes sense. */
export const shareText = (current: number, previous: number): string => {
  const share = previous === 0 ? Infinity : Math.round((current - previous) / previous * 1_000) / 10
  return Math.abs(share) > largestShare ? "" : `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(share).toFixed(1)}%`
}

export const arrow = (current: number, previous: number): string => current > previous ? "▲ " : current < previous ? "▼ " : ""

/** The name of a person as it is; the service's own names in Chinese. */
export const nameOf = (actor: string): string =>
  (actorWords as Readonly<Record<string, { readonly zh: string } | undefined>>)[`actor.${actor}`]?.zh ?? defused(actor)

export const sourceText = (source: Source): string => sourceWords[`source.${source}`].zh

/** The time of an instant, with its day unless that is `date`. */
export const timeText = (at: number, date: LocalDate, now: DateTime.Zoned): string => {
  const local = DateTime.unsafeMakeZoned(at, { timeZone: now.zone })
  const time = formatInstant(local).slice("YYYY-MM-DDT".length, "YYYY-MM-DDTHH:MM".length)
  return dateOf(local) === date ? time : `${dayName(dateOf(local), now)} ${time}`
}
