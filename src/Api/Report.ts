import { Schema } from "effect"
import { expecting } from "../Domain/Fault.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { isPeriodName } from "../Domain/Period.ts"
import { Source } from "../Domain/Turnover.ts"
import { Compared } from "./Figures.ts"
import { Instant, special, Yuan } from "./Values.ts"

/** The name of a week or a month in a path. */
export const pathPeriod = Schema.String.pipe(
  Schema.filter(isPeriodName, {
    ...expecting("period", "a week such as 2026-W47 or a month such as 2026-11"),
    jsonSchema: {
      type: "string",
      pattern: "^(?:[2-9]\\d{3}-(?:W[0-5]\\d|0[1-9]|1[0-2])|last-week|last-month)$",
      description: "a week such as 2026-W47 (ISO 8601), a month such as 2026-11, last-week or last-month"
    }
  })
)

const Extreme = Schema.NullOr(Schema.Struct({ date: LocalDate, amount: Yuan }))

const Stood = Schema.NullOr(Schema.Struct({ amount: Yuan, source: Schema.NullOr(Source) })).annotations({
  description: "null for no figure"
})

export const Report = Schema.Struct({
  period: Schema.String.annotations({ examples: ["2026-W47"] }),
  kind: Schema.Literal("week", "month"),
  first: LocalDate,
  last: LocalDate,
  until: Schema.NullOr(LocalDate).annotations({ description: "its last day that counts; null while none counts" }),
  before: Schema.String.annotations({ description: "the week or month before" }),
  after: Schema.String.annotations({ description: "the week or month after" }),
  shop_name: Schema.String,
  total: Yuan.annotations({ description: "sum of its final days, including generated ones" }),
  counted: Yuan.annotations({ description: "sum of its counted days" }),
  days_final: Schema.Int,
  generated: Schema.Struct({ days: Schema.Int, amount: Yuan }).annotations({
    description: "the part of the total that was generated, not counted"
  }),
  counted_days: Schema.Int,
  closed_days: Schema.Int.annotations({ description: "without those of `closed_weekdays`" }),
  missing: Schema.Array(LocalDate).annotations({
    description: "days without a final record, from the first record on, closed days left out"
  }),
  mean: Schema.NullOr(Yuan).annotations({
    description: "mean of its counted days, half a cent rounded up; null with fewer than three"
  }),
  best: Extreme.annotations({ description: "among its counted days; the first one of equal days" }),
  worst: Extreme,
  goal: Schema.NullOr(Schema.Struct({ amount: Yuan, reached: Yuan, missing: Yuan })).annotations({
    description: "the goals of all its days together, the sum of the counted days, and the goal less that, at least 0; null without a goal"
  }),
  comparison: Schema.NullOr(Compared).annotations({
    description: "beside the week or month before; null if none of its days can be compared"
  }),
  days: Schema.Array(Schema.Struct({
    date: LocalDate,
    amount: Schema.NullOr(Yuan).annotations({ description: "null unless the day is final" }),
    source: Schema.NullOr(Source),
    closed: Schema.Boolean,
    note: Schema.String,
    usual: Schema.NullOr(Yuan).annotations({ description: "what it usually takes; null where that is not known" }),
    unusual: Schema.optional(Schema.Literal(true)).annotations({ description: "its entered amount differs clearly from the usual one" }),
    ...special
  })).annotations({ description: "each day from the first record on until the last one that counts, oldest first" }),
  sent: Schema.NullOr(Schema.Struct({
    at: Instant,
    head: Schema.NullOr(Schema.String).annotations({ description: "the check code in its message" })
  })).annotations({ description: "the report as a chat took it; null if none did" }),
  changes: Schema.Array(Schema.Struct({
    date: LocalDate,
    before: Stood,
    after: Stood,
    by: Schema.NullOr(Schema.String),
    at: Schema.NullOr(Instant)
  })).annotations({ description: "its days whose figures were changed after it was sent, oldest first" })
}).annotations({ identifier: "Report" })
