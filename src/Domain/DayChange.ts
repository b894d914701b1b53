import { Schema } from "effect"
import { Cents } from "./Amount.ts"
import { LocalDate } from "./LocalDate.ts"
import { type DayMark, isShut, MarkedBy, Source, type Turnover } from "./Turnover.ts"

/** A day at one moment: its record, who set it, and its mark. */
export const Standing = Schema.Struct({
  /** null if the day has no record. */
  cents: Schema.NullOr(Schema.typeSchema(Cents)),
  source: Schema.NullOr(Source),
  isFinal: Schema.Boolean,
  /** Who set or removed the figure, and when; null if that is not known. */
  by: Schema.NullOr(Schema.String),
  at: Schema.NullOr(Schema.Number),
  closed: Schema.Boolean,
  note: Schema.String
})
export type Standing = typeof Standing.Type

export const standing = (
  day: Turnover | undefined,
  mark: DayMark,
  removed: { readonly by: string; readonly at: number } | undefined = undefined
): Standing => {
  const last = day === undefined ? removed : day.changed
  return {
    cents: day?.cents ?? null,
    source: day?.source ?? null,
    isFinal: day?.isFinal ?? false,
    by: last?.by ?? null,
    at: last?.at ?? null,
    // A figure opens a day whose weekday is closed, and closes it again without leaving a mark.
    closed: day === undefined && isShut(mark),
    note: mark.note
  }
}

const kinds = ["entered", "corrected", "confirmed", "withdrawn", "closed", "opened", "noted", "undone", "unchanged"] as const

/** What a person's request did to a day. It is stored as the result of a request that may be repeated. */
export const DayChange = Schema.Struct({
  date: LocalDate,
  change: Schema.Literal(...kinds),
  /** The newest audit record of the change, needed to undo it; null if nothing has changed. */
  id: Schema.NullOr(Schema.Int),
  before: Standing,
  after: Standing
})
export type DayChange = typeof DayChange.Type

export const changeKinds = Schema.Literal(...kinds)

/** A day exactly as it was before its newest change, so that the change can be undone. */
export const Stood = Schema.Struct({
  day: Schema.NullOr(Schema.Struct({
    date: LocalDate,
    cents: Schema.typeSchema(Cents),
    isFinal: Schema.Boolean,
    source: Source,
    changed: Schema.optionalWith(
      Schema.Struct({ at: Schema.Number, by: Schema.String, entryToken: Schema.optionalWith(Schema.Int, { exact: true }) }),
      { exact: true }
    ),
    soFar: Schema.optionalWith(Schema.Struct({ audited: Schema.typeSchema(Cents), reason: Schema.String }), { exact: true })
  })),
  mark: Schema.Struct({
    date: LocalDate,
    closed: Schema.Boolean,
    note: Schema.String,
    clearedAt: Schema.NullOr(Schema.Number),
    markedBy: MarkedBy
  })
})
export type Stood = typeof Stood.Type
