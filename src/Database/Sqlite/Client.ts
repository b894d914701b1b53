import type { Reactivity } from "@effect/experimental"
import { SqlClient, SqlError, Statement } from "@effect/sql"
import type BetterSqlite from "better-sqlite3"
import { Context, Effect, identity, Option, type Scope } from "effect"
import * as Permit from "../../Concurrency/FairLock.ts"
import { traced } from "../../Tracing.ts"
import { attempt, patiently } from "./Busy.ts"
import type { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { directly } from "./DirectStatements.ts"
import { makeConnections, type Run } from "./Connection.ts"
import { open, stillInPlace, synchronousFull } from "./File.ts"

export interface SqliteDatabase {
  readonly sql: SqlClient.SqlClient
  /** Changes when another connection, so another program, has committed. */
  readonly dataVersion: Effect.Effect<number, SqlError.SqlError>
  /** Fails when the file is not in its place, cannot be read, or no longer promises durable commits. */
  readonly ping: Effect.Effect<void, SqlError.SqlError>
}

const refuse = (message: string) => Effect.fail(new SqlError.SqlError({ message }))

const rollBack = (db: BetterSqlite.Database): boolean => {
  if (!db.inTransaction) return false
  db.exec("ROLLBACK")
  return true
}

/** A connection for one holder of the permit; it is worthless once `end` has run, to fibers left behind as well. */
const makeLease = (db: BetterSqlite.Database, isValid: () => boolean, refusal: string) => {
  let over = false
  const run: Run = (job) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        if (over || !isValid()) return refuse(refusal)
        return db.inTransaction ? attempt(job) : patiently(attempt(job), restore)
      }))
  const end = Effect.sync(() => {
    over = true
    rollBack(db)
  })
  return { run, end }
}

/**
 * A `SqlClient` on one better-sqlite3 connection. The permit is held while a statement or transaction runs, in the
 * order of asking; only waiting can be interrupted; every transaction is IMMEDIATE, and rolled back unless its COMMIT
 * succeeded. Integers are numbers: whole cents fit 2^53.
 */
export const make = (
  filename: string
): Effect.Effect<SqliteDatabase, DatabaseUnavailable, Scope.Scope | Reactivity.Reactivity> =>
  Effect.gen(function*() {
    const db = yield* open(filename)
    const assertInPlace = stillInPlace(db, filename)
    const permit = Permit.make()
    // Who waits for another program's lock keeps its place among the writers but not the permit: reads go on meanwhile.
    const writers = Permit.make()
    const connect = makeConnections(db)

    const plain = connect((job) =>
      Effect.uninterruptibleMask((restore) =>
        patiently(
          restore(permit.hold(() =>
            Effect.flatMap(attempt(job), (answer) =>
              rollBack(db) ? refuse("a transaction is begun with withTransaction only") : Effect.succeed(answer)))),
          restore
        )))

    const reserve = Effect.gen(function*() {
      yield* permit.holdScoped
      const lease = makeLease(db, () => true, "the connection was given back")
      yield* Effect.addFinalizer(() => lease.end)
      return connect(lease.run)
    })

    const client = directly(yield* SqlClient.make({
      acquirer: Effect.succeed(plain),
      transactionAcquirer: reserve,
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: [["db.system.name", "sqlite"]]
    }), plain)

    // The client's own dies where a COMMIT fails and leaves that transaction open. It still serves the savepoints.
    const transact = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
      writers.hold((restore) => {
        const once = permit.hold((restore) => {
          const lease = makeLease(db, () => db.inTransaction, "the transaction is over")
          const within = Effect.mapInputContext(effect, (context: Context.Context<R>) =>
            Context.add(context, SqlClient.TransactionConnection, [connect(lease.run), 0] as const))
          // What comes of the effect is carried past the retrying, which is for the lock alone.
          return Effect.zipRight(
            attempt(() => {
              assertInPlace()
              db.exec("BEGIN IMMEDIATE")
            }),
            restore(within).pipe(
              Effect.zipLeft(patiently(attempt(() => {
                assertInPlace()
                db.exec("COMMIT")
              }), identity)),
              Effect.ensuring(lease.end),
              Effect.exit
            )
          )
        })
        return Effect.flatten(patiently(restore(once), restore))
      }).pipe(traced("sql.transaction", "client"))

    const nest = client.withTransaction
    const sql: SqlClient.SqlClient = Object.assign(client, {
      withTransaction: <R, E, A>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
        Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), Option.match({
          onNone: () => transact(effect),
          onSome: () => nest(effect)
        }))
    })

    const pragma = (name: string) => Effect.map(sql.unsafe(`PRAGMA ${name}`).values, ([row]) => Number(row?.[0]))

    return {
      sql,
      // Asked for every second, so that commits are saved soon after the log that holds them was removed.
      dataVersion: Effect.zipRight(Effect.ignore(attempt(assertInPlace)), pragma("data_version")),
      ping: Effect.zipRight(
        Effect.zipRight(attempt(assertInPlace), sql`SELECT count(*) FROM sqlite_schema`),
        Effect.flatMap(pragma("synchronous"), (level) =>
          level === synchronousFull ? Effect.void : refuse("commits are no longer durable"))
      )
    }
  })
