import { type Answer, type Format, formats } from "../Chat/ChatBot.ts"

/** How far a message has come through the formats. Instants are milliseconds since 1970. */
export interface Progress {
  readonly nextFormat: Format
  /** Whether the bot was upset over a format of the chain that runs now. */
  readonly upset: boolean
  /** How many times in a row the message has been put off. */
  readonly backoff: number
  readonly firstAttemptAt: number | null
}

export type Step =
  | { readonly state: "delivered"; readonly format: Format; readonly progress: Progress }
  | { readonly state: "failed"; readonly reason: string; readonly progress: Progress }
  | { readonly state: "pending"; readonly nextAttemptAt: number; readonly progress: Progress }

export const start: Progress = { nextFormat: "card", upset: false, backoff: 0, firstAttemptAt: null }

/** An instant that has always come, also for a clock that is set back afterwards. */
export const atOnce = 0

const hour = 3_600_000
const firstBackoff = 2_000
const longestBackoff = 15 * 60_000
const longestRetryAfter = hour
const givenUpAfter = 24 * hour

/** The longest a message is ever put off. */
export const longestWait = Math.max(longestBackoff, longestRetryAfter)

export const formatAfter = (format: Format): Format | undefined => formats[formats.indexOf(format) + 1]

/** Full jitter: anything from nothing to 2 s doubled each time, 15 min at most. */
const backoffMillis = (backoff: number, jitter: number): number =>
  Math.round(jitter * Math.min(longestBackoff, firstBackoff * 2 ** Math.min(backoff, 30)))

/**
 * What follows from an answer to the format that was due (rules 7.6 and 7.7).
 * @param at when the attempt began
 * @param now when its answer came
 * @param jitter uniform in [0, 1)
 */
export const step = (before: Progress, answer: Answer, at: number, now: number, jitter: number): Step => {
  // After the clock was set back the first attempt must not lie in the future.
  const firstAttemptAt = Math.min(before.firstAttemptAt ?? at, now)
  const progress: Progress = { ...before, firstAttemptAt }

  const putOff = (next: Progress): Step => {
    const deadline = firstAttemptAt + givenUpAfter
    if (now >= deadline) {
      return { state: "failed", reason: `Given up 24 h after the first attempt. ${answer.detail}`, progress: next }
    }
    // The last try is made at the deadline itself, not a back-off short of it, but never before the bot asked for one.
    const wanted = Math.min(now + backoffMillis(next.backoff, jitter), deadline)
    const allowed = now + Math.min(answer.retryAfterMillis ?? 0, longestRetryAfter)
    return { state: "pending", nextAttemptAt: Math.max(wanted, allowed), progress: { ...next, backoff: next.backoff + 1 } }
  }

  const nextFormat = (upset: boolean): Step => {
    const next = formatAfter(before.nextFormat)
    if (next !== undefined) return { state: "pending", nextAttemptAt: atOnce, progress: { ...progress, nextFormat: next, upset } }
    if (upset) return putOff({ ...progress, nextFormat: "card", upset: false })
    return { state: "failed", reason: `No format was accepted. ${answer.detail}`, progress }
  }

  switch (answer.verdict) {
    case "delivered":
      return { state: "delivered", format: before.nextFormat, progress }
    case "format":
      return nextFormat(before.upset)
    case "upset":
      return nextFormat(true)
    case "permanent":
      return { state: "failed", reason: answer.detail, progress }
    case "transient":
    case "unknown":
      return putOff(progress)
  }
}
