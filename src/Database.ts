import { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlError } from "@effect/sql"
import { SqliteClient } from "@effect/sql-sqlite-node/SqliteClient"
import { Context, DateTime, Effect, Either, Layer } from "effect"
import { join, parse } from "node:path"
import { DatabaseUnavailable } from "./Database/DatabaseUnavailable.ts"
import * as DatabaseUrl from "./Database/DatabaseUrl.ts"
import { migrate, type Upgrade } from "./Database/Migrate.ts"
import { sqliteMigrations } from "./Database/Migrations.ts"
import * as Sqlite from "./Database/Sqlite/Client.ts"
import { copy } from "./Database/Sqlite/Copy.ts"

/** What a `SqlClient` does not offer. Everything that differs between kinds of database is here. */
export class Database extends Context.Tag("Database")<Database, {
  readonly kind: "sqlite"
  /** Path of the file; null for a database in memory. */
  readonly file: string | null
  /** Changes when another program commits. Own commits do not change it. */
  readonly dataVersion: Effect.Effect<number>
  /** The same for code that is not an effect; throws while the database cannot be read. */
  readonly dataVersionNow: () => number
  /** Fails when the file was removed or replaced, cannot be read, or commits are no longer durable. */
  readonly ping: Effect.Effect<void, SqlError.SqlError>
}>() {
  /**
   * Opens, checks and migrates the database of a DATABASE_URL, and closes it with the layer's scope. An older schema is
   * upgraded after a copy to a file beside it, or refused.
   */
  static layer(
    url: string,
    older: "upgrade" | "refuse" = "upgrade"
  ): Layer.Layer<Database | SqlClient.SqlClient | SqliteClient, DatabaseUnavailable> {
    return Layer.scopedContext(open(url, older)).pipe(Layer.provide(Reactivity.layer))
  }
}

const stamp = Effect.map(DateTime.now, (now) => `${DateTime.formatIso(now).slice(0, 19).replaceAll(/[-:]/g, "")}Z`)

/** Copies the file to one beside it, such as `turnover.schema-1.20261120T102900Z.db`, which the service never removes. */
export const backUpBefore = (file: string) => ({ from, to }: Upgrade): Effect.Effect<void, DatabaseUnavailable> =>
  Effect.gen(function*() {
    const { base, dir, ext } = parse(file)
    const target = join(dir, `${ext === "" ? base : base.slice(0, -ext.length)}.schema-${from}.${yield* stamp}${ext}`)
    yield* copy({ source: file, target, replace: false, verify: () => Effect.void })
    yield* Effect.logInfo("database backed up before its upgrade").pipe(
      Effect.annotateLogs({ service: "database", file: target, from, to })
    )
  }).pipe(Effect.mapError(({ message }) =>
    new DatabaseUnavailable({ message: `the database is not upgraded, because no backup of it could be made: ${message}` })
  ))

const refuseOlder = ({ from, to }: Upgrade) =>
  new DatabaseUnavailable({
    message: `the database has schema ${from} and this version needs ${to}: start the service, which upgrades it after a backup`
  })

const open = (url: string, older: "upgrade" | "refuse") =>
  Effect.gen(function*() {
    const { filename } = yield* Either.mapLeft(DatabaseUrl.parse(url), (message) => new DatabaseUnavailable({ message }))
    const { sql, dataVersion, dataVersionNow, ping } = yield* Sqlite.make(filename)
    const file = filename === DatabaseUrl.memory ? null : filename
    const before = older === "refuse" ? refuseOlder : file === null ? () => Effect.void : backUpBefore(file)
    yield* Effect.provideService(migrate(sqliteMigrations, before), SqlClient.SqlClient, sql)
    return Context.make(SqlClient.SqlClient, sql as SqlClient.SqlClient).pipe(
      Context.add(SqliteClient, sql),
      Context.add(Database, { kind: "sqlite", file, dataVersion: Effect.orDie(dataVersion), dataVersionNow, ping })
    )
  })
