import { SqlClient, SqlError } from "@effect/sql"
import { Cause, Duration, Effect, Option, Ref, Schedule } from "effect"
import * as Deadline from "../Concurrency/Deadline.ts"
import { within } from "../Concurrency/Patience.ts"
import { randomHex } from "../RandomHex.ts"
import { kindOf, shopMissing, sqlError } from "./Postgres/Failure.ts"
import { faultOf, writeStateOf } from "./WriteState.ts"

/**
 * The time for one write in all: for the queue, a connection, the lock and the statements. A client gets "unavailable" before its
 * proxy gives up, and writes whose clients have left do not pile up.
 */
export const patience = "5 seconds"

/** A transaction that lost a race is repeated a few times, after a short random wait. */
const repeats = Schedule.jittered(Schedule.exponential("20 millis")).pipe(Schedule.intersect(Schedule.recurs(5)))

/** How long to try to reach the server again, in order to find out whether a commit without a result is stored. */
const lookups = Schedule.intersect(Schedule.spaced("250 millis"), Schedule.recurs(40))

const newOperation = randomHex(16)

/**
 * The channel that announces each write, with the name of the replica that wrote. A process that misses a notification polls the
 * version.
 */
export const channel = "turnover"

/**
 * Locks the shop's row before anything is read, so that later statements see what the previous transaction committed. The
 * operation's row tells a writer whose COMMIT had no result that it is stored, and tells other processes who wrote. The server
 * sends the notification with the commit.
 */
const begin = (sql: SqlClient.SqlClient, operation: string) =>
  Effect.filterOrFail(sql`WITH bumped AS (UPDATE shop SET version = version + 1 RETURNING version),
    forgotten AS (DELETE FROM operation WHERE at < clock_timestamp() - interval '1 hour')
    INSERT INTO operation (version, id, replica) SELECT version, ${operation}, current_setting('application_name') FROM bumped
    RETURNING pg_notify(${channel}, replica)`, (rows) => rows.length > 0, () => sqlError(shopMissing))

/** Whether a transaction in doubt is stored. It waits for that transaction: while it runs on the server, it holds the lock. */
const isStored = (sql: SqlClient.SqlClient, operation: string) =>
  sql.withTransaction(Effect.zipRight(
    sql`SELECT version FROM shop FOR NO KEY UPDATE`,
    Effect.map(sql`SELECT 1 FROM operation WHERE id = ${operation}`, (rows) => rows.length > 0)
  ))

/** Milliseconds before the deadline in which no write is begun any more. */
const tooLate = 250

const hasTime = Effect.map(Deadline.left, (millis) => millis > tooLate)

const isOfKind = (kind: ReturnType<typeof kindOf>) => (error: unknown): error is SqlError.SqlError =>
  error instanceof SqlError.SqlError && kindOf(error) === kind

const asOneWriter = <A, E, R>(
  sql: SqlClient.SqlClient,
  work: Effect.Effect<A, E, R>,
  inTime: Deadline.InTime
): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.gen(function*() {
    const operation = yield* newOperation
    const result = yield* Ref.make(Option.none<A>())
    const attempt = inTime(sql.withTransaction(
      Effect.zipRight(begin(sql, operation), Effect.tap(work, (value) => Ref.set(result, Option.some(value))))
    ))
    // Outside of the write's own deadline, but within its caller's: knowing whether the write is stored is worth a longer wait.
    const stored = (error: SqlError.SqlError) =>
      Effect.mapError(Effect.retry(isStored(sql, operation), { schedule: lookups, while: () => hasTime }), () => error)
    const lookUp = (error: SqlError.SqlError): Effect.Effect<A, E | SqlError.SqlError, R> =>
      Effect.flatMap(stored(error), (isStored) => isStored ? Effect.flatMap(Ref.get(result), Effect.mapError(() => error)) : once)
    const once: Effect.Effect<A, E | SqlError.SqlError, R> = Effect.suspend(() =>
      Effect.catchIf(attempt, isOfKind("unknownCommit"), lookUp)
    )
    return yield* Effect.retry(once, {
      schedule: repeats,
      while: (error) => isOfKind("again")(error) ? inTime(hasTime) : Effect.succeed(false)
    })
  })

/** Work that also returns whether it stored anything: a transaction without a change commits even on a full disk. */
const counting = <A, E, R>(sql: SqlClient.SqlClient, work: Effect.Effect<A, E, R>) => {
  const changes = Effect.map(sql`SELECT total_changes()`.values, ([row]) => row?.[0])
  return Effect.gen(function*() {
    const before = yield* changes
    const result = yield* work
    return { result, hasStored: (yield* changes) !== before }
  })
}

