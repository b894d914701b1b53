import { Schema } from "effect"
import { expecting } from "../Domain/Fault.ts"

/** A member that may be left out and has no default. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** Whole numbers of `what`, such as "whole minutes". */
export const whole = (min: number, max: number, what: string) => {
  const expected = expecting("whole_number", `${what} from ${min} to ${max}`, { min, max })
  return Schema.Int.pipe(Schema.between(min, max)).annotations(expected)
}

/** A whole number in the text of an environment variable. */
export const wholeFromText = (min: number, max: number, what: string) => {
  const expected = expecting("whole_number", `${what} from ${min} to ${max}`, { min, max })
  return Schema.NumberFromString.pipe(Schema.int(), Schema.between(min, max)).annotations(expected)
}

export const oneOf = <const Names extends readonly [string, ...Array<string>]>(...names: Names) =>
  Schema.Literal(...names).annotations(
    expecting("one_of", `one of ${names.map((name) => `"${name}"`).join(" ")}`, { names: names.join(" ") })
  )

/** A text that is not empty. */
export const text = Schema.NonEmptyString.annotations(expecting("text", "a text"))
