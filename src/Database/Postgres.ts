import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { DatabaseUnavailable, unusable } from "./DatabaseUnavailable.ts"
import { migrate, refuseOlder, schemaOf } from "./Migrate.ts"
import { migrations } from "./Migrations.ts"
import { describe, type PostgresAddress } from "./Postgres/Address.ts"
import * as Client from "./Postgres/Client.ts"
import * as LeaseKeeper from "./Postgres/Replicas/LeaseKeeper.ts"
import { idOf, replicaName } from "./Postgres/Replicas/ReplicaName.ts"
import * as ReplicaRows from "./Postgres/Replicas/ReplicaRows.ts"
import * as Reports from "./Postgres/Replicas/Reports.ts"
import * as ShopVersion from "./Postgres/Replicas/ShopVersion.ts"
import { channel } from "./Write.ts"
import { writeStateOf } from "./WriteState.ts"

const noTables = (address: PostgresAddress) =>
  new DatabaseUnavailable({
    message: `the database ${describe(address)} has no tables of the service: start the service first, which creates them`
  })

/** Opens and migrates the service's database on a server. An older schema is upgraded, or refused. */
export const open = (address: PostgresAddress, older: "upgrade" | "refuse") =>
  Effect.gen(function*() {
    const replica = yield* replicaName
    const { clockAhead, listen, ping, sql } = yield* Client.make(address, replica)
    const isEmpty = Effect.map(Effect.orDie(schemaOf), (schema) => schema === null)
    const prepared = Effect.zipRight(
      older === "refuse" ? Effect.whenEffect(noTables(address), isEmpty) : Effect.void,
      migrate(migrations, older === "refuse" ? refuseOlder : () => Effect.void)
    )
    yield* Effect.provideService(prepared, SqlClient.SqlClient, sql)
    const { aside, auditHead, dataVersion, seen, signals } = yield* Effect.mapError(
      ShopVersion.make(sql, replica, listen(channel)),
      ({ message }) => unusable(message)
    )
    return {
      sql,
      database: {
        dataVersion: Effect.orDie(dataVersion),
        dataVersionNow: () => seen().others,
        hasChangedSince: () => true,
        auditHead,
        signals,
        aside,
        ping,
        writes: writeStateOf(sql),
        clockAhead,
        replicas: ReplicaRows.make(sql, idOf(replica))
      }
    }
  })

/** The lease of the processes that serve one database. */
export const lease = LeaseKeeper.layer

/** The reports of these processes: each writes its own and reads the others'. */
export const reporting = Reports.reporting
