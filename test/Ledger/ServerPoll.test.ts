import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Queue } from "effect"
import { quickClock } from "../lib/QuickClock.ts"
import { testService } from "../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"
const start = DateTime.unsafeMake(at).epochMillis

// Rule 1.11.
describe("a process on a server", () => {
  it.scoped("asks for the version once for each hint, and within a second after the last one", () =>
    Effect.gen(function*() {
      const hints = yield* Queue.unbounded<void>()
      const asked: Array<number> = []
      const clock = quickClock(start)
      const elapsed = Effect.map(Effect.clock, (clock) => clock.unsafeCurrentTimeMillis() - start)
      const { layer } = testService({
        at,
        clock,
        watch: "1 second",
        parts: {
          isVersionAtHand: false,
          hasChangedSince: () => true,
          signals: Effect.succeed(hints),
          dataVersion: Effect.map(elapsed, (now) => {
            asked.push(now)
            return { others: 0, edits: 0, losses: 0 }
          })
        }
      })
      yield* Effect.gen(function*() {
        yield* clock.pass("300 millis")
        asked.length = 0
        for (let hint = 0; hint < 6; hint++) {
          yield* Queue.offer(hints, undefined)
          yield* clock.pass("500 millis")
        }
        assert.deepStrictEqual(asked, [300, 800, 1_300, 1_800, 2_300, 2_800])
        // The hints have stopped.
        yield* clock.pass("10 seconds")
        const gaps = asked.slice(1).map((time, index) => time - (asked[index] ?? 0))
        assert.isAtMost(Math.max(...gaps), 1_000)
        assert.isAtMost(asked.length, 18)
      }).pipe(Effect.provide(layer))
    }))
})
