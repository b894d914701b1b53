import { Schema } from "effect"

/** One try to hand a message to the bot, in one format. */
export const Attempt = Schema.Struct({
  format: Schema.Literal("card", "post", "text"),
  verdict: Schema.Literal("delivered", "format", "upset", "permanent", "transient", "unknown"),
  status: Schema.NullOr(Schema.Int).annotations({ description: "HTTP status of the bot's answer; null without an answer" }),
  code: Schema.NullOr(Schema.Number).annotations({ description: "the bot's own code" }),
  detail: Schema.String.annotations({ description: "one sentence a person can act on" })
}).annotations({ identifier: "Attempt" })

/** The same with its time. */
export const TimedAttempt = Schema.Struct({
  at: Schema.String.annotations({ description: "ISO 8601 with UTC offset" }),
  ...Attempt.fields
})
