import { Schema } from "effect"
import { Cents } from "./Amount.ts"
import { Compared } from "./Compared.ts"
import { LocalDate } from "./LocalDate.ts"
import { Source } from "./Turnover.ts"

const StoredCents = Schema.typeSchema(Cents)

/** Why a figure is announced: settled, made final, entered, corrected, confirmed, imported, sent again, or a test. */
export const DayKind = Schema.Literal("daily", "finalized", "entered", "corrected", "confirmed", "imported", "repeat", "test")
export type DayKind = typeof DayKind.Type

const CentsRange = Schema.Struct({ min: StoredCents, max: StoredCents })

/** A running week or month, up to the message's day. */
const StorySum = Schema.Struct({
  /** The sum of the final days. */
  cents: Schema.Int,
  /** The number of days that should have a figure: the final days and the missing ones. */
  days: Schema.Int,
  generatedDays: Schema.Int,
  /** 0 in a message from before an upgrade. */
  generatedCents: Schema.optionalWith(Schema.Int, { exact: true, default: () => 0 }),
  closedDays: Schema.Int,
  missing: Schema.Array(LocalDate),
  /** Beside the week or month before; null if no day of it can be compared. */
  compared: Schema.NullOr(Schema.Struct({ days: Schema.Int, current: Schema.Int, previous: Schema.Int }))
})
export type StorySum = typeof StorySum.Type

/** What the settlement's message says about the day in addition to its figure, as of the moment when the message was stored. */
export const DayStory = Schema.Struct({
  /** Who set the figure and when; null for a generated figure, or if that is not known. */
  entered: Schema.NullOr(Schema.Struct({ by: Schema.String, at: Schema.Number })),
  /** The range of a generated figure; null for any other figure. */
  range: Schema.NullOr(CentsRange),
  note: Schema.String,
  /** The day beside its usual amount; null if it cannot be compared. */
  compared: Schema.optionalWith(Schema.NullOr(Compared), { exact: true, default: () => null }),
  /** Its amount clearly differs from the usual one (rule 6.35). */
  unusual: Schema.optionalWith(Schema.Boolean, { exact: true, default: () => false }),
  week: StorySum,
  month: StorySum,
  /** The month's goal as of the day; absent if there is none, and in messages of an older version. */
  goal: Schema.optionalWith(
    Schema.Struct({
      cents: Schema.Int,
      missing: Schema.Int,
      daysLeft: Schema.Int,
      /** Absent in messages of an older version, which divided by the days left alone. */
      daysUncounted: Schema.optionalWith(Schema.Int, { exact: true }),
      needed: Schema.NullOr(Schema.Int)
    }),
    { exact: true }
  )
})
export type DayStory = typeof DayStory.Type

/** Why the settlement sends a final day again. */
export const RepeatReason = Schema.Literal("cutoff", "reload", "always", "unconfirmed")
export type RepeatReason = typeof RepeatReason.Type

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
  /** The head of the audit's chain after the settlement, shortened; only in the last one of a month without reports. */
  head: Schema.optionalWith(Schema.String, { exact: true }),
  /** Only in the settlement's messages about the day that it settles, and not in those of an older version. */
  story: Schema.optionalWith(DayStory, { exact: true }),
  /** Why the message is repeated; absent in messages of older versions. */
  again: Schema.optionalWith(RepeatReason, { exact: true }),
  /** Set if the figure comes from asking a till again on the following day; absent in other messages. */
  rechecked: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** The note of the day, in a message about a person's entry; absent if there is none. */
  note: Schema.optionalWith(Schema.String, { exact: true })
})
export type DayAnnouncement = typeof DayAnnouncement.Type

/** A message about a day that has no figure: it was withdrawn, the shop is closed, or nobody has entered it. */
export const DayNotice = Schema.Struct({
  kind: Schema.Literal("withdrawn", "closed", "awaited"),
  date: LocalDate,
  /** The amount that was withdrawn. */
  before: Schema.NullOr(StoredCents),
  /** The reason of a withdrawal; for a closed day, its note. */
  reason: Schema.String,
  actor: Schema.String
})
export type DayNotice = typeof DayNotice.Type

