import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { type Check, passed, warning } from "../Check.ts"

/** More than a connection's round trip; the settlement follows the service's clock, the lease the server's. */
const mayDiffer = 2_000

/** The server's clock as read between `before` and `after` of this machine's. All are milliseconds since 1970. */
export const clocksAt = (before: number, server: number, after: number): Check => {
  const difference = server < before ? before - server : Math.max(0, server - after)
  return difference < mayDiffer
    ? passed("clocks", "this machine's and the server's agree")
    : warning("clocks", `the server's differs by ${Math.round(difference / 1000)} s from this machine's`, "set both by NTP")
}

export const checkClocks = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const before = yield* Clock.currentTimeMillis
  const [row] = yield* sql<{ readonly millis: number }>`
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS millis`
  return clocksAt(before, row?.millis ?? 0, yield* Clock.currentTimeMillis)
})
