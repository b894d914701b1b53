import { SqlClient, type SqlError } from "@effect/sql"
import { Array as Chunks, Context, Effect, Layer, Option } from "effect"
import { insertRows, inStatements } from "./Database/Inserts.ts"
import { installation } from "./Database/Installation.ts"
import { Writer } from "./Database/Write.ts"
import type { Cents } from "./Domain/Amount.ts"
import type { Announcement } from "./Domain/Announcement.ts"
import { atOnce, type Attempt, isTaken, type MessageOutcome, type MessageState, notTried } from "./Domain/Attempt.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import { idsToResend, type Resendable } from "./Domain/Refused.ts"
import type { Announced, Situation } from "./Domain/Settlement.ts"
import { onlyMain, type Recipient, recipientsOf } from "./Domain/Topic.ts"
import { decodeAttempts, decodeEntries, type Entry, toRow } from "./Outbox/Row.ts"

export interface OutboxQuery {
  readonly state?: MessageState | undefined
  /** Only messages for the chat of this name. */
  readonly chat?: string | undefined
  /** Only messages with a lower id. */
  readonly before?: number | undefined
  readonly limit: number
}

export interface EntryWithAttempts extends Entry {
  readonly attempts: ReadonlyArray<Attempt>
}

export interface LineStatus {
  readonly pending: number
  readonly delivered: number
  readonly accepted: number
  readonly failed: number
  /** Milliseconds since 1970. */
  readonly lastDeliveredAt: number | null
  readonly oldestPendingAt: number | null
}

/** The sums over all chats, and each chat that has ever had a message, by its name. */
export interface OutboxStatus extends LineStatus {
  readonly chats: ReadonlyMap<string, LineStatus>
}

/** How many of the messages that a chat refused are sent again, and how many are given up. */
export interface ResentOfRefused {
  readonly sent: number
  readonly dropped: number
}

/** A report that a chat took. */
export interface SentReport {
  /** When it was stored; milliseconds since 1970. */
  readonly at: number
  readonly announcement: Extract<Announcement, { readonly kind: "report" }>
}

export const emptyLine: LineStatus = {
  pending: 0,
  delivered: 0,
  accepted: 0,
  failed: 0,
  lastDeliveredAt: null,
  oldestPendingAt: null
}

/**
 * Key in `installation` of a day whose reminder was dropped although it may have arrived. It is kept, so that the day gets no
 * second reminder.
 */
const remindedKey = (date: LocalDate) => `reminded ${date}`

