import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Option, Random, Ref, Schedule } from "effect"
import { kindOf } from "./Postgres/Failure.ts"

/** A transaction that lost a race is repeated a few times, after a short and random wait. */
const repeats = Schedule.jittered(Schedule.exponential("20 millis")).pipe(Schedule.intersect(Schedule.recurs(5)))

/** How long a lost connection may take to come back before a commit in doubt stays in doubt. */
const lookups = Schedule.intersect(Schedule.spaced("250 millis"), Schedule.recurs(40))

const newOperation = Effect.map(
  Effect.replicateEffect(Random.nextIntBetween(0, 256), 16),
  (bytes) => Buffer.from(bytes).toString("hex")
)

/** Where each write is announced, with the replica that has written. A listener that misses one polls the version. */
export const channel = "turnover"

/**
 * Locks the shop's row before anything is read, so that what a later statement reads is what the transaction before
 * has committed. The row of the operation tells a writer whose COMMIT had no answer that it is stored, and others who has
 * written; the notification leaves with the commit.
 */
const begin = (sql: SqlClient.SqlClient, operation: string) =>
  sql`WITH bumped AS (UPDATE shop SET version = version + 1 RETURNING version),
    forgotten AS (DELETE FROM operation WHERE at < clock_timestamp() - interval '1 hour')
    INSERT INTO operation (version, id, replica) SELECT version, ${operation}, current_setting('application_name') FROM bumped
    RETURNING pg_notify(${channel}, replica)`

/** Waits for a transaction in doubt: as long as it runs on the server, it holds the lock. */
const isStored = (sql: SqlClient.SqlClient, operation: string) =>
  sql.withTransaction(Effect.zipRight(
    sql`SELECT version FROM shop FOR NO KEY UPDATE`,
    Effect.map(sql`SELECT 1 FROM operation WHERE id = ${operation}`, (rows) => rows.length > 0)
  ))

const isOfKind = (kind: ReturnType<typeof kindOf>) => (error: unknown): error is SqlError.SqlError =>
  error instanceof SqlError.SqlError && kindOf(error) === kind

const asOneWriter = <A, E, R>(sql: SqlClient.SqlClient, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.gen(function*() {
    const operation = yield* newOperation
    const result = yield* Ref.make(Option.none<A>())
    const attempt = sql.withTransaction(
      Effect.zipRight(begin(sql, operation), Effect.tap(work, (answer) => Ref.set(result, Option.some(answer))))
    )
    const lookUp = (error: SqlError.SqlError): Effect.Effect<A, E | SqlError.SqlError, R> =>
      Effect.flatMap(Effect.retry(isStored(sql, operation), lookups), (stored) =>
        stored ? Effect.flatMap(Ref.get(result), Effect.mapError(() => error)) : once)
    const once: Effect.Effect<A, E | SqlError.SqlError, R> = Effect.suspend(() =>
      Effect.catchIf(attempt, isOfKind("unknownCommit"), lookUp)
    )
    return yield* Effect.retry(once, { schedule: repeats, while: isOfKind("again") })
  })

/**
 * Runs `work` as a transaction of the only writer there is: SQLite's transactions are that by themselves, in PostgreSQL
 * it locks the shop first. Within a transaction it is a part of that one. `work` may run more than once, and is stored
 * once; it reads what it depends on itself.
 */
export const write = (sql: SqlClient.SqlClient) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  sql.onDialectOrElse({
    pg: (): Effect.Effect<A, E | SqlError.SqlError, R> =>
      Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (transaction) =>
        Option.isSome(transaction) ? sql.withTransaction(work) : asOneWriter(sql, work)),
    orElse: (): Effect.Effect<A, E | SqlError.SqlError, R> => sql.withTransaction(work)
  })