/** Reports the outcome of a transaction on a file to the state of the writes. A success matters only while writes fail. */
const inFile = <A, E, R>(sql: SqlClient.SqlClient, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> => {
  const state = writeStateOf(sql)
  return Effect.flatMap(state.trouble, (trouble): Effect.Effect<A, E | SqlError.SqlError, R> =>
    trouble === null
      ? sql.withTransaction(work)
      : Effect.flatMap(sql.withTransaction(counting(sql, work)),
        ({ hasStored, result }) => hasStored ? Effect.as(state.succeeded, result) : Effect.succeed(result)))
}

/** A server that does not respond within this time is silent, which its ping detects. */
const answered = within("1500 millis")

/**
 * A silent server is not reported here: its ping detects that, and detects at once when the server responds again. A server that
 * responds, but has not stored this write in its time, is slow.
 */
const reportSlow = (sql: SqlClient.SqlClient) =>
  Effect.flatMap(answered(Deadline.unbounded(sql`SELECT 1`)), (found) =>
    Option.isSome(found) ? writeStateOf(sql).failed("slow") : Effect.void)

/** Reports a failure of `work` to the state of the writes; `inTime` is the deadline of `work`. */
const reporting = (sql: SqlClient.SqlClient, inTime: Deadline.InTime) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapErrorCause(work, (cause) =>
    Option.match(faultOf(Cause.squash(cause)), {
      onNone: () => Effect.void,
      onSome: (fault) =>
        fault === "no_answer"
          // In the background, because the client is waiting for its error.
          ? Effect.flatMap(inTime(hasTime), (isEarly) => isEarly ? Effect.void : Effect.asVoid(Effect.forkDaemon(reportSlow(sql))))
          : writeStateOf(sql).failed(fault)
    }))

const half = Duration.times(patience, 0.5)

/**
 * A change takes more statements than other writes. So, on a slow server, only a write that had time to spare shows that changes
 * can be stored.
 */
const reportSuccess = (sql: SqlClient.SqlClient, took: Duration.Duration) => {
  const { succeeded, trouble } = writeStateOf(sql)
  return Effect.flatMap(trouble, (found) => found?.fault === "slow" && Duration.greaterThan(took, half) ? Effect.void : succeeded)
}

/** Takes the rights and locks that storing needs, on every table of a server, without writing a row. */
const everyTable = (sql: SqlClient.SqlClient): Effect.Effect<unknown, SqlError.SqlError> =>
  Effect.gen(function*() {
    const tables = yield* sql<{ readonly name: string; readonly may: boolean }>`
      SELECT quote_ident(tablename) AS name, has_table_privilege(format('%I.%I', schemaname, tablename), 'INSERT') AS may
      FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'effect_sql_migrations'`
    const denied = tables.find(({ may }) => !may)
    // The server's error names the missing right.
    if (denied !== undefined) yield* sql.unsafe(`INSERT INTO ${denied.name} DEFAULT VALUES`)
    yield* sql.unsafe(`LOCK TABLE ${tables.map(({ name }) => name).join(", ")} IN ROW EXCLUSIVE MODE`)
  })

/** A write that changes no data of the shop. */
export const trial = (sql: SqlClient.SqlClient): Effect.Effect<unknown, SqlError.SqlError> =>
  write(sql)(sql.onDialectOrElse({
    pg: () => everyTable(sql),
    orElse: (): Effect.Effect<unknown, SqlError.SqlError> => sql`UPDATE installation SET value = value`
  }))

/**
 * Runs `work` in a transaction, as the only writer. SQLite allows one writer at a time; on PostgreSQL, the transaction locks the
 * shop's row first. Inside another transaction, `work` becomes part of it. `work` may run more than once but is stored once, so it
 * must read everything that it depends on. `writeStateOf(sql)` knows whether the database accepts writes.
 */
export const write = (sql: SqlClient.SqlClient) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (transaction): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Option.isSome(transaction) ?
      sql.withTransaction(work) :
      Effect.flatMap(Deadline.orWithin(patience), (inTime) =>
        reporting(sql, inTime)(sql.onDialectOrElse({
          pg: (): Effect.Effect<A, E | SqlError.SqlError, R> =>
            Effect.flatMap(Effect.timed(asOneWriter(sql, work, inTime)), ([took, result]) =>
              Effect.as(reportSuccess(sql, took), result)),
          orElse: (): Effect.Effect<A, E | SqlError.SqlError, R> => inTime(inFile(sql, work))
        }))))

const isSqlError = (error: unknown): error is SqlError.SqlError => error instanceof SqlError.SqlError

/**
 * Like `write`, for a caller that waits for the result within `patience`. Failures of the database are defects. If `work` fails,
 * nothing is stored.
 */
export const writeOrDie =
  (sql: SqlClient.SqlClient) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError.SqlError>, R> =>
    Effect.flatMap(Deadline.orWithin(patience), (inTime) =>
      inTime(Effect.catchIf(write(sql)(work), isSqlError, Effect.die))) as Effect.Effect<
        A,
        Exclude<E, SqlError.SqlError>,
        R
      >
