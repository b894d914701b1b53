import { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlError } from "@effect/sql"
import { SqliteClient } from "@effect/sql-sqlite-node/SqliteClient"
import { Context, DateTime, Effect, Either, Layer, Queue, type Scope } from "effect"
import { join, parse } from "node:path"
import { DatabaseUnavailable } from "./Database/DatabaseUnavailable.ts"
import * as DatabaseUrl from "./Database/DatabaseUrl.ts"
import type { DataVersion } from "./Database/DataVersion.ts"
import { migrate, refuseOlder, type Upgrade } from "./Database/Migrate.ts"
import { migrations } from "./Database/Migrations.ts"
import * as Postgres from "./Database/Postgres.ts"
import type { PostgresAddress } from "./Database/Postgres/Address.ts"
import type { ReplicaRegistry } from "./Database/ReplicaRegistry.ts"
import * as Sqlite from "./Database/Sqlite/Client.ts"
import { copy } from "./Database/Sqlite/Copy.ts"
import type { Unfit } from "./Database/Unfit.ts"
import { type WriteState, writeStateOf } from "./Database/WriteState.ts"
import { fileStamp } from "./Domain/Calendar.ts"

/** The part of a database that a `SqlClient` does not have. Every difference between SQLite and PostgreSQL is here. */
export class Database extends Context.Tag("Database")<Database, {
  readonly kind: "sqlite" | "postgres"
  /** Path of the file; null for a database in memory or on a server. */
  readonly file: string | null
  /** What other processes have committed. It includes at least every commit before the call. */
  readonly dataVersion: Effect.Effect<DataVersion>
  /** `others` of `dataVersion` for code outside of effects; on a server, its last known value. Throws if a file cannot be read. */
  readonly dataVersionNow: () => number
  /** Whether others may have committed since that version, for code outside of effects. On a server always true: only a statement shows it. */
  readonly hasChangedSince: (version: DataVersion) => boolean
  /**
   * Hash of the newest audit record when `dataVersion` last ran; empty without a record. null before the first run, and if only
   * this process can write. After a failover that lost commits, versions may be equal while the audits differ.
   */
  readonly auditHead: () => string | null
  /** Whether `dataVersionNow` reads the current version at each call. */
  readonly isVersionAtHand: boolean
  /** Hints that other processes may have committed. They carry no data, and some are lost. SQLite has none. */
  readonly signals: Effect.Effect<Queue.Dequeue<unknown>, never, Scope.Scope>
  /**
   * Runs reads on a connection that no other work keeps busy; all connections of the pool may be waiting for a lock. Writes are not
   * allowed here. A file has no other connection.
   */
  readonly aside: <A, E, R>(reads: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Fails when the file was removed or replaced, cannot be read, or commits are no longer durable. */
  readonly ping: Effect.Effect<void, SqlError.SqlError | Unfit>
  readonly writes: WriteState
  /**
   * By how many milliseconds, at least, this machine's clock is ahead of the database's; negative if it is behind. A file
   * has no clock of its own.
   */
  readonly clockAhead: Effect.Effect<number, SqlError.SqlError>
  /** The processes that serve a server's database; null for a file, which its only service locks. */
  readonly replicas: ReplicaRegistry | null
}>() {
  /**
   * Opens, checks and migrates the database of a DATABASE_URL, and closes it with the layer's scope. If the schema is older, the
   * file is copied within its folder and upgraded, or it is refused. SQLite's client is also provided under the tag `SqliteClient`.
   */
  static layer(
    url: string,
    older: "upgrade" | "refuse" = "upgrade"
  ): Layer.Layer<Database | SqlClient.SqlClient, DatabaseUnavailable> {
    return Layer.scopedContext(open(url, older)).pipe(Layer.provide(Reactivity.layer))
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

const openServer = (address: PostgresAddress, older: "upgrade" | "refuse") =>
  Effect.map(Postgres.open(address, older), ({ database, sql }) =>
    Context.make(SqlClient.SqlClient, sql).pipe(
      Context.add(Database, { kind: "postgres", file: null, isVersionAtHand: false, ...database })
    ))

const open = (url: string, older: "upgrade" | "refuse") =>
  Effect.flatMap(
    Either.mapLeft(DatabaseUrl.parse(url), (message) => new DatabaseUnavailable({ message })),
    DatabaseUrl.DatabaseUrl.$match({
      Sqlite: ({ filename }) => openSqlite(filename, older),
      Postgres: ({ address }) => openServer(address, older)
    })
  )

const openSqlite = (filename: string, older: "upgrade" | "refuse") =>
  Effect.gen(function*() {
    const { dataVersion, dataVersionNow, hasChangedSince, ping, sql } = yield* Sqlite.make(filename)
    const file = filename === DatabaseUrl.memory ? null : filename
    const before = older === "refuse" ? refuseOlder : file === null ? () => Effect.void : backUpBefore(file)
    yield* Effect.provideService(migrate(migrations, before), SqlClient.SqlClient, sql)
    return Context.make(SqlClient.SqlClient, sql as SqlClient.SqlClient).pipe(
      Context.add(SqliteClient, sql),
      Context.add(Database, {
        kind: "sqlite",
        file,
        // SQLite reports that something was committed, but not what.
        dataVersion: Effect.orDie(Effect.map(dataVersion, (version) => ({ others: version, edits: version, losses: 0 }))),
        dataVersionNow,
        hasChangedSince: ({ others }) => hasChangedSince(others),
        auditHead: () => null,
        isVersionAtHand: true,
        signals: Effect.acquireRelease(Queue.sliding<unknown>(1), Queue.shutdown),
        aside: (reads) => reads,
        ping,
        writes: writeStateOf(sql),
        clockAhead: Effect.succeed(0),
        replicas: null
      })
    )
  })