/** The messages for the chats, with their attempts and states. Each chat's messages are a line of their own. Failures are defects. */
export class Outbox extends Context.Tag("Outbox")<Outbox, {
  /**
   * Adds each message to the lines of the chats that receive it. Run this inside the transaction of the announced change, and ring
   * the bell after its commit.
   */
  readonly enqueue: (announcements: ReadonlyArray<Announcement>, now: number, chats?: ReadonlyArray<Recipient>) => Effect.Effect<void>
  /** The pending message of a chat that is next, due or not: the one with the lowest id, those of imports after all others. */
  readonly nextPending: (chat: string) => Effect.Effect<Option.Option<Entry>>
  /**
   * Stores an attempt and its outcome. If a person has moved the message to another chat meanwhile, only the attempt is stored; if the
   * message was dropped, nothing.
   */
  readonly record: (
    message: Pick<Entry, "id" | "chat">,
    attempt: Attempt,
    outcome: MessageOutcome,
    now: number
  ) => Effect.Effect<void>
  /** Ends a pending message that cannot be sent at all. */
  readonly fail: (id: number, reason: string) => Effect.Effect<void>
  readonly postpone: (id: number, until: number) => Effect.Effect<void>
  /**
   * Removes a reminder that is no longer needed, with its attempts. If the reminder may have arrived, its day still counts as
   * reminded.
   */
  readonly drop: (id: number) => Effect.Effect<void>
  /** For each of these chats, whether a message with this amount of a day is waiting, or was the last one delivered for that day. */
  readonly announcedStates: (
    date: LocalDate,
    cents: Cents,
    chats: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, Announced>>
  /** Whether the settlement has announced since an instant that the day has its figure, or is closed. */
  readonly settlementAnnounced: (date: LocalDate, since: number) => Effect.Effect<Situation["announcedSinceCutoff"]>
  /** The report of a week or a month as a chat took it; none if no chat took one. */
  readonly sentReport: (period: string) => Effect.Effect<Option.Option<SentReport>>
  /** Whether the day has a reminder, sent or not, or had one that was dropped but may have arrived. */
  readonly hasReminder: (date: LocalDate) => Effect.Effect<boolean>
  /** Makes the waiting messages with this amount of a day due now, and in their lines all messages before them. */
  readonly hasten: (date: LocalDate, cents: Cents, now: number) => Effect.Effect<void>
  /**
   * Starts a message again with the card and keeps its attempts; none if it is unknown or delivered. `permit` runs in its
   * transaction.
   * @param chat returns the chat for the message from now on, from its present chat
   */
  readonly resend: <E = never>(
    id: number,
    permit?: Effect.Effect<unknown, E>,
    chat?: (own: string) => Effect.Effect<string, E>
  ) => Effect.Effect<Option.Option<Entry>, E>
  /** Removes a message that is waiting or failed, with its attempts; none if there is no such message. */
  readonly remove: <E = never>(id: number, permit: Effect.Effect<unknown, E>) => Effect.Effect<Option.Option<Entry>, E>
  /**
   * Of the messages that a chat refused, starts `which` again with the card and removes the others, with their attempts. `permit` runs
   * in its transaction.
   */
  readonly resendRefused: <E>(chat: string, which: Resendable, permit: Effect.Effect<unknown, E>) => Effect.Effect<ResentOfRefused, E>
  readonly status: Effect.Effect<OutboxStatus>
  /** Newest first. */
  readonly list: (query: OutboxQuery) => Effect.Effect<ReadonlyArray<EntryWithAttempts>>
  /** The newest 200 messages about a day, newest first. */
  readonly ofDay: (date: LocalDate) => Effect.Effect<ReadonlyArray<EntryWithAttempts>>
}>() {}

const ofBoth = (choose: (...values: ReadonlyArray<number>) => number, a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : choose(a, b)

const together = (a: LineStatus, b: LineStatus): LineStatus => ({
  pending: a.pending + b.pending,
  delivered: a.delivered + b.delivered,
  accepted: a.accepted + b.accepted,
  failed: a.failed + b.failed,
  lastDeliveredAt: ofBoth(Math.max, a.lastDeliveredAt, b.lastDeliveredAt),
  oldestPendingAt: ofBoth(Math.min, a.oldestPendingAt, b.oldestPendingAt)
})

/** A pattern for stored messages of a kind. In a text that a person typed, each quote has a backslash before it. */
const kindIs = (kind: Announcement["kind"]): string => `%"kind":"${kind}"%`

/** The columns of a message that starts again. */
const startedAgain = {
  state: "pending",
  next_format: notTried.nextFormat,
  upset: 0,
  backoff: notTried.backoff,
  next_attempt_at: atOnce,
  first_attempt_at: notTried.firstAttemptAt,
  failure: null
}

const outcomeColumns = (outcome: MessageOutcome, now: number) => ({
  state: outcome.state,
  next_format: outcome.progress.nextFormat,
  upset: outcome.progress.upset ? 1 : 0,
  backoff: outcome.progress.backoff,
  next_attempt_at: outcome.state === "pending" ? outcome.nextAttemptAt : atOnce,
  first_attempt_at: outcome.progress.firstAttemptAt,
  delivered_at: isTaken(outcome.state) ? now : null,
  delivered_format: outcome.state === "delivered" || outcome.state === "accepted" ? outcome.format : null,
  failure: outcome.state === "failed" ? outcome.reason : null
})

/** Whether one chat's messages of a day, oldest first, announce this amount. */
const announcedIn = (
  messages: ReadonlyArray<{ readonly amount_cents: number; readonly state: MessageState }>,
  cents: Cents
): Announced => {
  if (messages.some((message) => message.state === "pending" && message.amount_cents === cents)) return "pending"
  return messages.findLast(({ state }) => isTaken(state))?.amount_cents === cents ? "delivered" : "none"
}

/** Counts and ends of each chat's line, and their sums. */
const statusOf = (sql: SqlClient.SqlClient): Effect.Effect<OutboxStatus> =>
  Effect.orDie(Effect.gen(function*() {
    const counts = yield* sql<{ chat: string; state: MessageState; count: number }>`SELECT chat, state, count FROM notification_count`
    const ends = yield* sql<{ chat: string; last: number | null; oldest: number | null }>`
      SELECT chat, (SELECT max(delivered_at) FROM notification WHERE notification.chat = known.chat) AS last,
        (SELECT created_at FROM notification WHERE notification.chat = known.chat AND state = 'pending' ORDER BY id LIMIT 1) AS oldest
      FROM (SELECT DISTINCT chat FROM notification_count) AS known ORDER BY chat`
    const chats = new Map(ends.map(({ chat, last, oldest }) => {
      const countOf = (state: MessageState) => Number(counts.find((row) => row.chat === chat && row.state === state)?.count ?? 0)
      const line: LineStatus = {
        pending: countOf("pending"),
        delivered: countOf("delivered"),
        accepted: countOf("accepted"),
        failed: countOf("failed"),
        lastDeliveredAt: last,
        oldestPendingAt: oldest
      }
      return [chat, line]
    }))
    return { ...[...chats.values()].reduce(together, emptyLine), chats }
  }))

type Service = typeof Outbox.Service

/** The tables of messages and attempts. */
interface Tables {
  readonly sql: SqlClient.SqlClient
  readonly writeOrDie: typeof Writer.Service["writeOrDie"]
  /** Failures are defects, however long the wait. */
  readonly write: <A, E>(work: Effect.Effect<A, E>) => Effect.Effect<A>
}

const entries = (rows: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) => Effect.flatMap(rows, decodeEntries)

const attemptsOf = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>) =>
  ids.length === 0 ? Effect.succeed([]) : Effect.flatMap(
    sql`SELECT notification_id, at, format, verdict, status, code, detail FROM notification_attempt
      WHERE ${sql.in("notification_id", ids)} ORDER BY id`,
    decodeAttempts
  )

const withAttempts = (sql: SqlClient.SqlClient) => (found: ReadonlyArray<Entry>) =>
  Effect.map(attemptsOf(sql, found.map(({ id }) => id)), (rows): ReadonlyArray<EntryWithAttempts> => {
    const attempts = Chunks.groupBy(rows, (row) => String(row.notification_id))
    return found.map((entry) => ({ ...entry, attempts: (attempts[entry.id] ?? []).map(({ notification_id: _, ...attempt }) => attempt) }))
  })

const update = (sql: SqlClient.SqlClient, id: number, columns: Record<string, string | number | null>) =>
  Effect.asVoid(sql`UPDATE notification SET ${sql.update(columns)} WHERE id = ${id}`)

/** A message may have arrived if an attempt had no reply. */
const mayHaveArrived = (sql: SqlClient.SqlClient, id: number) =>
  sql<{ id: number; date: LocalDate }>`SELECT id, date FROM notification WHERE id = ${id} AND EXISTS (
    SELECT 1 FROM notification_attempt WHERE notification_id = ${id} AND verdict = 'unknown')`

/** Removes messages with their attempts. The days of these reminders still count as reminded. */
const deleteMessages = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  all: ReadonlyArray<number>,
  reminders: ReadonlyArray<{ readonly id: number; readonly date: LocalDate }>
) {
  for (const { date, id } of reminders) yield* installation(sql).add(remindedKey(date), String(id))
  yield* inStatements(all, (ids) => sql`DELETE FROM notification_attempt WHERE ${sql.in("notification_id", ids)}`)
  yield* inStatements(all, (ids) => sql`DELETE FROM notification WHERE ${sql.in("id", ids)}`)
})

