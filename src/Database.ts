import { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlError } from "@effect/sql"
import { SqliteClient } from "@effect/sql-sqlite-node/SqliteClient"
import { Context, DateTime, Effect, Either, Layer } from "effect"
import { join, parse } from "node:path"
import { DatabaseUnavailable } from "./Database/DatabaseUnavailable.ts"
import * as DatabaseUrl from "./Database/DatabaseUrl.ts"
import { migrate, refuseOlder, type Upgrade } from "./Database/Migrate.ts"
import { migrations } from "./Database/Migrations.ts"
import * as Postgres from "./Database/Postgres.ts"
import type { PostgresAddress } from "./Database/Postgres/Address.ts"
import type { ServingProcess } from "./Database/ServingProcess.ts"
import * as Sqlite from "./Database/Sqlite/Client.ts"
import { copy } from "./Database/Sqlite/Copy.ts"
import * as InstanceLock from "./Database/Sqlite/InstanceLock.ts"
import { makeWriter, Writer, type WriteState } from "./Database/Write.ts"
import { fileStamp } from "./Domain/Calendar.ts"

/** The part of a database that a `SqlClient` does not have. Every difference between SQLite and PostgreSQL is here. */
export class Database extends Context.Tag("Database")<Database, {
  readonly kind: "sqlite" | "postgres"
  /** Path of the file; null for a database in memory or on a server. */
  readonly file: string | null
  /** A number that changes with each commit of another program. */
  readonly dataVersion: Effect.Effect<number>
  /** The same number for code outside of effects. Throws if the file cannot be read. */
  readonly dataVersionNow: () => number
  readonly hasChangedSince: (version: number) => boolean
  /** Fails when the file was removed or replaced, cannot be read, or commits are no longer durable. */
  readonly ping: Effect.Effect<void, SqlError.SqlError>
  readonly writes: WriteState
  /**
   * By how many milliseconds this machine's clock was ahead of the server's when this process began to serve; negative if it was
   * behind. 0 for a file, which has no clock of its own.
   */
  readonly clockAhead: number
  /** Whether the server holds a COMMIT back until a synchronous standby has it. */
  readonly isCommitWaiting: () => boolean
  /** Fails once another process may serve the database. From then on, no statement of this process is carried out. */
  readonly lost: Effect.Effect<never, DatabaseUnavailable>
}>() {
  /**
   * Opens, checks and migrates the database of a DATABASE_URL, and closes it with the layer's scope. If the schema is older, the
   * file is copied within its folder and upgraded, or it is refused. SQLite's client is also provided under the tag `SqliteClient`.
   */
  static layer(
    url: string,
    older: "upgrade" | "refuse" = "upgrade",
    use: Postgres.Use = "beside"
  ): Layer.Layer<Database | SqlClient.SqlClient | Writer, DatabaseUnavailable> {
    return Layer.scopedContext(openUrl(url, older, use)).pipe(Layer.provide(Reactivity.layer))
  }
}

/** Copies the file within its folder, as `turnover.schema-1.20261120T102900Z.db`. The service never removes the copy. */
export const backUpBefore = (file: string) => ({ from, to }: Upgrade): Effect.Effect<void, DatabaseUnavailable> =>
  Effect.gen(function*() {
    const { base, dir, ext } = parse(file)
    const target = join(dir, `${ext === "" ? base : base.slice(0, -ext.length)}.schema-${from}.${fileStamp(yield* DateTime.now)}${ext}`)
    const { warnings } = yield* copy({ source: file, target, replace: false, verify: () => Effect.void })
    for (const warning of warnings) yield* Effect.annotateLogs(Effect.logWarning(warning), { service: "database" })
    yield* Effect.logInfo("database backed up before its upgrade").pipe(
      Effect.annotateLogs({ service: "database", file: target, from, to })
    )
  }).pipe(Effect.mapError(({ message }) =>
    new DatabaseUnavailable({ message: `the database is not upgraded, because no backup of it could be made: ${message}` })
  ))

const openServer = (address: PostgresAddress, older: "upgrade" | "refuse", use: Postgres.Use) =>
  Effect.map(Postgres.open(address, older, use), ({ database, sql, writer }) =>
    Context.make(SqlClient.SqlClient, sql).pipe(Context.add(Writer, writer),
      Context.add(Database, { kind: "postgres", file: null, ...database })))

const openUrl = (url: string, older: "upgrade" | "refuse", use: Postgres.Use) =>
  Effect.flatMap(
    Either.mapLeft(DatabaseUrl.parse(url), (message) => new DatabaseUnavailable({ message })),
    DatabaseUrl.DatabaseUrl.$match({
      Sqlite: ({ filename }) => openSqlite(filename, older),
      Postgres: ({ address }) => openServer(address, older, use)
    })
  )

const openSqlite = (filename: string, older: "upgrade" | "refuse") =>
  Effect.gen(function*() {
    const { dataVersion, dataVersionNow, hasChangedSince, ping, sql } = yield* Sqlite.make(filename)
    const file = filename === DatabaseUrl.memory ? null : filename
    const before = older === "refuse" ? refuseOlder : file === null ? () => Effect.void : backUpBefore(file)
    yield* Effect.provideService(migrate(migrations, before), SqlClient.SqlClient, sql)
    const writer = makeWriter(sql)
    return Context.make(SqlClient.SqlClient, sql as SqlClient.SqlClient).pipe(
      Context.add(Writer, writer),
      Context.add(SqliteClient, sql),
      Context.add(Database, {
        kind: "sqlite",
        file,
        dataVersion: Effect.orDie(dataVersion),
        dataVersionNow,
        hasChangedSince,
        ping,
        writes: writer.state,
        clockAhead: 0,
        isCommitWaiting: () => false,
        lost: Effect.never
      })
    )
  })

/** What the service of this machine with this port does on its server. null if it is not connected, and for a file, which has one process. */
export const roleOf = (url: string, port: number): Effect.Effect<"holder" | "standby" | null> =>
  Either.match(DatabaseUrl.parse(url), {
    onLeft: () => Effect.succeed(null),
    onRight: DatabaseUrl.DatabaseUrl.$match({
      Sqlite: () => Effect.succeed(null),
      Postgres: ({ address }) => Postgres.roleOf(address, port)
    })
  })

/**
 * The database of a DATABASE_URL for the one process that may serve it. A file is locked before it is opened. On a server, the
 * connection on which all statements run has the lock, and a process waits for it unless `use` is `take`.
 */
export const servedDatabase = (
  url: string,
  use: ServingProcess | "take"
): Layer.Layer<Database | SqlClient.SqlClient | Writer, DatabaseUnavailable> =>
  Either.match(DatabaseUrl.parse(url), {
    // A fault of the address is reported when the database is opened.
    onLeft: () => Database.layer(url),
    onRight: DatabaseUrl.DatabaseUrl.$match({
      Sqlite: ({ filename }) => Layer.provide(Database.layer(url), InstanceLock.layer(filename)),
      Postgres: () => Database.layer(url, "upgrade", use)
    })
  })
