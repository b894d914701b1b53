import { type DateTime, Either } from "effect"
import type { Fault } from "../Codes/Fault.ts"
import { wrong } from "../Domain/Fault.ts"
import { addDays, dayMillis, type LocalDate } from "../Domain/LocalDate.ts"
import { startOfWallDay } from "../Domain/WallClock.ts"
import type { InvitationRow } from "./Store.ts"

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

/** When a token expires; Infinity for never. */
export const endOfToken = ({ expires_at }: { readonly expires_at: number | null }): number => expires_at ?? Infinity

/** The state of a token. That it was revoked counts whatever the clock shows. */
export const stateOf = (
  token: { readonly expires_at: number | null; readonly revoked_at: number | null },
  now: number
): "active" | "expired" | "revoked" => token.revoked_at !== null ? "revoked" : endOfToken(token) <= now ? "expired" : "active"

/** Whether an invitation can be used. One that was made while the clock was ahead cannot. */
export const isOpen = (invitation: InvitationRow, now: number): boolean =>
  invitation.used_at === null && invitation.created_at <= now && now < invitation.expires_at &&
  stateOf({ expires_at: invitation.token_expires_at, revoked_at: invitation.token_revoked_at }, now) === "active"
