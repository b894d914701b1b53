import { Schema } from "effect"
import { expecting } from "../Domain/Fault.ts"
import { AcceptedDate, firstAccepted, type LocalDate } from "../Domain/LocalDate.ts"
import { Month } from "../Domain/Month.ts"
import { textJson, textOf } from "../Domain/Text.ts"

const isAcceptedDate = Schema.is(AcceptedDate)

export const pathDate = Schema.String.pipe(
  Schema.filter((text): text is LocalDate => isAcceptedDate(text), {
    ...expecting("date_from", `a calendar date YYYY-MM-DD from ${firstAccepted} on`, { first: firstAccepted }),
    jsonSchema: { type: "string", format: "date", description: "the day" }
  })
)

/** A date in a query. */
export const queryDate = (description: string) => pathDate.annotations({ jsonSchema: { type: "string", format: "date", description } })

const isMonth = Schema.is(Month)

export const pathMonth = Schema.String.pipe(
  Schema.filter((text): text is Month => isMonth(text), {
    ...expecting("month", "a month YYYY-MM from 2000-01 on"),
    jsonSchema: { type: "string", pattern: "^[2-9]\\d{3}-(?:0[1-9]|1[0-2])$", description: "the month" }
  })
)

export const queryText = (max: number, description: string) => textOf(max).annotations({ jsonSchema: { ...textJson(max), description } })

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
