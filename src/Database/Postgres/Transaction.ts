import { SqlClient, type SqlConnection, type SqlError } from "@effect/sql"
import { Context, Effect, Exit, Stream } from "effect"
import * as Permit from "../../Concurrency/FairLock.ts"
import { asWrite, PostgresFailure, refused, rolledBack, sqlError } from "./Failure.ts"
import type { Limits } from "./Limits.ts"
import type { Answer, Query, Session } from "./Session.ts"

export type Run = (query: Query) => Effect.Effect<Answer, PostgresFailure>

/** A connection as `@effect/sql` wants it, over whatever runs a query. */
export const connectionOf = (run: Run): SqlConnection.Connection => {
  const answer = (query: Query) => Effect.mapError(run(query), sqlError)
  const execute: SqlConnection.Connection["execute"] = (text, values, transformRows) =>
    Effect.map(answer({ text, values }), ({ rows }) => transformRows ? transformRows(rows) : rows)
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, values) => answer({ text, values }),
    executeValues: (text, values) => Effect.map(answer({ text, values, rowMode: "array" }), ({ rows }) => rows),
    executeStream: (text, values, transformRows) => Stream.unwrap(Effect.map(execute(text, values, transformRows), Stream.fromIterable))
  }
}

/**
 * A transaction, or a savepoint within one, until its end; afterwards it refuses whatever a fiber left behind wants.
 * Its statements and savepoints run one at a time: a statement beside an open savepoint would be undone with it.
 */
interface Level {
  readonly session: Session
  readonly connection: SqlConnection.Connection
  readonly depth: number
  /** Names each savepoint of the transaction differently: siblings of one name would undo each other. */
  readonly nameSavepoint: () => string
  /** Runs `use` in place of this level's statements. */
  readonly below: <A, E, R>(use: (restore: Permit.Restore) => Effect.Effect<A, E, R>) => Effect.Effect<A, E | PostgresFailure, R>
  /** The last statement: nothing comes after it, whatever it answers. It learns which statement failed first. */
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

  const run: Run = (query) =>
    whileOpen(() =>
      Effect.tapError(session.query(query), (failure) =>
        Effect.sync(() => {
          failed ??= failure
        }))
    )

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
        // Only a fiber left behind holds it, maybe without an end.
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
 * One round trip. Each process's locks are bounded by the timeouts, also where it is paused or cut off. The name says
 * whose transaction it is, on any connection of a pooler.
 */
export const begin = ({ idleInTransaction, lock, statement }: Limits, applicationName: string): string =>
  [
    "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
    `SET LOCAL statement_timeout = ${statement}`,
    `SET LOCAL lock_timeout = ${lock}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${idleInTransaction}`,
    `SET LOCAL application_name = '${applicationName.replaceAll("'", "''")}'`
  ].join("; ")

const commit = (session: Session) => (failed: PostgresFailure | undefined) =>
  session.query({ text: "COMMIT" }).pipe(
    Effect.mapError(asWrite),
    // PostgreSQL answers ROLLBACK, and no error, where a statement of the transaction has failed.
    Effect.filterOrFail(({ command }) => command === "COMMIT", () => rolledBack(failed))
  )

/** Where even this fails, closing the connection ends the transaction. */
const orDestroy = (session: Session, text: string) => () => Effect.catchAll(session.query({ text }), () => Effect.sync(session.destroy))

/** Runs `effect` in the transaction that has begun on `session`, and ends it. */
export const transact = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  session: Session,
  restore: Permit.Restore
): Effect.Effect<A, E | SqlError.SqlError, R> => {
  let savepoints = 0
  const level = makeLevel(session, 0, () => `savepoint_${savepoints += 1}`)
  return Effect.flatMap(Effect.exit(restore(within(effect, level))), (exit): Effect.Effect<A, E | SqlError.SqlError> =>
    Exit.isSuccess(exit)
      ? Effect.as(Effect.mapError(level.end(commit(session)), sqlError), exit.value)
      : Effect.zipRight(Effect.ignore(level.end(orDestroy(session, "ROLLBACK"))), exit))
}

/** Runs `effect` in a savepoint of `parent`, which waits meanwhile. */
export const nest = <A, E, R>(effect: Effect.Effect<A, E, R>, parent: Level): Effect.Effect<A, E | SqlError.SqlError, R> =>
  parent.below((restore): Effect.Effect<A, E | PostgresFailure, R> => {
    const { session } = parent
    const name = parent.nameSavepoint()
    const level = makeLevel(session, parent.depth + 1, parent.nameSavepoint)
    const undo = orDestroy(session, `ROLLBACK TO SAVEPOINT ${name}; RELEASE SAVEPOINT ${name}`)
    // Fails where a statement of the savepoint has failed and the effect went on.
    const release = (failed: PostgresFailure | undefined) =>
      session.query({ text: `RELEASE SAVEPOINT ${name}` }).pipe(
        Effect.mapError((failure) => failed === undefined ? failure : rolledBack(failed)),
        Effect.tapError(undo)
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
