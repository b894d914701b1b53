import { Schema } from "effect"
import { expecting } from "./Expectation.ts"

/** A text of at most so many characters: code points, as JSON Schema counts them, so that an emoji is one. */
export const textOf = (max: number) => {
  const expected = expecting(`a text of at most ${max} characters`)
  return Schema.String.pipe(Schema.filter((value) => value.length <= max || Array.from(value).length <= max, expected))
    .annotations({ ...expected, jsonSchema: { type: "string", maxLength: max } })
}
