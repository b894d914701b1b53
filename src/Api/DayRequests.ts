import { Schema } from "effect"
import { Amount, amountJsonSchema } from "../Domain/Amount.ts"
import { expecting } from "../Domain/Expectation.ts"
import { AcceptedDate } from "../Domain/LocalDate.ts"
import { textJson, textOf } from "../Domain/Text.ts"

const reason = textOf(200)
const actor = textOf(64)

/** A client's own name for a request. A repeated request gets the first one's answer, for 24 hours. */
export const idempotencyKey = Schema.Struct({
  "idempotency-key": Schema.optionalWith(
    Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{1,255}$/)).annotations({
      ...expecting("idempotency_key", "1 to 255 printable ASCII characters without spaces"),
      jsonSchema: {
        type: "string",
        minLength: 1,
        maxLength: 255,
        description: "a repeated request gets the first one's answer, for 24 hours"
      }
    }),
    { exact: true }
  )
})

/** The body of a withdrawal. Reason and actor may be in the query instead, for clients that send no body with DELETE. */
export const Withdrawal = Schema.Struct({
  reason: Schema.optionalWith(reason, { exact: true }),
  actor: Schema.optionalWith(actor, { exact: true })
}).annotations({
  identifier: "Withdrawal",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["reason"],
    properties: {
      reason: { ...textJson(200), minLength: 1 },
      actor: { ...textJson(64), default: "admin" }
    },
    example: { reason: "entered for the wrong day", actor: "Li" }
  }
})

/** The body of a day's mark. What is omitted does not change. */
export const DayMark = Schema.Struct({
  closed: Schema.optionalWith(Schema.Boolean.annotations(expecting("truth", "true or false")), { exact: true }),
  note: Schema.optionalWith(reason, { exact: true }),
  actor: Schema.optionalWith(actor, { exact: true })
}).annotations({
  identifier: "DayMark",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    properties: {
      closed: { type: "boolean" },
      note: textJson(200),
      actor: { ...textJson(64), default: "admin" }
    },
    example: { closed: true, note: "Spring Festival" }
  }
})

/** The body of a correction. */
export const Correction = Schema.Struct({
  date: AcceptedDate,
  amount: Amount,
  reason: Schema.optionalWith(reason, { exact: true, default: () => "" }),
  actor: Schema.optionalWith(actor, { exact: true })
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
      actor: { ...textJson(64), default: "admin" }
    },
    example: { date: "2025-12-09", amount: 3629.76, reason: "till recounted", actor: "Li" }
  }
})
