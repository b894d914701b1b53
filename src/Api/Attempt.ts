import { Schema } from "effect"
import { attemptFields } from "../Domain/Attempt.ts"

/** One request to the bot, in one format. */
export const Attempt = Schema.Struct(attemptFields).annotations({ identifier: "Attempt" })

export const TimedAttempt = Schema.Struct({
  at: Schema.String.annotations({ description: "ISO 8601 with UTC offset" }),
  ...attemptFields
})
