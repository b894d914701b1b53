import { SqlClient, SqlError } from "@effect/sql"
import { Cause, Effect, Option } from "effect"
import * as Deadline from "../Concurrency/Deadline.ts"
import { asWrite, inDoubt, shopMissing, sqlError, unavailable } from "./Postgres/Failure.ts"
import { unavailableReasonOf, writeStateOf } from "./WriteState.ts"

/**
 * The time for one write in all: for the queue, a connection, the lock and the statements. A client gets "unavailable" before its
 * proxy gives up, and writes whose clients have left do not pile up.
 */
export const patience = "5 seconds"

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

const writes = new WeakMap<SqlClient.SqlClient, number>()

/** How many writes this process has committed on a server. */
export const ownWrites = (sql: SqlClient.SqlClient): number => writes.get(sql) ?? 0

/**
 * Locks the shop's row before anything is read, so that a command beside the service waits, and the service sees that it has written.
 * A COMMIT without an answer ends the connection, and with it the service: the next one reads what is stored.
 */
const onServer = <A, E, R>(sql: SqlClient.SqlClient, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  sql.withTransaction(Effect.zipRight(
    Effect.filterOrFail(sql`UPDATE shop SET version = version + 1 RETURNING 1`, (rows) => rows.length > 0, () => sqlError(shopMissing)),
    work
  )).pipe(
    Effect.tap(() => Effect.sync(() => writes.set(sql, ownWrites(sql) + 1))),
    Effect.zipLeft(writeStateOf(sql).succeeded)
  )

const unanswered = sqlError(asWrite(inDoubt(unavailable("the server has not confirmed it in time"))))

/**
 * A server may hold a COMMIT back for a standby, and a COMMIT is not interrupted. Its caller leaves at the deadline; later statements
 * wait for it on the same connection.
 */
const answered = <A, E, R>(storing: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.flatMap(Deadline.left, (left): Effect.Effect<A, E | SqlError.SqlError, R> =>
    left === Infinity
      ? storing
      : Effect.timeoutFail(Effect.disconnect(storing), { duration: Math.max(0, left), onTimeout: () => unanswered }))

/** Reports a failure of `work` to the state of the writes. */
const reporting = (sql: SqlClient.SqlClient) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapErrorCause(work, (cause) =>
    Option.match(unavailableReasonOf(Cause.squash(cause)), { onNone: () => Effect.void, onSome: writeStateOf(sql).failed }))

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
 * Runs `work` in a transaction, as the only writer. Inside another transaction, `work` becomes part of it. `work` may run more than
 * once but is stored once, so it must read everything that it depends on. `writeStateOf(sql)` knows whether the database accepts writes.
 */
export const write = (sql: SqlClient.SqlClient) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (transaction): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Option.isSome(transaction)
      ? sql.withTransaction(work)
      : Effect.flatMap(Deadline.orWithin(patience), (inTime) =>
        reporting(sql)(inTime(sql.onDialectOrElse({
          pg: () =>
            answered(onServer(sql, work)),
          orElse: (): Effect.Effect<A, E | SqlError.SqlError, R> => inFile(sql, work)
        })))))

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
