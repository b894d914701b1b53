import { Schema } from "effect"
import { changeKinds } from "../Domain/DayChange.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { Source } from "../Domain/Turnover.ts"
import { Instant, Yuan } from "./Values.ts"

/** A day at one moment. */
export const Standing = Schema.Struct({
  amount: Schema.NullOr(Yuan).annotations({ description: "amount of the record; null without a record" }),
  source: Schema.NullOr(Source),
  is_final: Schema.Boolean,
  by: Schema.NullOr(Schema.String).annotations({ description: "who has set or removed the figure, where it is known" }),
  at: Schema.NullOr(Instant).annotations({ description: "when" }),
  closed: Schema.Boolean,
  note: Schema.String
}).annotations({ identifier: "Standing" })

const done = {
  ok: Schema.Literal(true),
  id: Schema.NullOr(Schema.Int).annotations({
    description: "the change's audit record, by which it can be undone; null where nothing has changed"
  }),
  before: Standing.annotations({ description: "the day before the change" })
}

export const Corrected = Schema.Struct({ ...done, change: changeKinds })

export const Withdrawn = Schema.Struct({
  ...done,
  withdrawn: Schema.Struct({ date: LocalDate, amount: Schema.NullOr(Schema.Number), source: Schema.NullOr(Source) })
})

export const Marked = Schema.Struct({ ...done, change: changeKinds, closed: Schema.Boolean, note: Schema.String })

export const Undone = Schema.Struct({
  ...done,
  undone: Schema.Struct({ id: Schema.Int, date: LocalDate }),
  after: Standing.annotations({ description: "the day now" })
})
