import { Schema } from "effect"
import { Cents } from "./Amount.ts"
import { LocalDate } from "./LocalDate.ts"
import { Source } from "./Turnover.ts"

/** What a person's request did to a day. It is stored as the answer to a request that may be repeated. */
export const DayChange = Schema.Struct({
  date: LocalDate,
  change: Schema.Literal("entered", "corrected", "confirmed", "withdrawn", "closed", "opened", "noted", "unchanged"),
  /** The amount before the change, and its source. */
  before: Schema.NullOr(Schema.typeSchema(Cents)),
  sourceBefore: Schema.NullOr(Source),
  closed: Schema.Boolean,
  note: Schema.String
})
export type DayChange = typeof DayChange.Type
