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
