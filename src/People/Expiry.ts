import { type Instants, onSteady } from "../Domain/SteadyTime.ts"

const dayMillis = 86_400_000

/** How long a session lasts after its last use. */
export const sessionMillis = 180 * dayMillis
/** A session is extended, and its cookie set again, at most once a day. */
export const prolongAfterMillis = dayMillis

/** When a token expires: by the wall clock on the requested date, and by the steady clock at the same distance from now. */
interface TokenEnd {
  readonly expires_at: number | null
  readonly ends_at: number | null
}

/** The instant of the steady clock at which a token expires; Infinity for never. */
export const endOfToken = ({ ends_at, expires_at }: TokenEnd, now: Instants): number =>
  Math.min(ends_at ?? Infinity, expires_at === null ? Infinity : onSteady(expires_at, now))

/** Whether something that expires at this instant of the steady clock has expired. */
export const isOver = (end: number, { steady }: Instants): boolean => end <= steady

/** The state of a token, by its stored end and by its time. A stored end holds whatever a clock shows. */
export const stateOf = (token: TokenEnd & { readonly revoked_at: number | null }, now: Instants): "active" | "expired" | "revoked" =>
  token.revoked_at !== null ? "revoked" : isOver(endOfToken(token, now), now) ? "expired" : "active"
