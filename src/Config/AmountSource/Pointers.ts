import { Schema } from "effect"
import { expecting } from "../../Domain/Expectation.ts"
import { formatPointer, type JsonPointer, parsePointer } from "../../Json/JsonPointer.ts"

/** Which values at a pointer count: `*` is any value that is there. */
export interface Condition {
  readonly pointer: JsonPointer
  readonly values: "*" | ReadonlyArray<string | number | boolean>
}

const pointerExpected = expecting("json_pointer", "a JSON pointer such as /total_money, or an empty text for the whole")

export const Pointer = Schema.transform(
  Schema.String.pipe(Schema.filter((text) => parsePointer(text) !== undefined, pointerExpected)).annotations(pointerExpected),
  Schema.Array(Schema.String),
  { strict: true, decode: (text) => parsePointer(text) ?? [], encode: formatPointer }
)

const valuesExpected = expecting("condition", "pointers with a value or a list of values each, such as {\"/status\": [\"COMPLETED\"]}")

const Value = Schema.Union(Schema.String, Schema.Number, Schema.Boolean)

export const Conditions = Schema.Record({ key: Schema.String, value: Schema.Union(Value, Schema.NonEmptyArray(Value)) }).pipe(
  Schema.filter((conditions) => Object.keys(conditions).every((key) => parsePointer(key) !== undefined), valuesExpected)
).annotations(valuesExpected)

export const conditionsOf = (conditions: typeof Conditions.Type = {}): ReadonlyArray<Condition> =>
  Object.entries(conditions).map(([key, value]) => ({
    pointer: parsePointer(key) ?? [],
    values: value === "*" ? "*" : typeof value === "object" ? value : [value]
  }))
