import { Schema } from "effect"
import { Cents } from "./Amount.ts"
import { LocalDate } from "./LocalDate.ts"
import { Source } from "./Turnover.ts"

const StoredCents = Schema.typeSchema(Cents)

/** Why a day is announced: settled, made final, corrected, imported, said again, or a test. */
export const DayKind = Schema.Literal("daily", "finalized", "corrected", "imported", "repeat", "test")
export type DayKind = typeof DayKind.Type

/** The facts of a message about one day; how they read in a chat is for the notifier to say. */
export const DayAnnouncement = Schema.Struct({
  kind: DayKind,
  date: LocalDate,
  cents: StoredCents,
  /** null only in a test message about a day that has no record. */
  source: Schema.NullOr(Source),
  before: Schema.NullOr(StoredCents),
  reason: Schema.String,
  actor: Schema.String
})
export type DayAnnouncement = typeof DayAnnouncement.Type

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
export const Announcement = Schema.Union(DayAnnouncement, ImportDigest)
export type Announcement = typeof Announcement.Type
