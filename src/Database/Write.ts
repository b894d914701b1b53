import { SqlClient, SqlError } from "@effect/sql"
import { Cause, Context, Data, Effect, Layer, MutableRef, Option } from "effect"
import { type UnavailableReason, unavailableReasons } from "../Codes/HealthProblem.ts"
import * as Deadline from "../Concurrency/Deadline.ts"
import { monotonicMillis } from "../Concurrency/Deadline.ts"
import { asWrite, failureWithin, inDoubt, serverReasonOf, shopMissing, sqlError, unavailable } from "./Postgres/Failure.ts"
import { sqliteCode, sqliteReasonOf } from "./Sqlite/Busy.ts"

/** A write was not begun, because the writes before it failed. */
export class NotWritable extends Data.TaggedError("NotWritable")<{ readonly reason: UnavailableReason }> {
  override get message(): string {
    return unavailableReasons[this.reason]
  }
}

/** Why writes fail, and since when (milliseconds of the monotonic clock). */
interface WriteTrouble {
  readonly reason: UnavailableReason
  readonly since: number
}

/**
 * Whether the database accepts writes, for both kinds of database. Health, the alarm and the API's refusals all read it here.
 * There is trouble from the first write that fails for a reason in `UnavailableReason` until a write stores something.
 *
 * `write` reports every outcome here, by the code of the `SqlError`: SQLite's in `sqliteReasonOf`, a server's in
 * `serverReasonOf`.
 */
export interface WriteState {
  readonly trouble: Effect.Effect<WriteTrouble | null>
  readonly failed: (reason: UnavailableReason) => Effect.Effect<void>
  readonly succeeded: Effect.Effect<void>
  /** Waits until there is trouble. */
  readonly troubled: Effect.Effect<void>
}

const makeState = (): WriteState => {
  const latch = Effect.unsafeMakeLatch(false)
  let trouble: WriteTrouble | null = null
  return {
    trouble: Effect.sync(() => trouble),
    troubled: latch.await,
    failed: (reason) =>
      Effect.flatMap(monotonicMillis, (now) => {
        const before = trouble
        trouble = { reason, since: before?.since ?? now }
        return before?.reason === reason ? Effect.void : Effect.zipRight(
          latch.open,
          Effect.logWarning(`writes fail: ${unavailableReasons[reason]}`).pipe(Effect.annotateLogs({ service: "database", reason }))
        )
      }),
    succeeded: Effect.suspend(() => {
      const before = trouble
      if (before === null) return Effect.void
      trouble = null
      return Effect.zipRight(
        latch.close,
        Effect.flatMap(monotonicMillis, (now) =>
          Effect.logInfo("writes work again").pipe(
            Effect.annotateLogs({ service: "database", reason: before.reason, after_s: Math.round((now - before.since) / 1000) })
          ))
      )
    })
  }
}

/** Stores in a database: every write of this process on its client goes through the one writer. */
export class Writer extends Context.Tag("Writer")<Writer, {
  readonly state: WriteState
  /** How many writes this process has committed on a server. */
  readonly committed: () => number
  /**
   * Runs `work` in a transaction, as the only writer. Inside another transaction, `work` becomes part of it. `work` may run more than
   * once but is stored once, so it must read everything that it depends on.
   */
  readonly write: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R>
  /**
   * Like `write`, for a caller that waits for the result within `patience`. Failures of the database are defects. If `work` fails,
   * nothing is stored.
   */
  readonly writeOrDie: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, Exclude<E, SqlError.SqlError>, R>
  /** A write that changes no data of the shop. */
  readonly trial: Effect.Effect<unknown, SqlError.SqlError>
}>() {}

/** A client with what its writes came to. */
interface Client {
  readonly sql: SqlClient.SqlClient
  readonly state: WriteState
  readonly committed: MutableRef.MutableRef<number>
}

