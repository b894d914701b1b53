import { Context, type Effect, Schema } from "effect"
import type { Announcement } from "../Domain/Announcement.ts"

/** The forms of one message, richest first: a refused form is followed by the next. */
export const formats = ["card", "post", "text"] as const
export const Format = Schema.Literal(...formats)
export type Format = typeof Format.Type

/** How an answer is to be taken (rule 7.5); only `delivered` means that the message is in the chat. */
export const Verdict = Schema.Literal("delivered", "format", "upset", "permanent", "transient", "unknown")
export type Verdict = typeof Verdict.Type

/** What came of one try to send. */
export interface Answer {
  readonly verdict: Verdict
  /** HTTP status; null where no answer came. */
  readonly status: number | null
  /** The bot's own code; null where the answer held none. */
  readonly code: number | null
  /** One sentence a person can act on; never holds the address, the secret or a signature. */
  readonly detail: string
  /** What the bot asked us to wait at least. */
  readonly retryAfterMillis: number | null
  /** The beginning of the answer's body on one line, without secrets; null where no body came. */
  readonly excerpt: string | null
}

/** The way into the team's chat. Sending never fails: whatever happens is an `Answer`. */
export class ChatBot extends Context.Tag("ChatBot")<ChatBot, {
  readonly send: (announcement: Announcement, format: Format, timeoutMillis: number) => Effect.Effect<Answer>
}>() {}
