import { type Delivery, type Format, formats } from "./Attempt.ts"

/** How far the attempts for a message have come. Instants are milliseconds since 1970. */
export interface Progress {
  readonly nextFormat: Format
  /** Whether the bot's service failed on a format of the current chain. */
  readonly upset: boolean
  /** How many times in a row the message was postponed. */
  readonly backoff: number
  readonly firstAttemptAt: number | null
}

/** What happens to a message after an attempt. */
export type Outcome =
  | { readonly state: "delivered" | "accepted"; readonly format: Format; readonly progress: Progress }
  | { readonly state: "failed"; readonly reason: string; readonly progress: Progress }
  | { readonly state: "pending"; readonly nextAttemptAt: number; readonly progress: Progress }

export const start: Progress = { nextFormat: "card", upset: false, backoff: 0, firstAttemptAt: null }

/** An instant that is in the past even after the clock is set back. */
export const atOnce = 0

const hour = 3_600_000
const firstBackoff = 2_000
const longestBackoff = 15 * 60_000
const longestRetryAfter = hour
const givenUpAfter = 24 * hour

/**
 * A message is given up after at least this many waits, which take about two hours, so a clock that is ahead for a moment ends no
 * message. 24 real hours always have more waits, because no wait is longer than an hour.
 */
const fewestWaits = 20

export const longestWait = Math.max(longestBackoff, longestRetryAfter)

/** The format to use if the product does not have the wanted one: the next one that it has, or its plainest. */
export const formatFrom = (wanted: Format, own: ReadonlyArray<Format>): Format =>
  own.find((format) => formats.indexOf(format) >= formats.indexOf(wanted)) ?? own.at(-1) ?? wanted

/** Full jitter: uniform between 0 and a limit that starts at 2 s, doubles each time and stops at 15 min. */
const backoffMillis = (backoff: number, jitter: number): number =>
  Math.round(jitter * Math.min(longestBackoff, firstBackoff * 2 ** Math.min(backoff, 30)))

/**
 * Decides what happens to a message after the reply to an attempt (rules 7.6 and 7.7).
 * @param at when the attempt began
 * @param now when its reply came
 * @param jitter uniform in [0, 1)
 * @param own the formats that the product has, richest first
 */
export const afterAttempt = (
  before: Progress,
  delivery: Delivery,
  at: number,
  now: number,
  jitter: number,
  own: ReadonlyArray<Format> = formats
): Outcome => {
  // If the clock was set back, the first attempt must not lie in the future.
  const firstAttemptAt = Math.min(before.firstAttemptAt ?? at, now)
  const progress: Progress = { ...before, firstAttemptAt }

  const postpone = (next: Progress): Outcome => {
    const deadline = firstAttemptAt + givenUpAfter
    const isOver = now >= deadline
    if (isOver && next.backoff >= fewestWaits) {
      return { state: "failed", reason: `Given up 24 h after the first attempt. ${delivery.detail}`, progress: next }
    }
    // The last attempt is at the deadline itself, not one back-off earlier, unless the bot asks for a longer wait.
    const later = now + backoffMillis(next.backoff, jitter)
    const wanted = isOver ? later : Math.min(later, deadline)
    const allowed = now + Math.min(delivery.retryAfterMillis ?? 0, longestRetryAfter)
    return { state: "pending", nextAttemptAt: Math.max(wanted, allowed), progress: { ...next, backoff: next.backoff + 1 } }
  }

  const nextFormat = (upset: boolean): Outcome => {
    const next = own[own.indexOf(before.nextFormat) + 1]
    if (next !== undefined) return { state: "pending", nextAttemptAt: atOnce, progress: { ...progress, nextFormat: next, upset } }
    if (upset) return postpone({ ...progress, nextFormat: "card", upset: false })
    return { state: "failed", reason: `No format was accepted. ${delivery.detail}`, progress }
  }

  switch (delivery.verdict) {
    case "delivered":
    case "accepted":
      return { state: delivery.verdict, format: before.nextFormat, progress }
    case "format":
      return nextFormat(before.upset)
    case "upset":
      return nextFormat(true)
    case "permanent":
      return { state: "failed", reason: delivery.detail, progress }
    case "transient":
    case "unknown":
      return postpone(progress)
  }
}
