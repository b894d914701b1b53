import { Reactivity } from "@effect/experimental"
import { SqlClient } from "@effect/sql"
import { Cause, Clock, Effect, Layer } from "effect"
import { newestOf, schemaOf } from "../Database/Migrate.ts"
import { migrations } from "../Database/Migrations.ts"
import { describe, type PostgresAddress } from "../Database/Postgres/Address.ts"
import * as Postgres from "../Database/Postgres/Client.ts"
import type { Moment } from "../Domain/Calendar.ts"
import { type Check, failed, passed, warning } from "./Check.ts"
import { checkContents } from "./Database.ts"

/** More than a connection's round trip; the settlement follows the service's clock, the lease the server's. */
const clocksMayDiffer = 2_000

const checkClocks = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const before = yield* Clock.currentTimeMillis
  const [row] = yield* sql<{ readonly millis: number }>`
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS millis`
  const after = yield* Clock.currentTimeMillis
  const millis = row?.millis ?? 0
  const difference = millis < before ? before - millis : Math.max(0, millis - after)
  return difference < clocksMayDiffer
    ? passed("clocks", "this machine's and the server's agree")
    : warning("clocks", `the server's differs by ${Math.round(difference / 1000)} s from this machine's`, "set both by NTP")
})

const checkStandbys = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const states = yield* sql<{ readonly sync_state: string | null }>`SELECT sync_state FROM pg_stat_replication`
  if (states.length === 0) return passed("standbys", "the server has none: it is the only copy beside its backups")
  return states.some(({ sync_state }) => sync_state === "sync" || sync_state === "quorum")
    ? passed("standbys", `${states.length}, at least one synchronous`)
    : warning("standbys", `${states.length}, none known to be synchronous: a failover can lose acknowledged changes`,
      "set synchronous_standby_names on the server")
})

/** A PostgreSQL server and what the service's database on it holds; it is neither made nor upgraded. */
export const checkServer = (address: PostgresAddress, moment: Moment): Effect.Effect<ReadonlyArray<Check>> =>
  Effect.gen(function*() {
    const { sql } = yield* Postgres.make(address, "turnover doctor")
    const name = describe(address)
    const server = [passed("server", `${name} can be used: its version, rights and durability are as expected`)]
    return yield* Effect.gen(function*() {
      server.push(yield* checkClocks, yield* checkStandbys)
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
      return [...server, upToDate, ...yield* checkContents(schema === known, moment)]
    }).pipe(Effect.provide(Layer.succeed(SqlClient.SqlClient, sql)))
  }).pipe(
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.catchTag("DatabaseUnavailable",
      ({ message }) => Effect.succeed([failed("database", message, "the service does not start without it")])),
    Effect.catchAllCause((cause) => {
      const error = Cause.squash(cause)
      return Effect.succeed([
        failed("database", `cannot be read to its end: ${error instanceof Error ? error.message : String(error)}`,
          "run doctor again once the server answers")
      ])
    })
  )
