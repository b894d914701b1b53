import { Schema } from "effect"
import { type SourceFaultCode as Code, sourceFaultFacts } from "../Codes/SourceFault.ts"
import { AcceptedDate, LocalDate } from "../Domain/LocalDate.ts"

/** The optional body of a trial question. The default is yesterday, because its figure is complete. */
export const SourceTry = Schema.Struct({ date: Schema.optionalWith(AcceptedDate, { exact: true }) }).annotations({
  identifier: "SourceTry",
  parseOptions: { errors: "all" },
  jsonSchema: { type: "object", properties: { date: { type: "string", format: "date" } }, example: { date: "2025-12-08" } }
})

/** A question as it would be sent, without secrets. */
const SourceRequest = Schema.Struct({
  method: Schema.String.annotations({ description: "RUN of a program, GET or POST; READ of a folder, SELECT of a database" }),
  address: Schema.String.annotations({ description: "with the day filled in" }),
  headers: Schema.Array(Schema.String).annotations({ description: "names of the headers that are sent, or of the variables in `env`" })
})

const asked = Schema.NullOr(SourceRequest).annotations({ description: "what was asked; null if nobody is asked" })

export const SourceTried = Schema.Struct({
  ok: Schema.Literal(true),
  date: LocalDate,
  amount: Schema.Number,
  items: Schema.Int.annotations({ description: "how many items, rows or values were counted" }),
  sha256: Schema.String.annotations({ description: "of the answer's bytes, those of all pages one after another" }),
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
