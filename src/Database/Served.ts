import type { SqlClient } from "@effect/sql"
import { Effect, Either, Layer } from "effect"
import { Database } from "../Database.ts"
import type { DatabaseUnavailable } from "./DatabaseUnavailable.ts"
import * as DatabaseUrl from "./DatabaseUrl.ts"
import * as Postgres from "./Postgres.ts"
import * as InstanceLock from "./Sqlite/InstanceLock.ts"

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
export const layer = (url: string, use: "serve" | "take" = "serve"): Layer.Layer<Database | SqlClient.SqlClient, DatabaseUnavailable> =>
  Either.match(DatabaseUrl.parse(url), {
    // A fault of the address is reported when the database is opened.
    onLeft: () => Database.layer(url),
    onRight: DatabaseUrl.DatabaseUrl.$match({
      Sqlite: ({ filename }) => Layer.provide(Database.layer(url), InstanceLock.layer(filename)),
      Postgres: () => Database.layer(url, "upgrade", use)
    })
  })
