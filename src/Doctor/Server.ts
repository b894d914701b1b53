import { Reactivity } from "@effect/experimental"
import { SqlClient } from "@effect/sql"
import { Cause, Effect, Layer } from "effect"
import { newestOf, schemaOf } from "../Database/Migrate.ts"
import { migrations } from "../Database/Migrations.ts"
import { describe, type PostgresAddress } from "../Database/Postgres/Address.ts"
import * as Postgres from "../Database/Postgres/Client.ts"
import * as SteadyClock from "../Database/SteadyClock.ts"
import type { Moment } from "../Domain/Calendar.ts"
import { messageOf } from "../Domain/ErrorText.ts"
import { type Check, failed, passed, warning } from "./Check.ts"
import { checkContents } from "./Database.ts"
import { checkClocks } from "./Server/Clocks.ts"
import { checkFacts } from "./Server/Facts.ts"
import { checkReplicas } from "./Server/Replicas.ts"
import { checkStandbys } from "./Server/Standbys.ts"
import { checkWrites } from "./Server/Writes.ts"

/** A PostgreSQL server and the content of the service's database on it, which is neither created nor upgraded. */
export const checkServer = (address: PostgresAddress, moment: Moment): Effect.Effect<ReadonlyArray<Check>> =>
  Effect.gen(function*() {
    const database = yield* Postgres.make(address, "turnover doctor")
    const { server: facts, sql } = database
    const name = describe(address)
    const server = [...checkFacts(name, facts)]
    return yield* Effect.gen(function*() {
      server.push(yield* checkClocks(database), yield* checkStandbys)
      const schema = yield* schemaOf
      const known = newestOf(migrations)
      if (schema === null)
        return [
          ...server,
          warning("database", `${name} is empty`, "the first start fills it; otherwise check DATABASE_URL")
        ]
      if (schema === 0) return [...server, failed("database", `${name} is not a database of this service`, "check DATABASE_URL")]
      if (schema > known) {
        return [
          ...server,
          failed("database", `was written by a newer version (schema ${schema}, this version knows ${known})`, "install that version again")
        ]
      }
      const upToDate = schema === known
        ? passed("database", `${name} has schema ${schema}`)
        : warning("database", `${name} has schema ${schema}, older than ${known}`,
          "back it up with pg_dump, then start the service, which upgrades it")
      return [
        ...server,
        upToDate,
        ...schema === known ? [...yield* checkWrites, yield* checkReplicas] : [],
        ...yield* checkContents(schema === known, moment, SteadyClock.comparedBy({ kind: "postgres", clockAhead: database.clockAhead }))
      ]
    }).pipe(Effect.provide(Layer.succeed(SqlClient.SqlClient, sql)))
  }).pipe(
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.catchTag("DatabaseUnavailable",
      ({ message }) => Effect.succeed([failed("database", message, "the service does not start without it")])),
    Effect.catchAllCause((cause) => {
      const error = Cause.squash(cause)
      return Effect.succeed([
        failed("database", `cannot be read to its end: ${messageOf(error)}`, "run doctor again once the server answers")
      ])
    })
  )