/** A person's change of a figure was undone. */
export const DayUndoing = Schema.Struct({
  kind: Schema.Literal("undone"),
  date: LocalDate,
  /** The restored amount; null if the day had none. */
  cents: Schema.NullOr(StoredCents),
  source: Schema.NullOr(Source),
  /** The amount that was undone; null if a withdrawal was undone. */
  before: Schema.NullOr(StoredCents),
  reason: Schema.String,
  actor: Schema.String,
  /** Present where the day has no figure, before or after the undo, because the shop is closed. */
  closed: Schema.optionalWith(Schema.Literal(true), { exact: true })
})
export type DayUndoing = typeof DayUndoing.Type

/** Asks for the amount of a day before its cutoff. */
export const DayReminder = Schema.Struct({
  kind: Schema.Literal("reminder"),
  date: LocalDate,
  /** Local time, `HH:MM`. */
  cutoff: Schema.String,
  /** The cutoff as an instant (milliseconds since 1970). No reminder is sent after it. */
  cutoffAt: Schema.Number,
  /**
   * The range of the amount that is generated if no amount is entered; null if none is generated, absent in a reminder of an older
   * version.
   */
  range: Schema.optionalWith(Schema.NullOr(CentsRange), { exact: true })
})
export type DayReminder = typeof DayReminder.Type

export const ImportDigest = Schema.Struct({
  kind: Schema.Literal("digest"),
  days: Schema.Int,
  first: LocalDate,
  last: LocalDate,
  totalCents: Schema.Int,
  actor: Schema.String
})
export type ImportDigest = typeof ImportDigest.Type

const Extreme = Schema.NullOr(Schema.Struct({ date: LocalDate, cents: StoredCents, isFinal: Schema.Boolean, source: Source }))

/** The report of a week or a month, as of the moment when the message was stored. */
const PeriodReport = Schema.Struct({
  kind: Schema.Literal("report"),
  /** The head of the audit's chain, shortened; absent in messages of an older version. */
  head: Schema.optionalWith(Schema.String, { exact: true }),
  report: Schema.Struct({
    period: Schema.Struct({ kind: Schema.Literal("week", "month"), name: Schema.String, first: LocalDate, last: LocalDate }),
    until: Schema.NullOr(LocalDate),
    window: Schema.Struct({
      start: LocalDate,
      end: LocalDate,
      cents: Schema.Int,
      finalDays: Schema.Int,
      generatedDays: Schema.Int,
      generatedCents: Schema.optionalWith(Schema.Int, { exact: true, default: () => 0 }),
      closedDays: Schema.Int,
      missing: Schema.Array(LocalDate)
    }),
    generatedCents: Schema.Int,
    countedDays: Schema.Int,
    mean: Schema.NullOr(Schema.Int),
    best: Extreme,
    worst: Extreme,
    compared: Schema.optionalWith(Schema.NullOr(Compared), { exact: true, default: () => null }),
    goal: Schema.optionalWith(Schema.Int, { exact: true }),
    days: Schema.Array(Schema.Struct({
      date: LocalDate,
      cents: Schema.NullOr(Schema.Int),
      source: Schema.NullOr(Source),
      isFinal: Schema.Boolean,
      closed: Schema.Boolean,
      note: Schema.String,
      usual: Schema.optionalWith(Schema.NullOr(Schema.Int), { exact: true, default: () => null }),
      unusual: Schema.optionalWith(Schema.Literal(true), { exact: true }),
      festivals: Schema.optionalWith(Schema.Array(Schema.Struct({ name: Schema.String, day: Schema.Int })), { exact: true }),
      makeupFor: Schema.optionalWith(Schema.String, { exact: true })
    }))
  })
})
type PeriodReport = typeof PeriodReport.Type

/** The facts of one message to the team's chat; stored in the outbox as JSON. */
export const Announcement = Schema.Union(DayAnnouncement, DayNotice, DayUndoing, DayReminder, ImportDigest, PeriodReport)
export type Announcement = typeof Announcement.Type
