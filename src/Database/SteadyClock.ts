import { SqlClient } from "@effect/sql"
import { Context, type Duration, Effect, Layer, Option } from "effect"
import { clockWatch } from "../Clock/ClockWatch.ts"
import { monotonicOf } from "../Concurrency/Deadline.ts"
import { advanced, type Instants, type SteadyTime } from "../Domain/SteadyTime.ts"
import { installation } from "./Installation.ts"

/** The key in the table `installation`. */
export const steadyKey = "steady_time"

/** How often the time is stored while no changes are. */
export class SteadyInterval extends Context.Reference<SteadyInterval>()("SteadyInterval", {
  defaultValue: (): Duration.DurationInput => "1 minute"
}) {}

/**
 * The clock of the installation. It never goes back, even if a machine's wall clock is set back, because the database keeps the
 * newest time. Tokens, sessions and invitations expire by this clock.
 */
export class SteadyClock extends Context.Tag("SteadyClock")<SteadyClock, {
  /** The time now: never before the newest time that any process has stored. */
  readonly now: Effect.Effect<Instants>
  /** The time now, without reading the database, for code outside of effects. */
  readonly atHand: () => Instants
  /** Stores the time, within the transaction of a change. */
  readonly advance: Effect.Effect<Instants>
  /** The newest time that is stored, as far as this process knows. */
  readonly stored: () => number
}>() {}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Effect.clock
  const monotonicNow = () => monotonicOf(clock)
  let last: SteadyTime = { millis: 0, monotonic: monotonicNow() }
  let stored = 0

  const atHand = (): Instants => {
    const wall = clock.unsafeCurrentTimeMillis()
    last = advanced(last, { wall, monotonic: monotonicNow() })
    return { wall, steady: last.millis }
  }

  const read = Effect.gen(function*() {
    const value = yield* installation(sql).get(steadyKey)
    const found = Number(value ?? 0)
    // A comparison with NaN is always false, so nothing would ever expire.
    if (!Number.isSafeInteger(found)) throw new Error(`installation.${steadyKey}: expected milliseconds since 1970, got ${value}`)
    // The transaction that stored this time may be rolled back.
    if (Option.isNone(yield* Effect.serviceOption(SqlClient.TransactionConnection))) stored = Math.max(stored, found)
    atHand()
    last = { ...last, millis: Math.max(last.millis, found) }
    return atHand()
  })
  const advance = Effect.tap(read, ({ steady }) => installation(sql).raise(steadyKey, steady))

  yield* Effect.orDie(read)
  return {
    clock: { now: Effect.orDie(read), atHand, advance: Effect.orDie(advance), stored: () => stored } satisfies typeof SteadyClock.Service,
    saved: Effect.map(sql.withTransaction(advance), ({ steady }) => {
      stored = Math.max(stored, steady)
    })
  }
})

/** The clock of a command, which stores the time only together with its own changes. */
export const layer: Layer.Layer<SteadyClock, never, SqlClient.SqlClient> = Layer.effect(SteadyClock, Effect.map(make, ({ clock }) => clock))

/** How long a stop waits for a database that does not respond. */
const longestLastSave = "1 second"

/** The clock of the service, which also stores the time at an interval and when it stops. */
export const kept: Layer.Layer<SteadyClock, never, SqlClient.SqlClient> = Layer.scoped(
  SteadyClock,
  Effect.gen(function*() {
    const { clock, saved } = yield* make
    const trySaving = Effect.catchAllCause(saved, (cause) => Effect.logDebug("steady time not stored, will retry", cause)).pipe(
      Effect.annotateLogs({ service: "database" })
    )
    yield* Effect.addFinalizer(() => trySaving.pipe(Effect.interruptible, Effect.disconnect, Effect.timeoutOption(longestLastSave)))
    const watch = yield* clockWatch
    yield* watch.every(yield* SteadyInterval, trySaving)
    return clock
  })
)