/** Removes messages at a person's wish. A reminder that was dropped is not sent later. */
const deleteEntries = (sql: SqlClient.SqlClient, all: ReadonlyArray<Entry>) =>
  deleteMessages(sql, all.map(({ id }) => id), all.flatMap(({ announcement, id }) =>
    announcement?.kind === "reminder" ? [{ id, date: announcement.date }] : []
  ))

const unsent = (sql: SqlClient.SqlClient, id: number) =>
  Effect.flatMap(sql`SELECT * FROM notification WHERE id = ${id} AND state <> 'delivered'`, (found) =>
    Effect.map(Effect.orDie(decodeEntries(found)), Chunks.head))

const enqueue = ({ sql }: Tables): Service["enqueue"] => (announcements, now, chats = onlyMain) =>
  insertRows(sql)("notification", announcements.flatMap((announcement) =>
    recipientsOf(announcement.kind, chats).map((chat) => ({ announcement, chat }))
  ), ({ announcement, chat }) => toRow(announcement, chat, now))

const nextPending = ({ sql }: Tables): Service["nextPending"] => (chat) =>
  Effect.orDie(Effect.map(
    entries(sql`
      SELECT * FROM notification WHERE chat = ${chat} AND state = 'pending'
      ORDER BY CASE WHEN announcement LIKE ${kindIs("imported")} OR announcement LIKE ${kindIs("digest")} THEN 1 ELSE 0 END, id
      LIMIT 1`),
    Chunks.head
  ))

