import { Schema } from "effect"
import { Amount, amountJsonSchema } from "../Domain/Amount.ts"
import { AcceptedDate, LocalDate } from "../Domain/LocalDate.ts"
import { textJson, textOf } from "../Domain/Text.ts"
import { Attempt } from "./Attempt.ts"

/** The optional body of a test push. The defaults are today, its stored amount or 0, a fixed reason and the first chat. */
export const TestPush = Schema.Struct({
  date: Schema.optionalWith(AcceptedDate, { exact: true }),
  amount: Schema.optionalWith(Amount, { exact: true }),
  reason: Schema.optionalWith(textOf(200), { exact: true }),
  chat: Schema.optionalWith(textOf(32), { exact: true })
}).annotations({
  identifier: "TestPush",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    properties: {
      date: { type: "string", format: "date" },
      amount: amountJsonSchema,
      reason: textJson(200),
      chat: textJson(32)
    },
    example: { reason: "测试推送" }
  }
})

export const Pushed = Schema.Struct({
  ok: Schema.Literal(true),
  pushed: Schema.Struct({ date: LocalDate, amount: Schema.Number, reason: Schema.String }),
  attempts: Schema.Array(Attempt).annotations({ description: "every format that was tried, the delivered one last" })
})
