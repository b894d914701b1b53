import { Clock, Data, Duration, Effect, FiberRef, identity, Layer, Option, Scope } from "effect"

/** Milliseconds of the monotonic clock, which cannot be set; for code that has a clock but cannot run an effect. */
const monotonicOf = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)

export const monotonicMillis: Effect.Effect<number> = Effect.map(Effect.clock, monotonicOf)

/**
 * The result of `work`; none if it fails or takes longer than `patience`. The caller does not wait for the interruption of `work`.
 * The bound also holds in a finalizer: without `interruptible`, a timeout there would wait until `work` has ended.
 */
export const within = (patience: Duration.DurationInput) => <A, E>(work: Effect.Effect<A, E>): Effect.Effect<Option.Option<A>> =>
  Effect.catchAllCause(Effect.timeoutOption(Effect.interruptible(Effect.disconnect(work)), patience), () => Effect.succeedNone)

/** The patience of a check and a report with one part of the service that may hang. */
export const inTwoSeconds = within("2 seconds")

/** How long a stop waits for the requests and the message in flight. */
export const inFlight = Duration.seconds(8)

/**
 * Closes `layer` within `patience`. A finalizer is uninterruptible, so a timeout inside of it would wait until the work has ended.
 * Here the caller continues after `patience`, and closing continues in the background. What is still open then ends with the
 * process, as after a kill, which loses nothing.
 */
export const closedWithin =
  (patience: Duration.DurationInput) => <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, Exclude<R, Scope.Scope>> =>
    Layer.scopedContext(Effect.gen(function*() {
      const scope = yield* Effect.acquireRelease(Scope.make(), (scope, exit) =>
        Effect.flatMap(within(patience)(Effect.uninterruptible(Scope.close(scope, exit))), Option.match({
          onSome: () =>
            Effect.void,
          onNone: () => Effect.logWarning("stopped before every part had ended: the rest ends with the process")
        })))
      return yield* Layer.buildWithScope(layer, scope)
    })) as Layer.Layer<A, E, Exclude<R, Scope.Scope>>

/** The deadline passed while the work waited. The work did not begin, and has changed nothing. */
export class Expired extends Data.TaggedError("Expired")<{ readonly actor: string }> {
  override get message(): string {
    return `${this.actor} was busy until the message's deadline`
  }
}

/** The end in milliseconds of the monotonic clock; `Infinity` for none. */
interface Bound {
  at: number
}

/**
 * The deadline of a fiber's work; null if none is set. It follows the work into an actor and into a transaction, so every wait
 * counts.
 */
const until = FiberRef.unsafeMake<Bound | null>(null)

const monotonic = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000n) / 1_000)

/** Milliseconds left for the work of this fiber; negative after the deadline, `Infinity` without one. */
export const left: Effect.Effect<number> = Effect.flatMap(FiberRef.get(until),
  (bound) => bound === null || bound.at === Infinity ? Effect.succeed(Infinity) : Effect.map(monotonic, (now) => bound.at - now))

export type InTime = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** The same as `Effect.locally`, with half of its steps. */
const of = (bound: Bound | null): InTime => (work) =>
  bound === null ? work : Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(FiberRef.getAndSet(until, bound), (before) => {
      const again = FiberRef.set(until, before)
      return Effect.matchCauseEffect(restore(work), {
        onFailure: (cause) => Effect.zipRight(again, Effect.failCause(cause)),
        onSuccess: (result) => Effect.as(again, result)
      })
    })
  )

/** The deadline of this fiber, for work that another fiber does for it. A caller that leaves calls `end`, and the deadline passes. */
export const handedOver: Effect.Effect<{ readonly inTime: InTime; readonly end: () => void }> = Effect.map(FiberRef.get(until), (bound) => {
  const own = bound === null ? null : { ...bound }
  return {
    inTime: of(own),
    end: () => {
      if (own !== null && own.at !== Infinity) own.at = -Infinity
    }
  }
})

/** Sets a deadline `patience` from now, unless this fiber already has one or runs without a bound. */
export const orWithin = (patience: Duration.DurationInput): Effect.Effect<InTime> =>
  Effect.flatMap(FiberRef.get(until), (bound) =>
    bound === null ? Effect.map(monotonic, (now) => of({ at: now + Duration.toMillis(patience) })) : Effect.succeed(identity))

/** Runs `work` without a deadline, such as the copy of a whole database. */
export const unbounded: InTime = of({ at: Infinity })
