import type { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { installation } from "../../Database/Installation.ts"
import type { Writer } from "../../Database/Write.ts"
import { DayChange } from "../../Domain/DayChange.ts"
import { DayStarts } from "../../Domain/DayStart.ts"
import type { KeptResult } from "../../Domain/Decision/State.ts"
import { randomHex } from "../../RandomHex.ts"

const ResultJson = Schema.parseJson(DayChange)
const StartsJson = Schema.parseJson(DayStarts)

/** Milliseconds. A failed run is retried while its process runs. A settled day needs no retry, so old names can be removed. */
const runsKept = 8 * 24 * 3_600_000
/**
 * Milliseconds by which the clocks of two processes may differ. A run that is further in the future comes from a clock that was
 * ahead.
 */
const clocksDiffer = 3_600_000

/** Milliseconds for which the result of a request with an idempotency key is kept. */
const resultsKept = 24 * 3_600_000
/**
 * The newest results are kept at any age, so that a clock that is ahead for a moment does not remove results that may be requested
 * again.
 */
const newestResults = 1_000

const seedKey = "generator_seed"
const startsKey = "day_starts"
const firstStartKey = "first_start"

/** The key of a period's report. It is kept forever, whatever happens to settings and clocks. */
const reportedKey = (name: string) => `reported ${name}`

const newSeed = randomHex(32)

/** Facts that outlast their request: runs, imports, requests with their results, and the seed. */
export interface Remembered {
  /** The instants of the changes that a token of the role `entry` has made since an instant, oldest first. */
  readonly entryChanges: (token: number, since: number) => Effect.Effect<ReadonlyArray<number>>
  /**
   * Counts a change of such a token by its first audit record (null for a stored result without one), and removes those up to
   * `since`.
   */
  readonly countEntryChange: (record: number | null, token: number, at: number, since: number) => Effect.Effect<void>
  /** The installation's own seed for generated amounts, created on first use. */
  readonly seed: Effect.Effect<string>
  /** When an empty installation was first started, milliseconds since 1970; 0 where it was not noted. */
  readonly firstStart: Effect.Effect<number>
  /** Notes the first start; a later one changes nothing. */
  readonly noteFirstStart: (now: number) => Effect.Effect<void>
  /** When business days begin; undefined if that was never set. */
  readonly dayStarts: Effect.Effect<DayStarts | undefined>
  readonly keepDayStarts: (starts: DayStarts) => Effect.Effect<void>
  /** Whether a run of the daily job has taken effect, in any process. */
  readonly hasRun: (id: string) => Effect.Effect<boolean>
  /** Stores a run, and removes runs that are old or come from a clock that was ahead. */
  readonly rememberRun: (id: string, now: number) => Effect.Effect<void>
  /** Whether the report of a week or month was sent. */
  readonly wasReported: (name: string) => Effect.Effect<boolean>
  readonly rememberReport: (name: string, at: number) => Effect.Effect<void>
  readonly wasImported: (sha256: string) => Effect.Effect<boolean>
  readonly rememberImport: (sha256: string, at: number) => Effect.Effect<void>
  /** The result of the request with an idempotency key. */
  readonly keptResult: (key: string) => Effect.Effect<KeptResult | undefined>
  /** Stores a result, and removes the results that are neither of the last day nor among the newest. */
  readonly keepResult: (key: string, kept: KeptResult, at: number) => Effect.Effect<void>
}

export const remembered = (sql: SqlClient.SqlClient, { write }: typeof Writer.Service): Remembered => {
  /** Each command reads them again, and they hardly ever change. */
  let known: { readonly text: string; readonly starts: DayStarts } | undefined

  const readStarts = (text: string) =>
    known?.text === text
      ? Effect.succeed(known.starts)
      : Effect.map(Schema.decode(StartsJson)(text), (starts) => {
        known = { text, starts }
        return starts
      })

  return {
    entryChanges: (token, since) =>
      Effect.orDie(Effect.map(
        sql<{ at: number }>`SELECT at FROM entry_change WHERE token_id = ${token} AND at > ${since} ORDER BY at, audit_id`,
        (rows) => rows.map(({ at }) => at)
      )),
    countEntryChange: (record, token, at, since) =>
      Effect.orDie(Effect.gen(function*() {
        yield* sql`DELETE FROM entry_change WHERE at <= ${since}`
        const [least] = yield* sql<{ id: number }>`SELECT min(audit_id) AS id FROM entry_change WHERE audit_id < 0`
        // Negative numbers cannot be mistaken for audit records.
        yield* sql`INSERT INTO entry_change ${sql.insert({ audit_id: record ?? (least?.id ?? 0) - 1, token_id: token, at })}`
      })),
    seed: Effect.orDie(write(Effect.gen(function*() {
      const stored = yield* installation(sql).get(seedKey)
      if (stored !== undefined) return stored
      const seed = yield* newSeed
      yield* installation(sql).add(seedKey, seed)
      return seed
    }))),
    firstStart: Effect.orDie(Effect.map(installation(sql).get(firstStartKey), (at) => Number(at ?? 0))),
    noteFirstStart: (now) => Effect.orDie(Effect.asVoid(write(installation(sql).add(firstStartKey, String(now))))),
    dayStarts: Effect.orDie(
      Effect.flatMap(installation(sql).get(startsKey), (stored) => stored === undefined ? Effect.succeed(undefined) : readStarts(stored))
    ),
    keepDayStarts: (starts) =>
      Effect.orDie(Effect.flatMap(Schema.encode(StartsJson)(starts), (value) => Effect.asVoid(installation(sql).set(startsKey, value)))),
    hasRun: (id) => Effect.orDie(Effect.map(sql`SELECT 1 FROM due_run WHERE id = ${id}`, (rows) => rows.length > 0)),
    rememberRun: (id, now) =>
      Effect.orDie(Effect.gen(function*() {
        yield* sql`DELETE FROM due_run WHERE ran_at < ${now - runsKept} OR ran_at > ${now + clocksDiffer}`
        yield* sql`INSERT INTO due_run ${sql.insert({ id, ran_at: now })} ON CONFLICT (id) DO NOTHING`
      })),
    wasReported: (name) => Effect.orDie(Effect.map(installation(sql).get(reportedKey(name)), (at) => at !== undefined)),
    rememberReport: (name, at) => Effect.orDie(Effect.asVoid(installation(sql).add(reportedKey(name), String(at)))),
    wasImported: (sha256) =>
      Effect.orDie(Effect.map(
        sql`SELECT 1 FROM imported_file WHERE sha256 = ${sha256}`,
        (rows) => rows.length > 0
      )),
    rememberImport: (sha256, at) =>
      Effect.orDie(Effect.asVoid(
        sql`INSERT INTO imported_file ${sql.insert({ sha256, imported_at: at })} ON CONFLICT (sha256) DO NOTHING`
      )),
    keptResult: (key) =>
      Effect.orDie(Effect.gen(function*() {
        const [row] = yield* sql<{ fingerprint: string; answer: string }>`
          SELECT fingerprint, answer FROM answered_request WHERE key = ${key}`
        return row && { fingerprint: row.fingerprint, result: yield* Schema.decode(ResultJson)(row.answer) }
      })),
    keepResult: (key, { fingerprint, result }, at) =>
      Effect.orDie(Effect.gen(function*() {
        yield* sql`DELETE FROM answered_request WHERE created_at <= ${at - resultsKept} AND created_at <
          (SELECT created_at FROM answered_request ORDER BY created_at DESC LIMIT 1 OFFSET ${newestResults - 1})`
        yield* sql`INSERT INTO answered_request ${
          sql.insert({ key, created_at: at, fingerprint, answer: yield* Schema.encode(ResultJson)(result) })
        }`
      }))
  }
}
