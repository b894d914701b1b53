import { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlError } from "@effect/sql"
import { Context, Effect, Either, Layer } from "effect"
import { DatabaseUnavailable } from "./Database/DatabaseUnavailable.ts"
import * as DatabaseUrl from "./Database/DatabaseUrl.ts"
import { migrate } from "./Database/Migrate.ts"
import { sqliteMigrations } from "./Database/Migrations.ts"
import * as Sqlite from "./Database/Sqlite.ts"

/** What a `SqlClient` does not say of its database. Whatever differs from one kind to another stands here. */
export class Database extends Context.Tag("Database")<Database, {
  readonly kind: "sqlite"
  /** Another value than before means that another program has committed; own commits do not change it. */
  readonly dataVersion: Effect.Effect<number>
  /** Fails when the database cannot be read, or no longer promises durable commits. */
  readonly ping: Effect.Effect<void, SqlError.SqlError>
}>() {
  /** The database of a DATABASE_URL, open, whole and migrated; it is closed with the layer's scope. */
  static layer(url: string): Layer.Layer<Database | SqlClient.SqlClient, DatabaseUnavailable> {
    return Layer.scopedContext(open(url)).pipe(Layer.provide(Reactivity.layer))
  }
}

const open = (url: string) =>
  Effect.gen(function*() {
    const { filename } = yield* Either.mapLeft(DatabaseUrl.parse(url), (message) => new DatabaseUnavailable({ message }))
    const { sql, dataVersion, ping } = yield* Sqlite.make(filename)
    yield* Effect.provideService(migrate(sqliteMigrations), SqlClient.SqlClient, sql)
    return Context.make(SqlClient.SqlClient, sql).pipe(
      Context.add(Database, { kind: "sqlite", dataVersion: Effect.orDie(dataVersion), ping })
    )
  })
