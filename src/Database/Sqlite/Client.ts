import type { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlConnection, SqlError, Statement } from "@effect/sql"
import { type SqliteClient, TypeId } from "@effect/sql-sqlite-node/SqliteClient"
import type Sqlite from "better-sqlite3"
import type BetterSqlite from "better-sqlite3"
import { Context, Effect, identity, Option, type Scope, Stream } from "effect"
import * as FairLock from "../../Concurrency/FairLock.ts"
import type { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { withPlainStatements } from "../PlainStatements.ts"
import { attempt, attemptNow, patiently } from "./Busy.ts"
import { longCommits } from "./Checkpoint.ts"
import { openFile, stillInPlace, synchronousFull } from "./File.ts"

/** Waits until the connection is free, then runs one synchronous job on the database. */
type Run = <A>(job: () => A) => Effect.Effect<A, SqlError.SqlError>

const preparedAtMost = 128

/** Caches prepared statements; the least recently used one is dropped first. */
const makePrepare = (db: Sqlite.Database) => {
  const prepared = new Map<string, Sqlite.Statement>()
  return (text: string): Sqlite.Statement => {
    const statement = prepared.get(text) ?? db.prepare(text)
    prepared.delete(text)
    prepared.set(text, statement)
    if (prepared.size > preparedAtMost) {
      for (const oldest of prepared.keys()) {
        prepared.delete(oldest)
        break
      }
    }
    return statement
  }
}

const rows = (statement: Sqlite.Statement, params: ReadonlyArray<unknown>): ReadonlyArray<object> => {
  if (statement.reader) return statement.all(...params) as Array<object>
  statement.run(...params)
  return []
}

const values = (statement: Sqlite.Statement, params: ReadonlyArray<unknown>): ReadonlyArray<ReadonlyArray<unknown>> => {
  if (!statement.reader) {
    statement.run(...params)
    return []
  }
  try {
    return statement.raw(true).all(...params) as Array<Array<unknown>>
  } finally {
    statement.raw(false)
  }
}

/** Creates connections to `db` that share its prepared statements but may run at different times. */
const makeConnections = (db: Sqlite.Database) => {
  const prepare = makePrepare(db)
  return (run: Run): SqlConnection.Connection => {
    const execute: SqlConnection.Connection["execute"] = (text, params, transformRows) =>
      run(() => transformRows ? transformRows(rows(prepare(text), params)) : rows(prepare(text), params))
    return {
      execute,
      executeRaw: (text, params) =>
        run(() => {
          const statement = prepare(text)
          return statement.reader ? statement.all(...params) : statement.run(...params)
        }),
      executeValues: (text, params) => run(() => values(prepare(text), params)),
      executeUnprepared: (text, params, transformRows) =>
        run(() => transformRows ? transformRows(rows(db.prepare(text), params)) : rows(db.prepare(text), params)),
      // Reads all rows at once: with an open cursor, every other statement would wait for a slow reader.
      executeStream: (text, params, transformRows) => Stream.unwrap(Effect.map(execute(text, params, transformRows), Stream.fromIterable))
    }
  }
}

interface SqliteDatabase {
  readonly sql: SqliteClient
  /** Changes when another connection has committed, which belongs to another program. */
  readonly dataVersion: Effect.Effect<number, SqlError.SqlError>
  /** The same number for code outside of effects. Throws while the database cannot be read. */
  readonly dataVersionNow: () => number
  /** Whether the version has changed, or cannot be read. */
  readonly hasChangedSince: (version: number) => boolean
  /** Fails when the file was removed or replaced, cannot be read, or commits are no longer durable. */
  readonly ping: Effect.Effect<void, SqlError.SqlError>
}

const refusing = (message: string) => Effect.fail(new SqlError.SqlError({ message }))

const rollBack = (db: BetterSqlite.Database): boolean => {
  if (!db.inTransaction) return false
  db.exec("ROLLBACK")
  return true
}

/** The connection of one transaction. After `end` it refuses all work, also from fibers that still run. */
const makeLease = (db: BetterSqlite.Database) => {
  let over = false
  const run: Run = (job) => Effect.suspend(() => over || !db.inTransaction ? refusing("the transaction is over") : attemptNow(job))
  const end = Effect.sync(() => {
    over = true
    rollBack(db)
  })
  return { run, end }
}

/**
 * The public `SqliteClient` of @effect/sql-sqlite-node on one better-sqlite3 connection. A statement or transaction holds the connection's lock, first come, first served. Only the wait can be
 * interrupted. Every transaction is IMMEDIATE, and is rolled back unless its COMMIT succeeded. Integers are numbers: whole
 * cents fit 2^53.
 */
export const make = (
  filename: string
): Effect.Effect<SqliteDatabase, DatabaseUnavailable, Scope.Scope | Reactivity.Reactivity> =>
  Effect.gen(function*() {
    const db = yield* openFile(filename)
    const assertInPlace = stillInPlace(db, filename)
    const begin = db.prepare("BEGIN IMMEDIATE")
    const commit = db.prepare("COMMIT")
    const long = yield* longCommits(db, filename)
    const connectionLock = FairLock.make()
    // A transaction that waits for another program's lock stays in this queue meanwhile, and reads can use the connection.
    const writerLock = FairLock.make()
    const connect = makeConnections(db)

    /** Runs a job in one step, so that no other fiber runs in between. */
    const once = <A>(job: () => A) =>
      attemptNow(job, (result) =>
        rollBack(db)
          ? refusing("expected a transaction to begin with withTransaction, got BEGIN as a statement")
          : Effect.succeed(result))

    // While the lock is free and no fiber waits for it, a single step needs no lock.
    const plain = connect((job) =>
      patiently(
        Effect.suspend(() => connectionLock.isFree() ? once(job) : connectionLock.hold(() => Effect.suspend(() => once(job)))),
        identity
      )
    )

    const made = yield* SqlClient.make({
      acquirer: Effect.succeed(plain),
      // For the stock `withTransaction`, which is replaced below.
      transactionAcquirer: Effect.succeed(plain),
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: [["db.system.name", "sqlite"]]
    })
    const client = withPlainStatements(made, plain)

    // The `withTransaction` of @effect/sql 0.52.1 dies if a COMMIT fails, and leaves the transaction open. Nested transactions still use it.
    const transact = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
      writerLock.hold((restore) => {
        const once = connectionLock.hold((restore) => {
          const lease = makeLease(db)
          const within = Effect.mapInputContext(effect,
            (context: Context.Context<R>) => Context.add(context, SqlClient.TransactionConnection, [connect(lease.run), 0] as const))
          // Only a locked database is retried, so the effect's own exit is passed on.
          return Effect.zipRight(
            attempt(() => {
              assertInPlace()
              begin.run()
            }),
            restore(within).pipe(
              Effect.zipLeft(long.before),
              Effect.zipLeft(patiently(attempt(() => {
                assertInPlace()
                commit.run()
              }), identity)),
              Effect.ensuring(lease.end),
              Effect.ensuring(long.after),
              Effect.exit
            )
          )
        })
        return Effect.flatten(patiently(restore(once), restore))
      })

    const nest = client.withTransaction
    const alone = <A>(job: () => A) => connectionLock.hold(() => attempt(job))
    const sql: SqliteClient = Object.assign(client, {
      [TypeId]: TypeId as TypeId,
      config: { filename },
      export: alone((): Uint8Array => db.serialize()),
      backup: (destination: string) =>
        connectionLock.hold(() =>
          Effect.tryPromise({
            try: () => db.backup(destination),
            catch: (cause) => new SqlError.SqlError({ cause, message: "the database cannot be backed up" })
          })
        ),
      loadExtension: (path: string) => Effect.asVoid(alone(() => db.loadExtension(path))),
      // SQLite has no such statement, but the interface declares it.
      updateValues: undefined as never,
      withTransaction: <R, E, A>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
        Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), Option.match({
          onNone: () => transact(effect),
          onSome: () => nest(effect)
        }))
    })

    const pragma = (name: string) => Effect.map(sql.unsafe(`PRAGMA ${name}`).values, ([row]) => Number(row?.[0]))

    const readVersion = db.prepare("PRAGMA data_version").pluck()

    return {
      sql,
      dataVersionNow: () => Number(readVersion.get()),
      hasChangedSince: (version) => {
        try {
          assertInPlace()
          return Number(readVersion.get()) !== version
        } catch {
          return true
        }
      },
      dataVersion: pragma("data_version"),
      ping: Effect.zipRight(
        Effect.zipRight(attempt(assertInPlace), sql`SELECT count(*) FROM sqlite_schema`),
        Effect.flatMap(pragma("synchronous"),
          (level) => level === synchronousFull ? Effect.void : refusing("commits are no longer durable"))
      )
    }
  })
