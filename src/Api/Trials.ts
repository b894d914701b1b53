import { Schema } from "effect"
import { type SourceFaultCode as Code, sourceFaultFacts } from "../Codes/Fault.ts"
import { Amount, amountJsonSchema } from "../Domain/Amount.ts"
import { AcceptedDate, LocalDate } from "../Domain/LocalDate.ts"
import { textJson, textUpTo } from "../Domain/Text.ts"
import { Attempt } from "./Values.ts"

/** The optional body of a trial question. The default is yesterday, because its figure is complete. */
export const SourceTry = Schema.Struct({ date: Schema.optionalWith(AcceptedDate, { exact: true }) }).annotations({
  identifier: "SourceTry",
  parseOptions: { errors: "all" },
  jsonSchema: { type: "object", properties: { date: { type: "string", format: "date" } }, example: { date: "2025-12-08" } }
})

/** What is asked, without secrets. */
const SourceRequest = Schema.Struct({
  method: Schema.String.annotations({ description: "RUN of a program, READ of a folder" }),
  address: Schema.String.annotations({ description: "the program with its arguments, or the folder" }),
  variables: Schema.Array(Schema.String).annotations({ description: "names of the variables in `env`" })
})

const asked = Schema.NullOr(SourceRequest).annotations({ description: "what was asked; null if nobody is asked" })

export const SourceTried = Schema.Struct({
  ok: Schema.Literal(true),
  date: LocalDate,
  amount: Schema.Number,
  items: Schema.Int.annotations({ description: "how many items or rows were counted" }),
  sha256: Schema.String.annotations({ description: "of what the program printed, or of the file" }),
  request: asked
})

const codes = Object.keys(sourceFaultFacts) as ReadonlyArray<Code>

export const SourceFaultCode = Schema.Literal(...codes).annotations({ description: "stable name of what is wrong with the answer" })

/** Why there is no figure. */
export const sourceReason = {
  date: LocalDate,
  reason: Schema.Struct({
    code: SourceFaultCode,
    params: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Number) }).annotations({
      description: "what the message names: bounds, what was found"
    })
  }),
  request: asked
}

/** The optional body of a test push. The defaults are today, its stored amount or 0, a fixed reason and the first chat. */
export const TestPush = Schema.Struct({
  date: Schema.optionalWith(AcceptedDate, { exact: true }),
  amount: Schema.optionalWith(Amount, { exact: true }),
  reason: Schema.optionalWith(textUpTo(200), { exact: true }),
  chat: Schema.optionalWith(textUpTo(32), { exact: true })
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