const record = ({ sql, write }: Tables): Service["record"] => ({ chat, id }, attempt, outcome, now) =>
  write(Effect.gen(function*() {
    const [stored] = yield* sql<{ readonly chat: string }>`SELECT chat FROM notification WHERE id = ${id}`
    if (stored === undefined) return
    yield* sql`INSERT INTO notification_attempt ${sql.insert({ notification_id: id, ...attempt })}`
    if (stored.chat === chat) yield* update(sql, id, outcomeColumns(outcome, now))
  }))

const drop = ({ sql, write }: Tables): Service["drop"] => (id) =>
  write(Effect.flatMap(mayHaveArrived(sql, id), (arrived) => deleteMessages(sql, [id], arrived)))

const announcedStates = ({ sql }: Tables): Service["announcedStates"] => (date, cents, chats) =>
  Effect.orDie(Effect.map(
    sql<{ chat: string; amount_cents: number; state: MessageState }>`
      SELECT chat, amount_cents, state FROM notification WHERE date = ${date} ORDER BY id`,
    (all) => new Map(chats.map((chat) => [chat, announcedIn(all.filter((message) => message.chat === chat), cents)]))
  ))

const settlementAnnounced = ({ sql }: Tables): Service["settlementAnnounced"] => (date, since) =>
  Effect.orDie(Effect.map(
    entries(sql`SELECT * FROM notification WHERE date = ${date} AND created_at >= ${since}`),
    (messages) => {
      const kinds = messages.map(({ announcement }) => announcement?.kind)
      return {
        figure: kinds.some((kind) => kind === "daily" || kind === "finalized" || kind === "repeat"),
        closed: kinds.includes("closed"),
        awaited: kinds.includes("awaited")
      }
    }
  ))

const sentReport = ({ sql }: Tables): Service["sentReport"] => (period) =>
  Effect.orDie(Effect.map(
    entries(sql`
      SELECT * FROM notification WHERE date IS NULL AND state IN ('accepted', 'delivered')
        AND announcement LIKE ${kindIs("report")} AND announcement LIKE ${`%"name":"${period}"%`} ORDER BY id`),
    Chunks.findFirst(({ announcement, createdAt }) =>
      announcement?.kind === "report" && announcement.report.period.name === period
        ? Option.some({ at: createdAt, announcement })
        : Option.none()
    )
  ))

const hasReminder = ({ sql }: Tables): Service["hasReminder"] => (date) =>
  Effect.orDie(Effect.gen(function*() {
    if ((yield* installation(sql).get(remindedKey(date))) !== undefined) return true
    const messages = yield* entries(sql`SELECT * FROM notification WHERE date = ${date}`)
    return messages.some(({ announcement }) => announcement?.kind === "reminder")
  }))

