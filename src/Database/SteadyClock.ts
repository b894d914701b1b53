import { SqlClient } from "@effect/sql"
import { Context, type Duration, Effect, Layer, Option } from "effect"
import { clockWatch } from "../Clock/ClockWatch.ts"
import { monotonicOf } from "../Concurrency/Monotonic.ts"
import { Database } from "../Database.ts"
import { isApart } from "../Domain/ClockDifference.ts"
import { advanced, type Instants, type SteadyTime } from "../Domain/SteadyTime.ts"
import { ClockApart } from "./ClockApart.ts"
import { installation } from "./Installation.ts"

/** The key in the table `installation`. */
export const steadyKey = "steady_time"

/** How often the time is stored while no changes are. */
export class SteadyInterval extends Context.Reference<SteadyInterval>()("SteadyInterval", {
  defaultValue: (): Duration.DurationInput => "1 minute"
}) {}

/**
 * The clock of the installation. It never goes back, even if a machine's wall clock is set back, because the database keeps the
 * newest time. Tokens, sessions and invitations expire by this clock. On a server, the wall clock is used only right after a
 * comparison with the server's clock shows that both agree; between comparisons, the monotonic clock measures the time.
 */
export class SteadyClock extends Context.Tag("SteadyClock")<SteadyClock, {
  /** The time now: never before the newest time that any process has stored. */
  readonly now: Effect.Effect<Instants>
  /** The time now, without reading the database, for code outside of effects. */
  readonly atHand: () => Instants
  /** Stores the time, within the transaction of a change. Dies of a `ClockApart` if this machine's clock is wrong. */
  readonly advance: Effect.Effect<Instants>
  /** The newest time that is stored, as far as this process knows. */
  readonly stored: () => number
}>() {}

/** How the wall clock is compared with the database's. */
type Comparison = Pick<typeof Database.Service, "clockAhead" | "kind">

const make = ({ clockAhead, kind }: Comparison) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const clock = yield* Effect.clock
    const monotonicNow = () => monotonicOf(clock)
    let last: SteadyTime = { millis: 0, monotonic: monotonicNow() }
    let stored = 0

    const atHand = (): Instants => {
      const wall = clock.unsafeCurrentTimeMillis()
      last = advanced(last, { wall: kind === "sqlite" ? wall : 0, monotonic: monotonicNow() })
      return { wall, steady: last.millis }
    }

    const take = (value: string | undefined, ahead: number, isCommitted: boolean) => {
      const found = Number(value ?? 0)
      // A comparison with NaN is always false, so nothing would ever expire.
      if (!Number.isSafeInteger(found)) throw new Error(`installation.${steadyKey}: expected milliseconds since 1970, got ${value}`)
      if (isCommitted) stored = Math.max(stored, found)
      // Catches up first: the time that has passed here is already part of the other process's time, and must not count twice.
      atHand()
      last = { ...last, millis: Math.max(last.millis, found, isApart(ahead) ? 0 : clock.unsafeCurrentTimeMillis()) }
      return atHand()
    }

    const compared = Effect.gen(function*() {
      const isInTransaction = Option.isSome(yield* Effect.serviceOption(SqlClient.TransactionConnection))
      // In a transaction on PostgreSQL, the two statements share a round trip. Elsewhere the wait for a second connection would
      // falsify the comparison.
      const concurrency = isInTransaction && kind === "postgres" ? 2 : 1
      const [value, ahead] = yield* Effect.all([installation(sql).get(steadyKey), clockAhead], { concurrency })
      // The transaction that stored this time may have been rolled back.
      return { ahead, instants: take(value, ahead, !isInTransaction) }
    })
    const read = Effect.map(compared, ({ instants }) => instants)

    const advance = Effect.gen(function*() {
      const { ahead, instants } = yield* compared
      if (isApart(ahead)) return yield* new ClockApart({ ahead })
      // Another process may have stored a later time.
      return yield* Effect.as(installation(sql).raise(steadyKey, instants.steady), instants)
    })
    const saved = Effect.map(sql.withTransaction(advance), ({ steady }) => {
      stored = Math.max(stored, steady)
    })

    yield* Effect.orDie(read)
    return {
      clock: {
        now: Effect.orDie(read),
        atHand,
        advance: Effect.orDie(advance),
        stored: () => stored
      } satisfies typeof SteadyClock.Service,
      saved
    }
  })

/** The clock for code that has no whole `Database`. */
export const comparedBy = (comparison: Comparison): Layer.Layer<SteadyClock, never, SqlClient.SqlClient> =>
  Layer.effect(SteadyClock, Effect.map(make(comparison), ({ clock }) => clock))

/** The clock of a command, which stores the time only together with its own changes. */
export const layer: Layer.Layer<SteadyClock, never, Database | SqlClient.SqlClient> = Layer.unwrapEffect(Effect.map(Database, comparedBy))

/** How long a stop waits for a database that does not respond. */
const longestLastSave = "1 second"

/** The clock of the service, which also stores the time at an interval and when it stops. */
export const kept: Layer.Layer<SteadyClock, never, Database | SqlClient.SqlClient> = Layer.scoped(
  SteadyClock,
  Effect.gen(function*() {
    const { clock, saved } = yield* make(yield* Database)
    const trySaving = Effect.catchAllCause(saved, (cause) => Effect.logDebug("steady time not stored, will retry", cause)).pipe(
      Effect.annotateLogs({ service: "database" })
    )
    yield* Effect.addFinalizer(() => trySaving.pipe(Effect.interruptible, Effect.disconnect, Effect.timeoutOption(longestLastSave)))
    const watch = yield* clockWatch
    yield* watch.every(yield* SteadyInterval, trySaving)
    return clock
  })
)
