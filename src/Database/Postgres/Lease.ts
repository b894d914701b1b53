import { SqlClient } from "@effect/sql"
import { Clock, Effect, Layer, Random } from "effect"
import { DutyLease } from "../DutyLease.ts"
import type { PostgresAddress } from "./Address.ts"
import { connect } from "./Connect.ts"
import { defaultLimits, leaseLimits } from "./Limits.ts"
import { replicaName } from "./Replica.ts"
import type { Session } from "./Session.ts"

/** By the server's clock. */
const leaseSeconds = 3
/** By the holder's own clocks, and shorter: the holder stops before another process can begin. */
const trustedMillis = 2_500
const renewEvery = 1_000
const retryAfter = 250
/** A process that waits looks again as the lease expires, and not later than this, because it may be released. */
const lookEvery = 1_000
/** The clocks of two machines do not have to agree: the server's answer says how long is left. */
const afterExpiry = 10

/**
 * Takes, renews or reads the lease, in one statement. Another holder's lease counts until it has expired by the server's
 * clock. A row is never deleted: epochs must not begin again.
 */
const takeOrRead = `WITH taken AS (
    INSERT INTO lease AS held (name, holder, epoch, expires_at)
    VALUES ('duty', $1, 1, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
    ON CONFLICT (name) DO UPDATE SET
      holder = excluded.holder,
      epoch = held.epoch + CASE WHEN held.holder = excluded.holder THEN 0 ELSE 1 END,
      expires_at = excluded.expires_at
    WHERE held.holder = excluded.holder OR held.expires_at <= clock_timestamp()
    RETURNING epoch
  )
  SELECT epoch, 1 AS held, ${leaseSeconds * 1_000} AS millis_left FROM taken
  UNION ALL
  SELECT epoch, 0, ceil(extract(epoch FROM expires_at - clock_timestamp()) * 1000)::int FROM lease
  WHERE name = 'duty' AND NOT EXISTS (SELECT 1 FROM taken)`

/** Lets another process take over at its next look. */
const release = "UPDATE lease SET expires_at = clock_timestamp() WHERE name = 'duty' AND holder = $1"

interface Instant {
  readonly monotonic: number
  readonly wall: number
}

const now: Effect.Effect<Instant> = Effect.zipWith(Clock.currentTimeNanos, Clock.currentTimeMillis,
  (nanos, wall) => ({ monotonic: Number(nanos / 1_000_000n), wall }))

/** By the monotonic clock, and by the wall clock, which also counts while the machine sleeps. Neither runs backwards. */
const millisLeft = (since: Instant, at: Instant): number => {
  const elapsed = [at.monotonic - since.monotonic, at.wall - since.wall]
  return Math.min(...elapsed) < 0 ? 0 : Math.max(0, trustedMillis - Math.max(...elapsed))
}

interface Found {
  readonly epoch: number
  readonly held: 0 | 1
  readonly millis_left: number
}

/**
 * Takes the lease of the duties when it is free, and renews it until the scope closes. It has a connection of its own,
 * because the pool's may all wait for a lock. A holder that was paused, or has lost the server, stops by its own clocks.
 */
export const layer = (address: PostgresAddress): Layer.Layer<never, never, SqlClient.SqlClient> =>
  Layer.scoped(
    DutyLease,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const replica = yield* replicaName
      // Two containers may have the same host name and process number.
      const start = Buffer.from(yield* Effect.replicateEffect(Random.nextIntBetween(0, 256), 8)).toString("hex")
      const holder = `${replica}:${start}`
      const open = connect(address, replica, leaseLimits(defaultLimits))

      let session: Session | undefined
      let renewed: Instant | undefined
      let epoch: number | null = null
      let wasHeld = false

      const remaining = Effect.map(now, (at) => renewed === undefined ? 0 : millisLeft(renewed, at))
      const isHeld = Effect.map(remaining, (millis) => millis > 0)

      const connected = Effect.uninterruptibleMask((restore) =>
        session !== undefined && !session.isLost() ? Effect.succeed(session) : Effect.tap(open(restore), (opened) => {
          session = opened
        })
      )

      /** Returns when to look again. The time before the request counts: the server's seconds begin later. */
      const look = Effect.gen(function*() {
        const asked = yield* now
        const { rows } = yield* Effect.flatMap(connected, (session) => session.query({ text: takeOrRead, values: [holder] }))
        const [found] = rows as ReadonlyArray<Found>
        if (found === undefined) return retryAfter
        renewed = found.held === 1 ? asked : undefined
        epoch = found.epoch
        return found.held === 1 ? renewEvery : Math.min(lookEvery, Math.max(0, found.millis_left) + afterExpiry)
      }).pipe(Effect.catchAll(({ message }) =>
        Effect.as(Effect.annotateLogs(Effect.logDebug("lease of the duties not read, will retry"), { reason: message }), retryAfter)
      ))

      const logChange = Effect.flatMap(isHeld, (held) => {
        if (held === wasHeld)
          return Effect.void
        wasHeld = held
        return Effect.annotateLogs(
          held
            ? Effect.logInfo("duties taken: this process sends the messages")
            : Effect.logWarning("duties lost: another process may send the messages"),
          { epoch }
        )
      })

      yield* Effect.addFinalizer(() =>
        Effect.suspend(() =>
          session === undefined
            ? Effect.void
            : Effect.zipRight(Effect.ignore(session.query({ text: release, values: [holder] })), session.close)
        )
      )
      const keepLooking = (pause: number): Effect.Effect<never> =>
        Effect.sleep(pause).pipe(Effect.zipRight(Effect.zipLeft(look, logChange)), Effect.flatMap(keepLooking))
      const first = yield* Effect.annotateLogs(Effect.zipLeft(look, logChange), { service: "database" })
      yield* Effect.forkScoped(Effect.annotateLogs(keepLooking(first), { service: "database" }))

      return {
        remaining,
        isHeld,
        epoch: Effect.sync(() =>
          epoch
        ),
        confirm: (term) =>
          Effect.map(
            sql`SELECT 1 FROM lease WHERE name = 'duty' AND holder = ${holder} AND epoch = ${term} FOR SHARE`,
            (rows) => rows.length > 0
          )
      }
    })
  )
