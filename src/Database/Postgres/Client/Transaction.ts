import { SqlClient, type SqlConnection, type SqlError } from "@effect/sql"
import { Context, Deferred, Effect, Exit, FiberId, Stream } from "effect"
import * as Deadline from "../../../Concurrency/Deadline.ts"
import { yieldToEventLoop } from "../../../Concurrency/EventLoop.ts"
import * as Permit from "../../../Concurrency/FairLock.ts"
import { asWrite, PostgresFailure, refused, rolledBack, sqlError, unavailable } from "../Failure.ts"
import { type ConnectionLimits, limitsWithin } from "./ConnectionLimits.ts"
import type { Query, ServerResult, Session } from "./Session.ts"

export type Run = (query: Query) => Effect.Effect<ServerResult, PostgresFailure>

const nothing: ServerResult = { command: "", rows: [] }

/** A connection in the form of `@effect/sql`, over a function that runs a query. */
export const connectionOf = (run: Run): SqlConnection.Connection => {
  const send = (query: Query) => Effect.mapError(run(query), sqlError)
  const execute: SqlConnection.Connection["execute"] = (text, values, transformRows) =>
    Effect.map(send({ text, values }), ({ rows }) => transformRows ? transformRows(rows) : rows)
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, values) => send({ text, values }),
    executeValues: (text, values) => Effect.map(send({ text, values, rowMode: "array" }), ({ rows }) => rows),
    executeStream: (text, values, transformRows) => Stream.unwrap(Effect.map(execute(text, values, transformRows), Stream.fromIterable))
  }
}

interface Queued {
  readonly query: Query
  readonly result: Deferred.Deferred<ServerResult, PostgresFailure>
}

const together = (session: Session, queries: ReadonlyArray<Query>): Effect.Effect<ReadonlyArray<ServerResult>, PostgresFailure> => {
  const [first, ...others] = queries
  if (first === undefined) return Effect.succeed([])
  return others.length === 0 ? Effect.map(session.query(first), (result) => [result]) : session.together(queries)
}

/**
 * A transaction, or a savepoint within one, until its end. Afterwards it refuses statements of fibers that still run. Its
 * statements and savepoints run one after another: a statement that runs beside an open savepoint would be rolled back with it.
 * Statements of fibers that run at the same time share a round trip.
 */
interface Level {
  readonly session: Session
  readonly connection: SqlConnection.Connection
  readonly depth: number
  /** Gives each savepoint of the transaction a name of its own: savepoints with one name would undo each other. */
  readonly nameSavepoint: () => string
  /** Runs `use`, and no statement of this level meanwhile. */
  readonly below: <A, E, R>(use: (restore: Permit.Restore) => Effect.Effect<A, E, R>) => Effect.Effect<A, E | PostgresFailure, R>
  /** The last statement of the level. It receives the first failure of its statements. */
  readonly end: <A>(last: (failed: PostgresFailure | undefined) => Effect.Effect<A, PostgresFailure>) => Effect.Effect<A, PostgresFailure>
}

const isOver = refused("the transaction is over")

const hasOpenSavepoint = refused("the transaction was rolled back: it ended while a savepoint of it was still open")

