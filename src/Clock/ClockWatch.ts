import { Context, Duration, Effect, FiberHandle, Layer, type Scope } from "effect"

interface Watch {
  /**
   * Runs the job at each interval until the scope closes, one run at a time. If `isNeeded` is given and returns false, not even the
   * job's fiber wakes. Returns the effect that runs the job as soon as possible.
   */
  readonly every: <R>(
    interval: Duration.DurationInput,
    job: Effect.Effect<void, never, R>,
    isNeeded?: () => boolean
  ) => Effect.Effect<Effect.Effect<void>, never, R | Scope.Scope>
  /**
   * Waits until the wall clock has reached an instant, in milliseconds since 1970. `instant` is called at each reading, so it may
   * change. The clock is read at least once in `longest` milliseconds, because a pending timer does not notice that the clock was
   * set.
   */
  readonly reached: (instant: () => number, longest: number) => Effect.Effect<void>
  /** When the wall clock was last read. */
  readonly lastReading: () => number
  /** How many readings found that the wall clock was set, or that the machine had slept. */
  readonly moves: () => number
}

interface Poll {
  readonly interval: number
  readonly isNeeded: () => boolean
  readonly gate: Effect.Latch
  /** Milliseconds of the monotonic clock. */
  due: number
}

interface Wait {
  readonly instant: () => number
  readonly longest: number
  readonly gate: Effect.Latch
}

/** Whether a poll has to run. If that cannot be determined, it runs, and its job reports why. */
const isNeeded = (poll: Poll): boolean => {
  try {
    return poll.isNeeded()
  } catch {
    return true
  }
}

/** Milliseconds, because timers may fire slightly early. */
const early = 2
/** Milliseconds; a larger difference counts as a movement of the clock. */
const mayDiffer = 2_000
/** A larger difference means that the clock was set, or that the machine was suspended. */
const moveNoticed = 5_000

const make: Effect.Effect<Watch, never, Scope.Scope> = Effect.gen(function*() {
  const clock = yield* Effect.clock
  const restart = yield* FiberHandle.makeRuntime<never>()
  const wall = () => clock.unsafeCurrentTimeMillis()
  const monotonic = () => Number(clock.unsafeCurrentTimeNanos() / 1_000n) / 1_000
  const begun = monotonic()
  const polls = new Set<Poll>()
  const waits = new Set<Wait>()
  let lastReading = wall()
  let readAt = begun
  let moves = 0
  /** The instant of the next reading, if nothing changes meanwhile. */
  let planned = Infinity

  // A multiple of the poll's interval, so that polls wake the process together, and late ones do not drift apart.
  const nextOf = (interval: number, now: number) => begun + (Math.floor((now + early - begun) / interval) + 1) * interval

  const next = (now: number) => {
    let until = Infinity
    for (const { due } of polls) until = Math.min(until, due)
    for (const { instant, longest } of waits) until = Math.min(until, now + Math.min(longest, instant() - wall()))
    return until
  }

  const read = Effect.suspend(() => {
    const now = monotonic()
    const passed = wall() - lastReading
    const movedBy = passed < 0 ? -passed : passed - (planned - readAt)
    lastReading += passed
    readAt = now
    if (movedBy > mayDiffer) moves++
    for (const poll of polls) {
      if (poll.due > now + early) continue
      poll.due = nextOf(poll.interval, now)
      if (isNeeded(poll)) poll.gate.unsafeOpen()
    }
    for (const wait of waits) {
      if (wait.instant() > lastReading) continue
      waits.delete(wait)
      wait.gate.unsafeOpen()
    }
    return movedBy <= moveNoticed
      ? Effect.void
      : Effect.annotateLogs(Effect.logWarning("the wall clock was set, or the machine slept"), { service: "clock", by_ms: passed })
  })

  const loop = Effect.forever(Effect.suspend(() => {
    const now = monotonic()
    planned = next(now)
    if (planned === Infinity) return Effect.never
    return Effect.zipRight(Effect.sleep(Math.max(1, planned - now)), read)
  }))

  const plan = Effect.sync(() => {
    if (next(monotonic()) < planned) restart(Effect.interruptible(loop))
  })

  return {
    every: (interval, job, isNeeded = () => true) =>
      Effect.gen(function*() {
        const millis = Duration.toMillis(interval)
        const gate = yield* Effect.makeLatch(false)
        const poll = { interval: millis, due: nextOf(millis, monotonic()), gate, isNeeded }
        yield* Effect.acquireRelease(Effect.sync(() => polls.add(poll)), () => Effect.sync(() => polls.delete(poll)))
        yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Effect.zipRight(gate.await, gate.close), job)))
        yield* plan
        return Effect.asVoid(gate.open)
      }),
    reached: (instant, longest) =>
      Effect.suspend(() => {
        if (instant() <= wall()) return Effect.void
        const wait = { instant, longest, gate: Effect.unsafeMakeLatch(false) }
        waits.add(wait)
        return Effect.ensuring(Effect.zipRight(plan, wait.gate.await), Effect.sync(() => waits.delete(wait)))
      }),
    lastReading: () => lastReading,
    moves: () => moves
  } satisfies Watch
})

/**
 * The clock watch of the process: one timer wakes the process for every poll, cutoff, hour and reminder. If no layer provides it,
 * as in most commands, each user gets a separate watch.
 */
export class ClockWatch extends Context.Reference<ClockWatch>()("ClockWatch", {
  defaultValue: (): Effect.Effect<Watch, never, Scope.Scope> => make
}) {}

export const layer: Layer.Layer<ClockWatch> = Layer.scoped(ClockWatch, Effect.map(make, Effect.succeed))

export const clockWatch: Effect.Effect<Watch, never, Scope.Scope> = Effect.flatten(ClockWatch)
