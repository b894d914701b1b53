import { SqlClient } from "@effect/sql"
import { Clock, Effect, Layer } from "effect"
import { monotonicMillis } from "../../../Concurrency/Monotonic.ts"
import { inWords, isApart, millisAhead } from "../../../Domain/ClockDifference.ts"
import { randomHex } from "../../../RandomHex.ts"
import { type Epoch, Lease } from "../../Lease.ts"
import { newestAppliedText, newestOf } from "../../Migrate.ts"
import { migrations } from "../../Migrations.ts"
import type { PostgresAddress } from "../Address.ts"
import { connect } from "../Client/Connect.ts"
import { defaultLimits, leaseLimits } from "../Client/ConnectionLimits.ts"
import type { Session } from "../Client/Session.ts"
import { replicaName } from "./ReplicaName.ts"
import { aheadOf, serverMillis } from "./ServerClock.ts"

/** The duration of the lease by the server's clock. */
const leaseSeconds = 3
const leaseMillis = leaseSeconds * 1_000
/**
 * How long the holder relies on the lease by its own clocks. It is shorter than the lease, so the holder stops before another
 * process can begin.
 */
const trustedMillis = 2_500
const renewEvery = 1_000
const retryAfter = 250
/** How often a waiting process polls at least: when the lease expires, and before, because the lease may be released earlier. */
const pollEvery = 1_000
/** The clocks of two machines need not agree, because the server returns how much time is left. */
const afterExpiry = 10

/**
 * Takes, renews or reads the lease, in one statement. Another holder's lease is valid until it expires by the server's clock,
 * or as long as it is renewed: `$2` is the end of a lease that was not renewed. The row is never deleted: epochs must not
 * start again. Its name stays 'duty', which all versions share.
 */
const takeOrRead = `WITH taken AS (
    INSERT INTO lease AS held (name, holder, epoch, expires_at)
    VALUES ('duty', $1, 1, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
    ON CONFLICT (name) DO UPDATE SET
      holder = excluded.holder,
      epoch = held.epoch + CASE WHEN held.holder = excluded.holder THEN 0 ELSE 1 END,
      expires_at = excluded.expires_at
    WHERE held.holder = excluded.holder OR held.expires_at <= clock_timestamp() OR held.expires_at::text = $2
    RETURNING epoch
  )
  SELECT epoch, 1 AS held, ${leaseMillis} AS millis_left, NULL::text AS expires, ${serverMillis} AS server FROM taken
  UNION ALL
  SELECT epoch, 0, ceil(extract(epoch FROM expires_at - clock_timestamp()) * 1000)::bigint, expires_at::text, ${serverMillis}
  FROM lease WHERE name = 'duty' AND NOT EXISTS (SELECT 1 FROM taken)`

/** Lets another process take over at its next poll. */
const release = "UPDATE lease SET expires_at = clock_timestamp() WHERE name = 'duty' AND holder = $1"

interface Instant {
  readonly monotonic: number
  readonly wall: number
}

const now: Effect.Effect<Instant> = Effect.zipWith(monotonicMillis, Clock.currentTimeMillis, (monotonic, wall) => ({ monotonic, wall }))

/**
 * The time left by the clock that has advanced further: the wall clock also counts while the machine sleeps. If either clock ran
 * backwards, no time is left.
 */
const millisLeft = (since: Instant, at: Instant): number => {
  const elapsed = [at.monotonic - since.monotonic, at.wall - since.wall]
  return Math.min(...elapsed) < 0 ? 0 : Math.max(0, trustedMillis - Math.max(...elapsed))
}

interface Found {
  readonly epoch: number
  readonly held: 0 | 1
  readonly millis_left: number
  /** When another holder's lease ends, as text from the server. */
  readonly expires: string | null
  /** The server's clock, milliseconds since 1970. */
  readonly server: number
}

/**
 * Takes the lease when it is free, and renews it until the scope closes. It uses a separate connection, because all connections of
 * the pool may be waiting for a lock. A holder that was paused, or has lost the server, stops by its own clocks.
 */
