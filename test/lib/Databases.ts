import type { SqlClient } from "@effect/sql"
import { describe } from "@effect/vitest"
import { Effect, Layer, type Scope } from "effect"
import { inject } from "vitest"
import { Database } from "../../src/Database.ts"
import type { Writer } from "../../src/Database/Write.ts"

export interface EachDatabase {
  readonly kind: "sqlite" | "postgres"
  /** DATABASE_URL of an empty database, which is removed with the scope. */
  readonly url: Effect.Effect<string, never, Scope.Scope>
  /** An empty, migrated database; a new one each time the layer is built. */
  readonly layer: Layer.Layer<Database | SqlClient.SqlClient | Writer>
}

const of = (kind: EachDatabase["kind"], url: EachDatabase["url"]): EachDatabase => ({
  kind,
  url,
  layer: Layer.orDie(Layer.fresh(Layer.unwrapScoped(Effect.map(url, (found) => Database.layer(found)))))
})

/** Only the system tests have a server. */
const server = inject("postgresFolder") === undefined ? undefined : await import("../system/lib/PostgresServer.ts")

/**
 * A suite that holds on both databases. It runs on SQLite among the tests, and on a PostgreSQL server among the system tests
 * (`test/system/postgres/Suites.test.ts`).
 */
export const describeDatabases = (name: string, suite: (database: EachDatabase) => void): void => {
  if (server === undefined) describe(`${name} on SQLite`, () => suite(of("sqlite", Effect.succeed("sqlite::memory:"))))
  else describe(`${name} on PostgreSQL`, () => suite(of("postgres", Effect.map(server.temporaryDatabase, server.urlOf))))
}
