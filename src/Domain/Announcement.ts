import { Schema } from "effect"
import { Cents } from "./Amount.ts"
import { LocalDate } from "./LocalDate.ts"
import { Source } from "./Turnover.ts"

const StoredCents = Schema.typeSchema(Cents)

/** Why a figure is announced: settled, made final, entered, corrected, confirmed, imported, sent again, or a test. */
export const DayKind = Schema.Literal("daily", "finalized", "entered", "corrected", "confirmed", "imported", "repeat", "test")
export type DayKind = typeof DayKind.Type

/** The facts of a message about one day; `Chat/Message` turns them into text. */
export const DayAnnouncement = Schema.Struct({
  kind: DayKind,
  date: LocalDate,
  cents: StoredCents,
  /** null only in a test message about a day that has no record. */
  source: Schema.NullOr(Source),
  before: Schema.NullOr(StoredCents),
  reason: Schema.String,
  actor: Schema.String,
  /** The end of the audit as the settlement left it, short; absent in other messages, and in those of an older version. */
  head: Schema.optionalWith(Schema.String, { exact: true })
})
export type DayAnnouncement = typeof DayAnnouncement.Type

/** A message about a day that has no figure: it was withdrawn, the shop is closed, or nobody has entered it. */
export const DayNotice = Schema.Struct({
  kind: Schema.Literal("withdrawn", "closed", "awaited"),
  date: LocalDate,
  /** The amount that was withdrawn. */
  before: Schema.NullOr(StoredCents),
  /** For a closed day, its note. */
  reason: Schema.String,
  actor: Schema.String
})
export type DayNotice = typeof DayNotice.Type

/** A person's change of a figure was undone. */
export const DayUndoing = Schema.Struct({
  kind: Schema.Literal("undone"),
  date: LocalDate,
  /** The amount that stands again; null where the day had none. */
  cents: Schema.NullOr(StoredCents),
  source: Schema.NullOr(Source),
  /** The amount that was undone; null where that was a withdrawal. */
  before: Schema.NullOr(StoredCents),
  reason: Schema.String,
  actor: Schema.String
})
export type DayUndoing = typeof DayUndoing.Type

/** Asks for the amount of a day before its cutoff. */
export const DayReminder = Schema.Struct({
  kind: Schema.Literal("reminder"),
  date: LocalDate,
  /** Local time, `HH:MM`. */
  cutoff: Schema.String,
  /** The cutoff as an instant (milliseconds since 1970). A reminder is not sent from then on. */
  cutoffAt: Schema.Number
})
export type DayReminder = typeof DayReminder.Type

/** One message for a whole import. */
export const ImportDigest = Schema.Struct({
  kind: Schema.Literal("digest"),
  days: Schema.Int,
  first: LocalDate,
  last: LocalDate,
  totalCents: Schema.Int,
  actor: Schema.String
})
export type ImportDigest = typeof ImportDigest.Type

/** The facts of one message to the team's chat; stored in the outbox as JSON. */
export const Announcement = Schema.Union(DayAnnouncement, DayNotice, DayUndoing, DayReminder, ImportDigest)
export type Announcement = typeof Announcement.Type
