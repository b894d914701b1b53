import { Effect, Option, type ParseResult, Schema } from "effect"
import { Announcement } from "../Domain/Announcement.ts"
import { atOnce, Attempt, Format, MessageState, notTried, type Progress } from "../Domain/Attempt.ts"

const StoredInstant = Schema.NullOr(Schema.Number)

const Row = Schema.Struct({
  id: Schema.Number,
  chat: Schema.String,
  created_at: Schema.Number,
  announcement: Schema.String,
  state: MessageState,
  next_format: Format,
  upset: Schema.Literal(0, 1),
  backoff: Schema.Number,
  next_attempt_at: Schema.Number,
  first_attempt_at: StoredInstant,
  delivered_at: StoredInstant,
  delivered_format: Schema.NullOr(Format),
  failure: Schema.NullOr(Schema.String)
})

const decodeAnnouncement = Schema.decodeOption(Schema.parseJson(Announcement))

/** A message is read a few times for each attempt, and its text never changes. */
const readAtMost = 64
const announcementsRead = new Map<string, Option.Option<Announcement>>()

const readAnnouncement = (text: string): Option.Option<Announcement> => {
  const known = announcementsRead.get(text)
  if (known !== undefined) return known
  if (announcementsRead.size >= readAtMost) announcementsRead.clear()
  const found = decodeAnnouncement(text)
  announcementsRead.set(text, found)
  return found
}

/** A message in the outbox. Instants are milliseconds since 1970. */
export interface Entry {
  readonly id: number
  /** The name of the chat that it is for. */
  readonly chat: string
  readonly createdAt: number
  /** null if this version cannot read the stored text. */
  readonly announcement: Announcement | null
  readonly state: MessageState
  readonly progress: Progress
  /** 0 for now; not used unless the message is pending. */
  readonly nextAttemptAt: number
  readonly deliveredAt: number | null
  readonly deliveredFormat: Format | null
  /** What to fix; null unless the message has failed. */
  readonly failure: string | null
}

const fromRow = (row: typeof Row.Type): Entry => ({
  id: row.id,
  chat: row.chat,
  createdAt: row.created_at,
  announcement: Option.getOrNull(readAnnouncement(row.announcement)),
  state: row.state,
  progress: {
    nextFormat: row.next_format,
    upset: row.upset === 1,
    backoff: row.backoff,
    firstAttemptAt: row.first_attempt_at
  },
  nextAttemptAt: row.next_attempt_at,
  deliveredAt: row.delivered_at,
  deliveredFormat: row.delivered_format,
  failure: row.failure
})

const decodeRows = Schema.decodeUnknown(Schema.Array(Row))

export const decodeEntries = (rows: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<Entry>, ParseResult.ParseError> =>
  Effect.map(decodeRows(rows), (found) => found.map(fromRow))

const AttemptRow = Schema.Struct({ notification_id: Schema.Number, ...Attempt.fields })

/** Stored attempts, with the id of the message that each belongs to. */
export const decodeAttempts = Schema.decodeUnknown(Schema.Array(AttemptRow))

/**
 * The columns of a new message that is due now. A digest and a report have no date. An announcement is plain data, which is its own
 * encoding: validating thousands of them against the schema again would cost an import more than storing them.
 */
export const toRow = (announcement: Announcement, chat: string, now: number) => ({
  chat,
  created_at: now,
  date: "date" in announcement ? announcement.date : null,
  amount_cents: "cents" in announcement ? announcement.cents : null,
  announcement: JSON.stringify(announcement),
  state: "pending",
  next_format: notTried.nextFormat,
  upset: 0,
  backoff: notTried.backoff,
  next_attempt_at: atOnce
})