/** Why the database refused the write; undefined if the failure has another cause. */
export const unavailableReasonOf = (error: unknown): Option.Option<UnavailableReason> => {
  if (error instanceof NotWritable) return Option.some(error.reason)
  if (!(error instanceof SqlError.SqlError)) return Option.none()
  return Option.fromNullable(sqliteReasonOf(sqliteCode(error.cause)) ?? serverReasonOf(failureWithin(error)))
}

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
const inFile = <A, E, R>({ sql, state }: Client, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.flatMap(state.trouble, (trouble): Effect.Effect<A, E | SqlError.SqlError, R> =>
    trouble === null
      ? sql.withTransaction(work)
      : Effect.flatMap(sql.withTransaction(counting(sql, work)), ({ hasStored, result }) =>
        hasStored ? Effect.as(state.succeeded, result) : Effect.succeed(result)))

/**
 * Locks the shop's row before anything is read, so that a command beside the service waits, and the service sees that it has written.
 * A COMMIT without an answer ends the connection, and with it the service: the next one reads what is stored.
 */
const onServer = <A, E, R>({ committed, sql, state }: Client, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  sql.withTransaction(Effect.zipRight(
    Effect.filterOrFail(sql`UPDATE shop SET version = version + 1 RETURNING 1`, (rows) => rows.length > 0, () => sqlError(shopMissing)),
    work
  )).pipe(
    Effect.tap(() => Effect.sync(() => MutableRef.increment(committed))),
    Effect.zipLeft(state.succeeded)
  )

const unanswered = sqlError(asWrite(inDoubt(unavailable("the server has not confirmed it in time"))))

/**
 * A server may hold a COMMIT back for a standby, and a COMMIT is not interrupted. Its caller leaves at the deadline; later statements
 * wait for it on the same connection.
 */
const untilDeadline = <A, E, R>(storing: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.flatMap(Deadline.left, (left): Effect.Effect<A, E | SqlError.SqlError, R> =>
    left === Infinity
      ? storing
      : Effect.timeoutFail(Effect.disconnect(storing), { duration: Math.max(0, left), onTimeout: () => unanswered }))

/** Reports a failure of `work` to the state of the writes. */
const reporting = ({ state }: Client) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapErrorCause(work, (cause) =>
    Option.match(unavailableReasonOf(Cause.squash(cause)), { onNone: () => Effect.void, onSome: state.failed }))

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

const write = (client: Client) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (transaction): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Option.isSome(transaction)
      ? client.sql.withTransaction(work)
      : Effect.flatMap(Deadline.orWithin(patience), (inTime) =>
        reporting(client)(inTime(client.sql.onDialectOrElse({
          pg: () =>
            untilDeadline(onServer(client, work)),
          orElse: (): Effect.Effect<A, E | SqlError.SqlError, R> => inFile(client, work)
        })))))

const isSqlError = (error: unknown): error is SqlError.SqlError => error instanceof SqlError.SqlError

const writeOrDie = (client: Client) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError.SqlError>, R> =>
  Effect.flatMap(Deadline.orWithin(patience), (inTime) =>
    inTime(Effect.catchIf(write(client)(work), isSqlError, Effect.die))) as Effect.Effect<A, Exclude<E, SqlError.SqlError>, R>

const trial = (client: Client): Effect.Effect<unknown, SqlError.SqlError> =>
  write(client)(client.sql.onDialectOrElse({
    pg: () => everyTable(client.sql),
    orElse: (): Effect.Effect<unknown, SqlError.SqlError> => client.sql`UPDATE installation SET value = value`
  }))

/** The writer of a client. A client has one, made where it is opened. */
export const makeWriter = (sql: SqlClient.SqlClient): typeof Writer.Service => {
  const client: Client = { sql, state: makeState(), committed: MutableRef.make(0) }
  return {
    state: client.state,
    committed: () => MutableRef.get(client.committed),
    write: write(client),
    writeOrDie: writeOrDie(client),
    trial: trial(client)
  }
}

const probeEvery = "10 seconds"

/**
 * While writes fail, tries one at intervals, so that the service detects the end of the trouble without a change by a person. It
 * belongs to the service, not to the database: a command needs no probe, and a killed process leaves none running.
 */
export const writeProbe: Layer.Layer<never, never, Writer> = Layer.scopedDiscard(
  Effect.flatMap(Writer, ({ state, trial }) =>
    state.troubled.pipe(
      Effect.zipRight(Effect.sleep(probeEvery)),
      Effect.zipRight(Effect.exit(trial)),
      Effect.forever,
      Effect.forkScoped
    ))
)
