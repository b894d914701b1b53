import { Schema } from "effect"

/** The formats of a message, richest first. If the bot refuses one, the next one is sent. */
export const formats = ["card", "post", "text"] as const
export const Format = Schema.Literal(...formats)
export type Format = typeof Format.Type

/**
 * What the bot's reply means (rule 7.5). `delivered` means that the message is in the chat; `accepted`, that the product took the
 * message and reports nothing further.
 */
export const verdicts = ["delivered", "accepted", "format", "upset", "permanent", "transient", "unknown"] as const
export const Verdict = Schema.Literal(...verdicts)
export type Verdict = typeof Verdict.Type

export const MessageState = Schema.Literal("pending", "delivered", "accepted", "failed")
export type MessageState = typeof MessageState.Type

/** Whether the product has the message, which is then not sent again automatically. */
export const isTaken = (state: Verdict | MessageState): state is "delivered" | "accepted" => state === "delivered" || state === "accepted"

/** What a mail server said about each reader so far. A status below 500 is a refusal for now. */
export const MailAnswers = Schema.Struct({
  taken: Schema.Array(Schema.String),
  refused: Schema.Array(Schema.Struct({ reader: Schema.String, status: Schema.Number, said: Schema.String }))
})
export type MailAnswers = typeof MailAnswers.Type

/** Whether a verdict leads to the next format at once (rule 7.6); any other decides. */
export const leadsOn = (verdict: Verdict): boolean => verdict === "format" || verdict === "upset"

/** The outcome of one request to the bot. */
export interface Delivery {
  readonly verdict: Verdict
  /** HTTP status; null without a reply. */
  readonly status: number | null
  /** The bot's own code; null if the reply has none. */
  readonly code: number | null
  /** One sentence that tells an operator what to do. It never contains the address, the secret or a signature. */
  readonly detail: string
  /** How long the bot asks the service to wait; null if it does not. */
  readonly retryAfterMillis: number | null
  /** For how long the bot accepts no request at all, in any format and for any message; absent if it does not ask for such a pause. */
  readonly pauseMillis?: number
  /** Whether the receiver wants no more messages at this address; absent if the reply does not say so. */
  readonly isGone?: true
  /** The new id of a chat that has moved; absent for any other chat. */
  readonly movedTo?: string
  /** The readers of a mail who need no further attempt, if some do; absent otherwise. */
  readonly answers?: MailAnswers
  /** The beginning of the reply's body on one line, without secrets; null without a body. */
  readonly excerpt: string | null
}

/** The members that a stored attempt and the API have in common. */
export const attemptFields = {
  format: Format,
  verdict: Verdict,
  status: Schema.NullOr(Schema.Int).annotations({ description: "HTTP status of the bot's reply; null without a reply" }),
  code: Schema.NullOr(Schema.Number).annotations({ description: "the bot's own code" }),
  detail: Schema.String.annotations({ description: "one sentence a person can act on" })
}

/** One request to the bot in one format, as it is stored. */
export const Attempt = Schema.Struct({
  /** When the attempt began; milliseconds since 1970. */
  at: Schema.Number,
  ...attemptFields
})
export type Attempt = typeof Attempt.Type

/** Of attempts that were made just now, the time says nothing. */
export const untimed = ({ at: _, ...attempt }: Attempt) => attempt

export const attemptOf = (at: number, format: Format, { code, detail, status, verdict }: Delivery): Attempt => ({
  at,
  format,
  verdict,
  status,
  code,
  detail
})

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
export type MessageOutcome =
  | { readonly state: "delivered" | "accepted"; readonly format: Format; readonly progress: Progress }
  | { readonly state: "failed"; readonly reason: string; readonly progress: Progress }
  | { readonly state: "pending"; readonly nextAttemptAt: number; readonly progress: Progress }

export const notTried: Progress = { nextFormat: "card", upset: false, backoff: 0, firstAttemptAt: null }

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
): MessageOutcome => {
  // If the clock was set back, the first attempt must not lie in the future.
  const firstAttemptAt = Math.min(before.firstAttemptAt ?? at, now)
  const progress: Progress = { ...before, firstAttemptAt }

  const postpone = (next: Progress): MessageOutcome => {
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

  const nextFormat = (upset: boolean): MessageOutcome => {
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
