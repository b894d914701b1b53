import { SqlClient, type SqlError } from "@effect/sql"
import { Array as Chunks, Context, Effect, Layer, Option } from "effect"
import { insertRows } from "./Database/Inserts.ts"
import { installation } from "./Database/Installation.ts"
import { type Epoch, Lease } from "./Database/Lease.ts"
import { write as asWriter, writeOrDie } from "./Database/Write.ts"
import type { Cents } from "./Domain/Amount.ts"
import type { Announcement } from "./Domain/Announcement.ts"
import { type Attempt, isTaken, type MessageState } from "./Domain/Attempt.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import { atOnce, type Outcome, start } from "./Domain/Retry.ts"
import type { Announced, Situation } from "./Domain/Settlement.ts"
import { decodeAttempts, decodeEntries, type Entry, toRow } from "./Outbox/Row.ts"

export interface OutboxQuery {
  readonly state?: MessageState | undefined
  /** Only messages with a lower id. */
  readonly before?: number | undefined
  readonly limit: number
}

export interface EntryWithAttempts extends Entry {
  readonly attempts: ReadonlyArray<Attempt>
}

export interface OutboxStatus {
  readonly pending: number
  readonly delivered: number
  readonly accepted: number
  readonly failed: number
  /** Milliseconds since 1970. */
  readonly lastDeliveredAt: number | null
  readonly oldestPendingAt: number | null
}

/** Key in `installation` of a day whose reminder was dropped but may have arrived. It stays, so the day gets no second one. */
const remindedKey = (date: LocalDate) => `reminded ${date}`

