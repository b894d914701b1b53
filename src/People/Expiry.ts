import { type DateTime, Either } from "effect"
import type { Fault } from "../Codes/Fault.ts"
import { wrong } from "../Domain/Fault.ts"
import { addDays, dayMillis, type LocalDate } from "../Domain/LocalDate.ts"
import { type Instants, onSteady } from "../Domain/SteadyTime.ts"
import { startOfWallDay } from "../Domain/WallClock.ts"

export const sessionMillis = 180 * dayMillis
/** A session is extended, and its cookie set again, at most once a day. */
export const prolongAfterMillis = dayMillis

/** The last date whose end can be written as a date. */
const latest = "9999-12-30" as LocalDate

/** When a token that is valid until the end of a day expires. A fault for a day that is over, or too late. */
export const endOfLastDay = (
  lastDay: LocalDate,
  today: LocalDate,
  zone: DateTime.TimeZone
): Either.Either<number, Fault> => {
  if (lastDay < today) return Either.left(wrong("date_from", `a date from ${today} on`, lastDay, { first: today }))
  if (lastDay > latest) return Either.left(wrong("date_until", `a date up to ${latest}`, lastDay, { last: latest }))
  return Either.right(startOfWallDay(addDays(lastDay, 1), zone).epochMillis)
}

/** When a token expires: by the wall clock on the requested date, and by the steady clock after the same time. */
interface TokenEnd {
  readonly expires_at: number | null
  readonly ends_at: number | null
}

/** The instant of the steady clock at which a token expires; Infinity for never. */
export const endOfToken = ({ ends_at, expires_at }: TokenEnd, now: Instants): number =>
  Math.min(ends_at ?? Infinity, expires_at === null ? Infinity : onSteady(expires_at, now))

/** Whether this instant of the steady clock has passed. */
export const isOver = (end: number, { steady }: Instants): boolean => end <= steady

/** The state of a token, by its stored end and by its expiry. A stored end counts whatever the clock shows. */
export const stateOf = (token: TokenEnd & { readonly revoked_at: number | null }, now: Instants): "active" | "expired" | "revoked" =>
  token.revoked_at !== null ? "revoked" : isOver(endOfToken(token, now), now) ? "expired" : "active"
