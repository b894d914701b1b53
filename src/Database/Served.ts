import type { SqlClient } from "@effect/sql"
import { Either, Layer } from "effect"
import { Database } from "../Database.ts"
import type { DatabaseUnavailable } from "./DatabaseUnavailable.ts"
import * as DatabaseUrl from "./DatabaseUrl.ts"
import * as Lease from "./Postgres/Lease.ts"
import * as InstanceLock from "./Sqlite/InstanceLock.ts"

/**
 * The database of a DATABASE_URL for a service. A file is locked before it is opened, because its service is the only one.
 * A server's database is shared by any number of processes, of which one at a time has the duties.
 */
export const layer = (url: string): Layer.Layer<Database | SqlClient.SqlClient, DatabaseUnavailable> =>
  Either.match(DatabaseUrl.parse(url), {
    // Opening the database reports what is wrong with its address.
    onLeft: () => Database.layer(url),
    onRight: DatabaseUrl.DatabaseUrl.$match({
      Sqlite: ({ filename }) => Layer.provide(Database.layer(url), InstanceLock.layer(filename)),
      Postgres: ({ address }) => Layer.provideMerge(Lease.layer(address), Database.layer(url))
    })
  })
