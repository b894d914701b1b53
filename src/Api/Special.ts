import { Schema } from "effect"

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
