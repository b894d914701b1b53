import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, TestClock } from "effect"
import { SteadyClock } from "../../src/Database/SteadyClock.ts"
import * as Steady from "../../src/Database/SteadyClock.ts"
import { describeDatabases } from "../lib/Databases.ts"
import { quickClock } from "../lib/QuickClock.ts"

const built = (kind: "sqlite" | "postgres", clockAhead: Effect.Effect<number> = Effect.succeed(0)) =>
  Effect.map(Layer.build(Layer.fresh(Steady.comparedBy({ kind, clockAhead }))), Context.get(SteadyClock))

describeDatabases("the steady clock of two processes", (database) => {
  // Rule 8.6.
  it.scoped("counts the time that both have seen once", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime("2026-03-14T12:00:00Z")
      const [one, other] = [yield* built(database.kind), yield* built(database.kind)]
      for (let round = 0; round < 10; round++) {
        yield* TestClock.adjust("7 seconds")
        yield* one.advance
        yield* TestClock.adjust("13 seconds")
        yield* other.advance
      }
      const { steady, wall } = yield* one.now
      assert.strictEqual(steady, wall)
    }).pipe(Effect.provide(database.layer)))

  // Rules 5.14 and 8.12.
  it.scoped("is not moved on a server by a wall clock that is 200 days ahead for a while", () => {
    const begun = Date.parse("2026-03-14T12:00:00Z")
    const clock = quickClock(begun)
    const days = 200 * 86_400_000
    let ahead = 0
    return Effect.gen(function*() {
      const steadyClock = yield* built("postgres", Effect.sync(() => ahead))
      yield* steadyClock.advance
      yield* clock.shift("200 days", "forward")
      // Before it was compared again.
      assert.isBelow(steadyClock.atHand().steady, begun + days)
      ahead = days
      assert.isBelow((yield* steadyClock.now).steady, begun + days)
      assert.strictEqual((yield* Effect.exit(steadyClock.advance))._tag, "Failure")
      yield* clock.shift("200 days", "back")
      ahead = 0
      assert.isBelow((yield* steadyClock.advance).steady, begun + days)
    }).pipe(Effect.provide(database.layer), Effect.provide(clock.layer))
  })
})