/** The messages for the chat, in order, with their attempts and states. Failures are defects. */
export class Outbox extends Context.Tag("Outbox")<Outbox, {
  /** Run this inside the transaction of the announced change, and ring the bell after its commit. */
  readonly enqueue: (announcements: ReadonlyArray<Announcement>, now: number) => Effect.Effect<void>
  /** The pending message with the lowest id, due or not. */
  readonly nextPending: Effect.Effect<Option.Option<Entry>>
  /**
   * Marks a pending message as in flight before it is sent, and returns the stored message; none if it is no longer pending,
   * or if another process holds the lease. Nothing is stored on SQLite.
   */
  readonly claim: (entry: Entry, epoch: Epoch) => Effect.Effect<Option.Option<Entry>>
  /** Stores an attempt and its outcome. False, and nothing is stored, if another process holds the lease. */
  readonly record: (id: number, attempt: Attempt, outcome: Outcome, now: number, epoch?: Epoch) => Effect.Effect<boolean>
  /** Ends a pending message that cannot be sent at all. */
  readonly fail: (id: number, reason: string, epoch?: Epoch) => Effect.Effect<void>
  readonly postpone: (id: number, until: number, epoch?: Epoch) => Effect.Effect<void>
  /** Removes a reminder that is no longer needed, with its attempts. One that may have arrived stays the reminder of its day. */
  readonly drop: (id: number, epoch?: Epoch) => Effect.Effect<void>
  /** Whether a message with this amount of that day is waiting, or was the last to be delivered for the day. */
  readonly announcedState: (date: LocalDate, cents: Cents) => Effect.Effect<Announced>
  /** Whether the settlement has announced the day's figure, or that the day is closed, since an instant. */
  readonly settlementAnnounced: (date: LocalDate, since: number) => Effect.Effect<Situation["announcedSinceCutoff"]>
  /** Whether there is a reminder of the day, sent or not, or one that was dropped and may have arrived. */
  readonly hasReminder: (date: LocalDate) => Effect.Effect<boolean>
  /** Makes the waiting message with this amount of that day due now, and all messages before it. */
  readonly hasten: (date: LocalDate, cents: Cents, now: number) => Effect.Effect<void>
  /** Starts a message again with the card and keeps its attempts; none if it is unknown or delivered. `permit` runs in its transaction. */
  readonly resend: <E = never>(id: number, permit?: Effect.Effect<unknown, E>) => Effect.Effect<Option.Option<Entry>, E>
  readonly status: Effect.Effect<OutboxStatus>
  /** Newest first. */
  readonly list: (query: OutboxQuery) => Effect.Effect<ReadonlyArray<EntryWithAttempts>>
  /** The newest 200 messages about a day, newest first. */
  readonly ofDay: (date: LocalDate) => Effect.Effect<ReadonlyArray<EntryWithAttempts>>
}>() {}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const lease = yield* Lease

  const write = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A> => Effect.orDie(asWriter(sql)(work))

  const entries = (rows: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) => Effect.flatMap(rows, decodeEntries)

  const attemptsOf = (ids: ReadonlyArray<number>) =>
    ids.length === 0 ? Effect.succeed([]) : Effect.flatMap(
      sql`SELECT notification_id, at, format, verdict, status, code, detail FROM notification_attempt
        WHERE ${sql.in("notification_id", ids)} ORDER BY id`,
      decodeAttempts
    )

  const withAttempts = (found: ReadonlyArray<Entry>) =>
    Effect.map(attemptsOf(found.map(({ id }) => id)), (rows): ReadonlyArray<EntryWithAttempts> => {
      const attempts = Chunks.groupBy(rows, (row) => String(row.notification_id))
      return found.map((entry) => ({ ...entry, attempts: (attempts[entry.id] ?? []).map(({ notification_id: _, ...attempt }) => attempt) }))
    })

  const update = (id: number, columns: Record<string, string | number | null>) =>
    Effect.asVoid(sql`UPDATE notification SET ${sql.update(columns)} WHERE id = ${id}`)

  /** A message may have arrived if an attempt had no reply, or if its sender was lost before it stored the reply. */
  const mayHaveArrived = (id: number) =>
    Effect.map(
      sql<{ date: LocalDate }>`SELECT date FROM notification WHERE id = ${id} AND (claim IS NOT NULL OR EXISTS (
        SELECT 1 FROM notification_attempt WHERE notification_id = ${id} AND verdict = 'unknown'))`,
      Chunks.head
    )

  /** Refused when another process holds the lease by now. */
  const inEpoch = (epoch: Epoch, work: Effect.Effect<void, SqlError.SqlError>) =>
    write(epoch === null
      ? Effect.as(work, true)
      : Effect.flatMap(lease.confirm(epoch), (held) => held ? Effect.as(work, true) : Effect.succeed(false)))

  return {
    enqueue: (announcements, now) => insertRows(sql)("notification", announcements, (announcement) => toRow(announcement, now)),
    nextPending: Effect.orDie(Effect.map(
      entries(sql`SELECT * FROM notification WHERE state = 'pending' ORDER BY id LIMIT 1`),
      Chunks.head
    )),
    claim: (entry, epoch) =>
      epoch === null ? Effect.succeedSome(entry) : Effect.orDie(sql.withTransaction(Effect.flatMap(lease.confirm(epoch), (held) =>
        held
          ? Effect.map(
            entries(sql`UPDATE notification SET claim = ${epoch} WHERE id = ${entry.id} AND state = 'pending' RETURNING *`),
            Chunks.head
          )
          : Effect.succeedNone))),
    record: (id, attempt, outcome, now, epoch = null) =>
      inEpoch(epoch, Effect.zipRight(
        sql`INSERT INTO notification_attempt ${sql.insert({ notification_id: id, ...attempt })}`,
        update(id, {
          state: outcome.state,
          next_format: outcome.progress.nextFormat,
          upset: outcome.progress.upset ? 1 : 0,
          backoff: outcome.progress.backoff,
          next_attempt_at: outcome.state === "pending" ? outcome.nextAttemptAt : atOnce,
          first_attempt_at: outcome.progress.firstAttemptAt,
          delivered_at: isTaken(outcome.state) ? now : null,
          delivered_format: outcome.state === "delivered" || outcome.state === "accepted" ? outcome.format : null,
          failure: outcome.state === "failed" ? outcome.reason : null,
          claim: null
        })
      )),
    fail: (id, reason, epoch = null) => Effect.asVoid(inEpoch(epoch, update(id, { state: "failed", failure: reason }))),
    postpone: (id, until, epoch = null) => Effect.asVoid(inEpoch(epoch, update(id, { next_attempt_at: until }))),
    drop: (id, epoch = null) =>
      Effect.asVoid(inEpoch(epoch, Effect.gen(function*() {
        const arrived = yield* mayHaveArrived(id)
        if (Option.isSome(arrived))
          yield* installation(sql).add(remindedKey(arrived.value.date), String(id))
        yield* sql`DELETE FROM notification_attempt WHERE notification_id = ${id}`
        yield* sql`DELETE FROM notification WHERE id = ${id}`
      }))),
    announcedState: (date, cents) =>
      Effect.orDie(Effect.map(
        sql<{ amount_cents: number; state: MessageState }>`
          SELECT amount_cents, state FROM notification WHERE date = ${date} ORDER BY id`,
        (messages): Announced => {
          if (messages.some((message) => message.state === "pending" && message.amount_cents === cents)) return "pending"
          return messages.findLast(({ state }) => isTaken(state))?.amount_cents === cents ? "delivered" : "none"
        }
      )),
    settlementAnnounced: (date, since) =>
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
      )),
    hasReminder: (date) =>
      Effect.orDie(Effect.gen(function*() {
        if ((yield* installation(sql).get(remindedKey(date))) !== undefined) return true
        const messages = yield* entries(sql`SELECT * FROM notification WHERE date = ${date}`)
        return messages.some(({ announcement }) => announcement?.kind === "reminder")
      })),
    hasten: (date, cents, now) =>
      write(sql`
        UPDATE notification SET next_attempt_at = ${now}
        WHERE state = 'pending' AND next_attempt_at > ${now} AND id <= (
          SELECT max(id) FROM notification WHERE date = ${date} AND amount_cents = ${cents} AND state = 'pending')`),
    resend: <E = never>(id: number, permit: Effect.Effect<unknown, E> = Effect.void) =>
      writeOrDie(sql)(Effect.gen(function*() {
        yield* permit
        const [found] = yield* sql`SELECT * FROM notification WHERE id = ${id} AND state <> 'delivered'`
        const known = found === undefined ? Option.none() : Chunks.head(yield* Effect.orDie(decodeEntries([found])))
        if (Option.isSome(known)) {
          yield* update(id, {
            state: "pending",
            next_format: start.nextFormat,
            upset: 0,
            backoff: start.backoff,
            next_attempt_at: atOnce,
            first_attempt_at: start.firstAttemptAt,
            failure: null
          })
        }
        return known
      })),
    status: Effect.orDie(Effect.gen(function*() {
      const counts = yield* sql<{ state: string; count: number; last: number | null; oldest: number | null }>`
        SELECT state, count, (SELECT max(delivered_at) FROM notification) AS last,
          (SELECT created_at FROM notification WHERE state = 'pending' ORDER BY id LIMIT 1) AS oldest
        FROM notification_count`
      const countOf = (state: MessageState) => Number(counts.find((row) => row.state === state)?.count ?? 0)
      return {
        pending: countOf("pending"),
        delivered: countOf("delivered"),
        accepted: countOf("accepted"),
        failed: countOf("failed"),
        lastDeliveredAt: counts[0]?.last ?? null,
        oldestPendingAt: counts[0]?.oldest ?? null
      }
    })),
    list: ({ before, limit, state }) =>
      Effect.orDie(Effect.gen(function*() {
        const wanted = sql.and([
          ...(state === undefined ? [] : [sql`state = ${state}`]),
          ...(before === undefined ? [] : [sql`id < ${before}`]),
          sql`id > 0`
        ])
        return yield* withAttempts(yield* entries(sql`SELECT * FROM notification WHERE ${wanted} ORDER BY id DESC LIMIT ${limit}`))
      })),
    ofDay: (date) =>
      Effect.orDie(Effect.flatMap(entries(sql`SELECT * FROM notification WHERE date = ${date} ORDER BY id DESC LIMIT 200`), withAttempts))
  } satisfies typeof Outbox.Service
})

export const layer: Layer.Layer<Outbox, never, SqlClient.SqlClient> = Layer.effect(Outbox, make)