export const layer = (address: PostgresAddress): Layer.Layer<never, never, SqlClient.SqlClient> =>
  Layer.scoped(
    Lease,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const replica = yield* replicaName
      // Two containers may have the same host name and process number.
      const start = yield* randomHex(8)
      const holder = `${replica}:${start}`
      const open = connect(address, replica, leaseLimits(defaultLimits))

      let session: Session | undefined
      let renewed: Instant | undefined
      let epoch: Epoch = null
      let wasHeld = false
      /** Another holder's lease, and since when (monotonic clock) it has not been renewed. */
      let watched: { readonly expires: string | null; readonly since: number } | undefined
      /** When (monotonic clock) the lease was last seen to have a holder. */
      let coveredAt = (yield* now).monotonic
      let isRead = true
      let isOutdated = false
      /** The clock difference at the last poll; null before the first. */
      let ahead: number | null = null

      const remaining = Effect.map(now, (at) => renewed === undefined ? 0 : millisLeft(renewed, at))
      const isHeld = Effect.map(remaining, (millis) => millis > 0)

      const connected = Effect.uninterruptibleMask((restore) =>
        session !== undefined && !session.isLost() ? Effect.succeed(session) : Effect.tap(open(restore), (opened) => {
          session = opened
        })
      )

      const noticeClock = (measured: number) => {
        const isNews = isApart(measured) !== isApart(ahead ?? 0)
        ahead = measured
        if (!isNews) return Effect.void
        return isApart(measured)
          ? Effect.annotateLogs(
            Effect.logWarning(
              `this machine's clock is ${inWords(measured)} the server's: nothing is settled, sent or changed here until they agree`
            ),
            { by_ms: measured }
          )
          : Effect.logInfo("this machine's clock and the server's agree again")
      }

      const giveUp = (session: Session) =>
        Effect.suspend(() => {
          renewed = undefined
          return session.query({ text: release, values: [holder] })
        })

      /** A process must not act on data whose schema it does not know. */
      const noticeSchema = Effect.fnUntraced(function*(session: Session) {
        const { rows } = yield* session.query({ text: newestAppliedText })
        const [found] = rows as ReadonlyArray<{ readonly newest: number }>
        const wasOutdated = isOutdated
        isOutdated = (found?.newest ?? 0) > newestOf(migrations)
        if (isOutdated && !wasOutdated) {
          yield* Effect.logWarning("a newer version has upgraded the database: this process sends nothing any more, stop it")
        }
        return isOutdated
      })

      /** Returns when to poll again. The lease is counted from before the request, because the server counts from a later instant. */
      const poll = Effect.gen(function*() {
        const session = yield* connected
        const begun = yield* now
        // A process with a wrong clock may not send, so it does not take the lease.
        if (ahead === null || isApart(ahead)) yield* noticeClock(yield* aheadOf(session.query))
        if (isApart(ahead ?? 0)) return pollEvery
        if (yield* noticeSchema(session)) {
          yield* giveUp(session)
          return pollEvery
        }
        const asked = yield* now
        // The holder has died, although the lease is valid by the server's clock: that clock was set back.
        const ended = watched !== undefined && asked.monotonic - watched.since >= leaseMillis ? watched.expires : null
        const { rows } = yield* session.query({ text: takeOrRead, values: [holder, ended] })
        const [found] = rows as ReadonlyArray<Found>
        if (found === undefined) return retryAfter
        isRead = true
        const received = yield* now
        yield* noticeClock(millisAhead({ before: asked.wall, other: found.server, after: received.wall }))
        if (isApart(ahead ?? 0)) {
          yield* giveUp(session)
          return pollEvery
        }
        renewed = found.held === 1 ? asked : undefined
        epoch = found.epoch
        if (found.held === 1) {
          watched = undefined
          coveredAt = received.monotonic
          // If the server is far away, the requests themselves take this time.
          return Math.max(0, renewEvery - (received.monotonic - begun.monotonic))
        }
        if (watched?.expires !== found.expires) watched = { expires: found.expires, since: received.monotonic }
        if (found.millis_left > 0 && received.monotonic - watched.since < leaseMillis) coveredAt = received.monotonic
        return Math.min(pollEvery, Math.max(0, found.millis_left) + afterExpiry)
      }).pipe(Effect.catchAll(({ message }) => {
        const report = isRead ? Effect.logWarning("lease not read, will retry") : Effect.logDebug("lease not read again")
        isRead = false
        return Effect.as(Effect.annotateLogs(report, { reason: message }), retryAfter)
      }))

      const logChange = Effect.flatMap(isHeld, (held) => {
        if (held === wasHeld)
          return Effect.void
        wasHeld = held
        return Effect.annotateLogs(
          held
            ? Effect.logInfo("lease taken: this process sends the messages")
            : Effect.logWarning("lease lost: another process may send the messages"),
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
      const keepPolling = (pause: number): Effect.Effect<never> =>
        Effect.sleep(pause).pipe(Effect.zipRight(Effect.zipLeft(poll, logChange)), Effect.flatMap(keepPolling))
      const first = yield* Effect.annotateLogs(Effect.zipLeft(poll, logChange), { service: "database" })
      yield* Effect.forkScoped(Effect.annotateLogs(keepPolling(first), { service: "database" }))

      return {
        remaining,
        isHeld,
        lapsedFor: Effect.map(now, ({ monotonic }) => monotonic - coveredAt),
        epoch: Effect.sync(() => epoch),
        confirm: (epoch) =>
          Effect.map(
            sql`SELECT 1 FROM lease WHERE name = 'duty' AND holder = ${holder} AND epoch = ${epoch} FOR SHARE`,
            (rows) => rows.length > 0
          )
      }
    })
  )
