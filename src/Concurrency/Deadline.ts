import { Clock, Data, Duration, Effect, FiberRef } from "effect"

/** The deadline passed while the work waited. The work did not begin, and has changed nothing. */
export class Expired extends Data.TaggedError("Expired")<{ readonly actor: string }> {
  override get message(): string {
    return `${this.actor} was busy until the time for the message was over`
  }
}

/**
 * The deadline of a fiber's work, in milliseconds of the monotonic clock: `Infinity` without a bound, null if none is set.
 * It goes with the work into an actor and into a transaction, so every wait counts.
 */
const until = FiberRef.unsafeMake<number | null>(null)

const monotonic = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000n) / 1_000)

/** Milliseconds left for the work of this fiber, negative past the deadline; `Infinity` without one. */
export const left: Effect.Effect<number> = Effect.flatMap(FiberRef.get(until),
  (deadline) => deadline === null || deadline === Infinity ? Effect.succeed(Infinity) : Effect.map(monotonic, (now) => deadline - now))

/** Gives work a deadline. */
export type InTime = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const of = (deadline: number | null): InTime => (work) => deadline === null ? work : Effect.locally(work, until, deadline)

/** The deadline of this fiber, for work that another fiber does for it. */
export const current: Effect.Effect<InTime> = Effect.map(FiberRef.get(until), of)

/** Sets a deadline `patience` from now, unless this fiber has one already or runs without a bound. */
export const orWithin = (patience: Duration.DurationInput): Effect.Effect<InTime> =>
  Effect.flatMap(FiberRef.get(until), (deadline) =>
    deadline === null ? Effect.map(monotonic, (now) => of(now + Duration.toMillis(patience))) : Effect.succeed(of(deadline)))

/** Runs `work` without a deadline, such as the copy of a whole database. */
export const unbounded: InTime = of(Infinity)