const makeLevel = (session: Session, depth: number, nameSavepoint: () => string): Level => {
  const permit = Permit.make()
  let over = false
  let open = false
  let failed: PostgresFailure | undefined

  const whileOpen: Level["below"] = <A, E, R>(use: (restore: Permit.Restore) => Effect.Effect<A, E, R>) =>
    permit.hold((restore) => Effect.suspend((): Effect.Effect<A, E | PostgresFailure, R> => over ? Effect.fail(isOver) : use(restore)))

  const queued = new Set<Queued>()

  const sendQueued = Effect.suspend(() => {
    const batch = [...queued]
    queued.clear()
    const sent = Effect.tapError(together(session, batch.map(({ query }) => query)), (failure) =>
      Effect.sync(() => {
        failed ??= failure
      }))
    return Effect.map(Effect.exit(sent), (exit) => {
      batch.forEach(({ result }, index) => Deferred.unsafeDone(result, Exit.map(exit, (results) => results[index] ?? nothing)))
    })
  })

  const run: Run = (query) =>
    Effect.suspend(() => {
      const own: Queued = { query, result: Deferred.unsafeMake(FiberId.none) }
      queued.add(own)
      // Lets the fibers that have just started, and those that they start, add their statements first.
      const sent = whileOpen(() => Effect.zipRight(yieldToEventLoop, sendQueued))
      return Effect.ensuring(Effect.zipRight(sent, Deferred.await(own.result)), Effect.sync(() => queued.delete(own)))
    })

  return {
    session,
    connection: connectionOf(run),
    depth,
    nameSavepoint,
    below: (use) =>
      whileOpen((restore) =>
        Effect.suspend(() => {
          open = true
          return Effect.ensuring(use(restore), Effect.sync(() => {
            open = false
          }))
        })
      ),
    end: (last) =>
      Effect.suspend(() => {
        over = true
        if (!open) return permit.hold(() => last(failed))
        // The lock is held by a fiber that still runs, perhaps forever.
        session.destroy()
        return Effect.fail(hasOpenSavepoint)
      })
  }
}

/** Which level a statement's connection belongs to. */
const levels = new WeakMap<SqlConnection.Connection, Level>()

export const levelOf = (connection: SqlConnection.Connection): Level | undefined => levels.get(connection)

const within = <A, E, R>(effect: Effect.Effect<A, E, R>, level: Level): Effect.Effect<A, E, R> => {
  levels.set(level.connection, level)
  return Effect.mapInputContext(effect,
    (context: Context.Context<R>) => Context.add(context, SqlClient.TransactionConnection, [level.connection, level.depth] as const))
}

/**
 * Turned on in each transaction, because the setting may have changed since the start: an acknowledged commit must survive a crash
 * of the server.
 */
const durably = "SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'"

const timeouts = ({ lock, statement }: ConnectionLimits): ReadonlyArray<string> => [
  `SET LOCAL statement_timeout = ${statement}`,
  `SET LOCAL lock_timeout = ${lock}`
]

/**
 * Begins a transaction, in one round trip. The timeouts bound how long a process holds locks, even if it is paused or disconnected.
 * The name identifies the transaction's process on any connection of a pooler.
 */
const begin = (limits: ConnectionLimits, applicationName: string): string =>
  [
    "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
    durably,
    ...timeouts(limits),
    `SET LOCAL idle_in_transaction_session_timeout = ${limits.idleInTransaction}`,
    `SET LOCAL application_name = '${applicationName.replaceAll("'", "''")}'`
  ].join("; ")

const outOfTime = unavailable("the transaction's deadline has passed: it is rolled back")

/** Milliseconds by which the server's timeout may exceed the deadline: setting it costs the server two statements. */
const tolerance = 100
/** Milliseconds after the deadline in which the server reports its timeout and the transaction ends. */
const grace = 300

/** Sends nothing after the deadline, and drops a statement that has no result by then. */
const inTime = (session: Session): Session => {
  const before = (query: Query): Effect.Effect<Query, PostgresFailure> =>
    Effect.flatMap(Deadline.left, (left) =>
      left === Infinity ? Effect.succeed(query) : left <= 0 ? Effect.fail(outOfTime) : Effect.succeed({ ...query, within: left + grace }))
  return {
    ...session,
    query: (query) => Effect.flatMap(before(query), session.query),
    together: (queries) => Effect.flatMap(Effect.forEach(queries, before), session.together)
  }
}

/** Begins a transaction that ends at its fiber's deadline. */
export const beginOn = (
  session: Session,
  limits: ConnectionLimits,
  applicationName: string
): Effect.Effect<ServerResult, PostgresFailure> =>
  Effect.flatMap(Deadline.left, (left) => inTime(session).query({ text: begin(limitsWithin(limits, left), applicationName) }))

