import { Schema } from "effect"
import { attemptFields } from "../Domain/Attempt.ts"

const FestivalDay = {
  name: Schema.String.annotations({ examples: ["国庆"] }),
  day: Schema.Int.annotations({ description: "days since the festival's own day: 0 on that day, -1 on the eve of the Spring Festival" })
}

/** What the calendar of holidays knows about a date. */
export const special = {
  holiday: Schema.optional(
    Schema.Struct({
      ...FestivalDay,
      also: Schema.optional(Schema.Struct(FestivalDay)).annotations({ description: "a second festival with fewer days off" })
    })
  ).annotations({ description: "the festival that the date is off for; left out on any other day" }),
  makeup: Schema.optional(Schema.Literal(true)).annotations({
    description: "a Saturday or Sunday on which people work to make up for a holiday; left out on any other day"
  }),
  makeup_for: Schema.optional(Schema.String).annotations({ description: "the festival that it makes up for" })
}

/** One request to the bot, in one format. */
export const Attempt = Schema.Struct(attemptFields).annotations({ identifier: "Attempt" })

export const TimedAttempt = Schema.Struct({
  at: Schema.String.annotations({ description: "ISO 8601 with UTC offset" }),
  ...attemptFields
})

export const Yuan = Schema.Number.annotations({ description: "in the shop's currency, at most two decimals", examples: [3629.76] })
export const Instant = Schema.String.annotations({
  description: "ISO 8601 to the second, with the UTC offset of the shop's zone",
  examples: ["2025-12-09T13:14:40+08:00"]
})
