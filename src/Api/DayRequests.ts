import { Schema } from "effect"
import { Amount, amountJsonSchema, AmountText } from "../Domain/Amount.ts"
import { expecting } from "../Domain/Fault.ts"
import { AcceptedDate } from "../Domain/LocalDate.ts"
import { textJson, textUpTo, visibleTextJson } from "../Domain/Text.ts"
import { Source } from "../Domain/Turnover.ts"

const reason = textUpTo(200)
const actorText = textUpTo(64)

/** The name that a client gives a request. A repeated request gets the first response (rule 6.29). */
export const idempotencyKey = Schema.Struct({
  "idempotency-key": Schema.optionalWith(
    Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{1,255}$/)).annotations({
      ...expecting("idempotency_key", "1 to 255 printable ASCII characters without spaces"),
      jsonSchema: {
        type: "string",
        minLength: 1,
        maxLength: 255,
        description: "a repeated request gets the response of the first one, for at least 24 hours"
      }
    }),
    { exact: true }
  )
})

/** The figure that a client has seen. */
const Expected = Schema.NullOr(Schema.Struct({ amount: Amount, source: Source }))

const expectedJson = {
  description: "the figure that the day must have now, null for none; with any other figure the change is refused",
  oneOf: [
    {
      type: "object",
      required: ["amount", "source"],
      properties: { amount: amountJsonSchema, source: { type: "string", enum: Source.literals } }
    },
    { type: "null" }
  ]
}

/** The figure that a client has seen, in the query of a DELETE. */
export const expectedInQuery = {
  expected: Schema.optionalWith(
    Schema.Literal("none").annotations({
      ...expecting("one_of", "one of none", { names: "none" }),
      jsonSchema: { type: "string", enum: ["none"], description: "the day must have no figure" }
    }),
    { exact: true }
  ),
  expected_amount: Schema.optionalWith(
    AmountText.annotations({
      jsonSchema: { ...amountJsonSchema, description: "the amount that the day must have, together with `expected_source`" }
    }),
    { exact: true }
  ),
  expected_source: Schema.optionalWith(
    Source.annotations({
      ...expecting("one_of", `one of ${Source.literals.join(" ")}`, { names: Source.literals.join(" ") }),
      jsonSchema: {
        type: "string",
        enum: Source.literals,
        description: "the source that the day must have, together with `expected_amount`"
      }
    }),
    { exact: true }
  )
}

export const Undo = Schema.Struct({
  reason: Schema.optionalWith(reason, { exact: true, default: () => "" }),
  actor: Schema.optionalWith(actorText, { exact: true })
}).annotations({
  identifier: "Undo",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    properties: { reason: { ...textJson(200), default: "" }, actor: { ...textJson(64), default: "admin" } },
    example: { reason: "typed twice" }
  }
})

/** The body of a withdrawal. Reason and actor may be in the query instead, for clients that send no body with DELETE. */
export const Withdrawal = Schema.Struct({
  reason: Schema.optionalWith(reason, { exact: true }),
  expected: Schema.optionalWith(Expected, { exact: true }),
  actor: Schema.optionalWith(actorText, { exact: true })
}).annotations({
  identifier: "Withdrawal",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["reason"],
    properties: {
      reason: visibleTextJson(200),
      expected: expectedJson,
      actor: { ...textJson(64), default: "admin" }
    },
    example: { reason: "entered for the wrong day", actor: "Li" }
  }
})

/** The body of a day's mark. Omitted members do not change. */
export const DayMark = Schema.Struct({
  closed: Schema.optionalWith(Schema.Boolean.annotations(expecting("truth", "true or false")), { exact: true }),
  note: Schema.optionalWith(reason, { exact: true }),
  expected: Schema.optionalWith(Expected, { exact: true }),
  actor: Schema.optionalWith(actorText, { exact: true })
}).annotations({
  identifier: "DayMark",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    properties: {
      closed: { type: "boolean" },
      note: textJson(200),
      expected: expectedJson,
      actor: { ...textJson(64), default: "admin" }
    },
    example: { closed: true, note: "Spring Festival" }
  }
})

export const Correction = Schema.Struct({
  date: AcceptedDate,
  amount: Amount,
  reason: Schema.optionalWith(reason, { exact: true, default: () => "" }),
  note: Schema.optionalWith(reason, { exact: true }),
  expected: Schema.optionalWith(Expected, { exact: true }),
  actor: Schema.optionalWith(actorText, { exact: true })
}).annotations({
  identifier: "Correction",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["date", "amount"],
    properties: {
      date: { type: "string", format: "date" },
      amount: amountJsonSchema,
      reason: { ...textJson(200), default: "" },
      note: textJson(200),
      expected: expectedJson,
      actor: { ...textJson(64), default: "admin" }
    },
    example: { date: "2025-12-09", amount: 3629.76, reason: "till recounted", actor: "Li" }
  }
})
