import { Clock, Duration, Effect, Layer } from "effect"

/**
 * A clock on which days pass in a moment. Its wall time can be moved without its timers, as on a suspended machine or after the
 * clock was set. The TestClock needs milliseconds per wake-up, and moving it also moves its timers.
 */
export const quickClock = (at: number) => {
  let wall = at
  let elapsed = 0
  const sleepers = new Set<{ readonly end: number; readonly wake: () => void }>()

  // There is no real I/O, so after one iteration of the event loop everything that can run has run.
  const settled = Effect.async<unknown>((resume) => {
    setImmediate(() => setImmediate(() => resume(Effect.void)))
  })

  const nextBefore = (end: number) => Array.from(sleepers).filter((sleeper) => sleeper.end <= end).sort((a, b) => a.end - b.end)[0]

  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => wall + elapsed,
    unsafeCurrentTimeNanos: () => BigInt(elapsed) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => wall + elapsed),
    currentTimeNanos: Effect.sync(() => BigInt(elapsed) * 1_000_000n),
    sleep: (duration) =>
      Effect.async((resume) => {
        const sleeper = { end: elapsed + Duration.toMillis(duration), wake: () => resume(Effect.void) }
        sleepers.add(sleeper)
        return Effect.sync(() => sleepers.delete(sleeper))
      })
  }

  return {
    layer: Layer.setClock(clock),
    /** Lets time pass, timer by timer. */
    pass: (duration: Duration.DurationInput) =>
      Effect.gen(function*() {
        const end = elapsed + Duration.toMillis(duration)
        yield* settled
        for (let next = nextBefore(end); next !== undefined; next = nextBefore(end)) {
          elapsed = Math.max(elapsed, next.end)
          sleepers.delete(next)
          next.wake()
          yield* settled
        }
        elapsed = end
      }),
    /** Moves the wall time forwards or backwards, without running timers. */
    shift: (duration: Duration.DurationInput, direction: "forward" | "back") =>
      Effect.sync(() => {
        wall += Duration.toMillis(duration) * (direction === "forward" ? 1 : -1)
      })
  }
}

export type QuickClock = ReturnType<typeof quickClock>
