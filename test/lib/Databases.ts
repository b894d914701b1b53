import type { SqlClient } from "@effect/sql"
import { describe } from "@effect/vitest"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { Database } from "../../src/Database.ts"
import type { PostgresAddress } from "../../src/Database/Postgres/Address.ts"
import { describePostgres, temporaryDatabase } from "./PostgresServer.ts"

/** DATABASE_URL of an address. */
export const urlOf = ({ database, host, password, port, sslMode, user }: PostgresAddress): string => {
  const secret = password === null ? "" : `:${encodeURIComponent(Redacted.value(password))}`
  const who = user === null ? "" : `${encodeURIComponent(user)}${secret}@`
  const [authority, folder] = host.startsWith("/") ? ["", `&host=${encodeURIComponent(host)}`] : [host, ""]
  return `postgres://${who}${authority}:${port}/${database}?sslmode=${sslMode}${folder}`
}

export interface EachDatabase {
  readonly kind: "sqlite" | "postgres"
  /** DATABASE_URL of an empty database, which is removed with the scope. */
  readonly url: Effect.Effect<string, never, Scope.Scope>
  /** An empty, migrated database; a new one each time the layer is built. */
  readonly layer: Layer.Layer<Database | SqlClient.SqlClient>
}

const of = (kind: EachDatabase["kind"], url: EachDatabase["url"]): EachDatabase => ({
  kind,
  url,
  layer: Layer.orDie(Layer.fresh(Layer.unwrapScoped(Effect.map(url, (found) => Database.layer(found)))))
})

/** Runs the same suite on SQLite and, if there is a server, on PostgreSQL: a store keeps its promises on both. */
export const describeDatabases = (name: string, suite: (database: EachDatabase) => void): void => {
  describe(`${name} on SQLite`, () => suite(of("sqlite", Effect.succeed("sqlite::memory:"))))
  describePostgres(`${name} on PostgreSQL`, "a server", () => suite(of("postgres", Effect.map(temporaryDatabase, urlOf))))
}