/** Sets the server's timeouts to the time that is left, so that the times of successive statements do not add up. */
const bounded = (connection: Session, limits: ConnectionLimits): Effect.Effect<Session> =>
  Effect.map(Deadline.left, (first) => {
    const session = inTime(connection)
    let allowed = limitsWithin(limits, first).statement
    const renewed = (left: number): ReadonlyArray<Query> => {
      if (left <= 0 || allowed <= left + tolerance) return []
      const next = limitsWithin(limits, left)
      allowed = next.statement
      return timeouts(next).map((text) => ({ text }))
    }
    const send: Session["together"] = (queries) =>
      Effect.flatMap(Deadline.left, (left) => {
        const settings = renewed(left)
        return Effect.map(together(session, [...settings, ...queries]), (results) => results.slice(settings.length))
      })
    return { ...session, query: (query) => Effect.map(send([query]), ([result = nothing]) => result), together: send }
  })

/** Milliseconds for the result of a rollback. After the deadline, there is only the grace. */
const rollbackWithin = 1_000
const rollbackAtLeast = 50

/** If the rollback itself fails, the connection is closed, which ends the transaction. */
const orDestroy = (session: Session, text: string) => () =>
  Effect.flatMap(Deadline.left, (left) =>
    Effect.catchAll(
      session.query({ text, within: Math.max(rollbackAtLeast, Math.min(rollbackWithin, left + grace)) }),
      () => Effect.sync(session.destroy)
    ))

/** Refuses to commit if a statement was not sent because its value cannot be: the server would commit the other statements. */
const commit = (session: Session) => (failed: PostgresFailure | undefined) =>
  failed !== undefined
    ? Effect.zipRight(orDestroy(session, "ROLLBACK")(), Effect.fail(rolledBack(failed)))
    : inTime(session).query({ text: "COMMIT" }).pipe(
      Effect.mapError(asWrite),
      // A statement may itself have ended the transaction.
      Effect.filterOrFail(({ command }) => command === "COMMIT", () => rolledBack(undefined))
    )

/** Runs `effect` in the transaction that was begun on `connection`, and ends the transaction. */
export const transact = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  connection: Session,
  limits: ConnectionLimits,
  restore: Permit.Restore
): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.gen(function*() {
    const session = yield* bounded(connection, limits)
    let savepoints = 0
    const level = makeLevel(session, 0, () => `savepoint_${savepoints += 1}`)
    const rollBack = Effect.ignore(level.end(orDestroy(connection, "ROLLBACK")))
    const exit = yield* Effect.exit(restore(within(effect, level)))
    if (Exit.isFailure(exit)) return yield* Effect.zipRight(rollBack, exit)
    // The server does not know that a statement was not sent, and would commit the others.
    if ((yield* Deadline.left) <= 0) return yield* Effect.zipRight(rollBack, Effect.fail(sqlError(outOfTime)))
    return yield* Effect.as(Effect.mapError(level.end(commit(connection)), sqlError), exit.value)
  })

/** Runs `effect` in a savepoint of `parent`. Other work of `parent` waits meanwhile. */
export const nest = <A, E, R>(effect: Effect.Effect<A, E, R>, parent: Level): Effect.Effect<A, E | SqlError.SqlError, R> =>
  parent.below((restore): Effect.Effect<A, E | PostgresFailure, R> => {
    const { session } = parent
    const name = parent.nameSavepoint()
    const level = makeLevel(session, parent.depth + 1, parent.nameSavepoint)
    const undo = orDestroy(session, `ROLLBACK TO SAVEPOINT ${name}; RELEASE SAVEPOINT ${name}`)
    // Fails if a statement of the savepoint failed and the effect continued.
    const release = (failed: PostgresFailure | undefined) =>
      Effect.tapError(
        failed === undefined ? session.query({ text: `RELEASE SAVEPOINT ${name}` }) : Effect.fail(rolledBack(failed)),
        undo
      )
    return session.query({ text: `SAVEPOINT ${name}` }).pipe(
      Effect.zipRight(Effect.exit(restore(within(effect, level)))),
      Effect.flatMap((exit): Effect.Effect<A, E | PostgresFailure> =>
        Exit.isSuccess(exit)
          ? Effect.as(level.end(release), exit.value)
          : Effect.zipRight(Effect.ignore(level.end(undo)), exit)
      )
    )
  }).pipe(Effect.mapError((error) => error instanceof PostgresFailure ? sqlError(error) : error))
