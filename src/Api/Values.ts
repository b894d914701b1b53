import { Schema } from "effect"
import { attemptFields } from "../Domain/Attempt.ts"
import { expecting } from "../Domain/Fault.ts"
import { AcceptedDate, firstAccepted, LocalDate, Month } from "../Domain/LocalDate.ts"
import { textJson, textUpTo } from "../Domain/Text.ts"

const isAcceptedDate = Schema.is(AcceptedDate)

export const pathDate = Schema.String.pipe(
  Schema.filter((text): text is LocalDate => isAcceptedDate(text), {
    ...expecting("date_from", `a calendar date YYYY-MM-DD from ${firstAccepted} on`, { first: firstAccepted }),
    jsonSchema: { type: "string", format: "date", description: "the day" }
  })
)

/** A day that may be stored with any date: the clock may have been wrong. */
export const storedDate = LocalDate.annotations({ jsonSchema: { type: "string", format: "date", description: "the day" } })

/** A date in a query. */
export const queryDate = (description: string) => pathDate.annotations({ jsonSchema: { type: "string", format: "date", description } })

const isMonth = Schema.is(Month)

export const pathMonth = Schema.String.pipe(
  Schema.filter((text): text is Month => isMonth(text), {
    ...expecting("month", "a month YYYY-MM from 2000-01 on"),
    jsonSchema: { type: "string", pattern: "^[2-9]\\d{3}-(?:0[1-9]|1[0-2])$", description: "the month" }
  })
)

export const queryText = (max: number, description: string) => textUpTo(max).annotations({ jsonSchema: { ...textJson(max), description } })

interface WholeNumberOptions {
  readonly min: number
  readonly max: number
  readonly description: string
  readonly fallback?: number
}

/** A whole number in a query, within bounds. Any other value, and a repeated key, is refused. */
export const wholeNumber = (options: WholeNumberOptions) => {
  const sentence = expecting("whole_number", `a whole number from ${options.min} to ${options.max}`, { min: options.min, max: options.max })
  return Schema.String.pipe(
    Schema.pattern(/^\d{1,16}$/),
    Schema.compose(Schema.NumberFromString),
    Schema.between(options.min, options.max)
  ).annotations({
    ...sentence,
    jsonSchema: {
      type: "integer",
      minimum: options.min,
      maximum: options.max,
      description: options.description,
      ...(options.fallback === undefined ? {} : { default: options.fallback })
    }
  })
}

/** A whole number in a query, with a default for an absent key. */
export const wholeNumberOr = (fallback: number, options: WholeNumberOptions) =>
  Schema.optionalWith(wholeNumber({ ...options, fallback }), { exact: true, default: () => fallback })

/** `?key=1` */
export const flag = (description: string) =>
  Schema.optionalWith(
    Schema.transform(
      Schema.Literal("0", "1", "false", "true").annotations(expecting("truth", "1 or 0")),
      Schema.Boolean,
      { strict: true, decode: (text) => text === "1" || text === "true", encode: (on) => (on ? "1" as const : "0" as const) }
    ).annotations({ ...expecting("truth", "1 or 0"), jsonSchema: { type: "string", enum: ["0", "1"], default: "0", description } }),
    { exact: true, default: () => false }
  )

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