const hasten = ({ sql, write }: Tables): Service["hasten"] => (date, cents, now) =>
  write(Effect.asVoid(sql`
    UPDATE notification SET next_attempt_at = ${now}
    WHERE state = 'pending' AND next_attempt_at > ${now} AND id <= (
      SELECT max(id) FROM notification AS wanted
      WHERE wanted.chat = notification.chat AND date = ${date} AND amount_cents = ${cents} AND state = 'pending')`))

const resend = ({ sql, writeOrDie }: Tables): Service["resend"] =>
<E = never>(
  id: number,
  permit: Effect.Effect<unknown, E> = Effect.void,
  chat: (own: string) => Effect.Effect<string, E> = Effect.succeed
) =>
  writeOrDie(Effect.gen(function*() {
    yield* permit
    const known = yield* unsent(sql, id)
    if (Option.isSome(known)) yield* update(sql, id, { chat: yield* chat(known.value.chat), ...startedAgain })
    return known
  }))

const remove = ({ sql, writeOrDie }: Tables): Service["remove"] => <E = never>(id: number, permit: Effect.Effect<unknown, E>) =>
  writeOrDie(Effect.gen(function*() {
    yield* permit
    const known = Option.filter(yield* unsent(sql, id), ({ state }) => state !== "accepted")
    if (Option.isSome(known)) yield* deleteEntries(sql, [known.value])
    return known
  }))

const resendRefused =
  ({ sql, writeOrDie }: Tables): Service["resendRefused"] => <E>(chat: string, which: Resendable, permit: Effect.Effect<unknown, E>) =>
    writeOrDie(Effect.gen(function*() {
      yield* permit
      const refused = yield* Effect.orDie(entries(sql`SELECT * FROM notification WHERE chat = ${chat} AND state = 'failed' ORDER BY id`))
      const again = new Set(idsToResend(which, refused))
      const dropped = refused.filter(({ id }) => !again.has(id))
      yield* inStatements([...again], (ids) => sql`UPDATE notification SET ${sql.update(startedAgain)} WHERE ${sql.in("id", ids)}`)
      yield* deleteEntries(sql, dropped)
      return { sent: again.size, dropped: dropped.length }
    }))

const list = ({ sql }: Tables): Service["list"] => ({ before, chat, limit, state }) =>
  Effect.orDie(Effect.gen(function*() {
    const wanted = sql.and([
      ...(state === undefined ? [] : [sql`state = ${state}`]),
      ...(chat === undefined ? [] : [sql`chat = ${chat}`]),
      ...(before === undefined ? [] : [sql`id < ${before}`]),
      sql`id > 0`
    ])
    return yield* withAttempts(sql)(yield* entries(sql`SELECT * FROM notification WHERE ${wanted} ORDER BY id DESC LIMIT ${limit}`))
  }))

const ofDay = ({ sql }: Tables): Service["ofDay"] => (date) =>
  Effect.orDie(Effect.flatMap(
    entries(sql`SELECT * FROM notification WHERE date = ${date} ORDER BY id DESC LIMIT 200`),
    withAttempts(sql)
  ))

const outboxIn = (tables: Tables): Service => ({
  enqueue: enqueue(tables),
  nextPending: nextPending(tables),
  record: record(tables),
  fail: (id, reason) => tables.write(update(tables.sql, id, { state: "failed", failure: reason })),
  postpone: (id, until) => tables.write(update(tables.sql, id, { next_attempt_at: until })),
  drop: drop(tables),
  announcedStates: announcedStates(tables),
  settlementAnnounced: settlementAnnounced(tables),
  sentReport: sentReport(tables),
  hasReminder: hasReminder(tables),
  hasten: hasten(tables),
  resend: resend(tables),
  remove: remove(tables),
  resendRefused: resendRefused(tables),
  status: statusOf(tables.sql),
  list: list(tables),
  ofDay: ofDay(tables)
})

export const layer: Layer.Layer<Outbox, never, SqlClient.SqlClient | Writer> = Layer.effect(
  Outbox,
  Effect.map(Effect.all([SqlClient.SqlClient, Writer]),
    ([sql, { write, writeOrDie }]) => outboxIn({ sql, writeOrDie, write: (work) => Effect.orDie(write(work)) }))
)
