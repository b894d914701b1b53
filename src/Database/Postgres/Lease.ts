import { SqlClient } from "@effect/sql"
import { Clock, Effect, Layer, Random, Schedule } from "effect"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { OnlyService } from "../OnlyService.ts"

/** By the server's clock. */
const leaseSeconds = 3
/** By the holder's own clocks, and shorter: the holder stops before another can begin. */
const trustedMillis = 2_000
const renewEvery = "500 millis"
/** How long a start waits for the lease of a process that has gone. */
const patience = Schedule.intersect(Schedule.spaced("250 millis"), Schedule.recurs(20))

/** Takes or renews the lease. The server's clock decides; another holder's counts until it has expired. */
const take = (sql: SqlClient.SqlClient, holder: string) =>
  sql`INSERT INTO lease AS held (name, holder, epoch, expires_at)
    VALUES ('service', ${holder}, 1, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
    ON CONFLICT (name) DO UPDATE SET
      holder = excluded.holder,
      epoch = held.epoch + CASE WHEN held.holder = excluded.holder THEN 0 ELSE 1 END,
      expires_at = excluded.expires_at
    WHERE held.holder = excluded.holder OR held.expires_at < clock_timestamp()
    RETURNING epoch`

const now = Effect.zipWith(Clock.currentTimeNanos, Clock.currentTimeMillis,
  (nanos, wall) => ({ monotonic: Number(nanos / 1_000_000n), wall }))

const isWithin = (since: number, at: number) => at >= since && at - since < trustedMillis

/**
 * Makes this process the one that serves the database, until the scope closes. A holder that was paused, or has lost the
 * server, stops by its own clocks: the monotonic one, and the wall clock, which also counts while the machine sleeps.
 */
export const layer: Layer.Layer<never, DatabaseUnavailable, SqlClient.SqlClient> = Layer.scoped(
  OnlyService,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const holder = Buffer.from(yield* Effect.replicateEffect(Random.nextIntBetween(0, 256), 8)).toString("hex")
    let renewed: { readonly monotonic: number; readonly wall: number } | undefined
    let wasHeld = true

    const isHeld = Effect.map(now,
      ({ monotonic, wall }) => renewed !== undefined && isWithin(renewed.monotonic, monotonic) && isWithin(renewed.wall, wall))

    // The time before the request counts: the server's three seconds begin later.
    const renew = Effect.flatMap(now, (asked) =>
      Effect.map(take(sql, holder), (rows) => {
        if (rows.length > 0) renewed = asked
        return rows.length > 0
      }))

    const first = yield* Effect.repeat(renew, { schedule: patience, until: (held) => held }).pipe(
      Effect.mapError(({ message }) => new DatabaseUnavailable({ message: `the database cannot be leased: ${message}` })),
      Effect.zipRight(isHeld)
    )
    if (!first) {
      return yield* new DatabaseUnavailable({
        message: "the database is served by another process: expected to be its only service, stop the other one first"
      })
    }

    const tell = Effect.flatMap(isHeld, (held) => {
      if (held === wasHeld) return Effect.void
      wasHeld = held
      return held
        ? Effect.logInfo("lease of the database held again")
        : Effect.logWarning("lease of the database not held: messages wait until it is")
    })

    yield* renew.pipe(
      Effect.ignore,
      Effect.zipRight(tell),
      Effect.annotateLogs({ service: "database" }),
      Effect.schedule(Schedule.spaced(renewEvery)),
      Effect.forkScoped
    )
    // Another process need not wait for it to expire.
    yield* Effect.addFinalizer(() => Effect.ignore(sql`DELETE FROM lease WHERE name = 'service' AND holder = ${holder}`))
    return { isHeld }
  })
)
