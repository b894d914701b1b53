import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Request, Scope } from "effect"
import * as Actor from "../../src/Concurrency/Actor.ts"
import { seeded, seededScheduler } from "../lib/SeededScheduler.ts"

class Add extends Request.TaggedClass("Add")<number, never, { readonly by: number }> {}
class Refuse extends Request.TaggedClass("Refuse")<never, "refused", {}> {}
class Break extends Request.TaggedClass("Break")<never, never, {}> {}
class Hold extends Request.TaggedClass("Hold")<void, never, { readonly until: Deferred.Deferred<void> }> {}

type Message = Add | Refuse | Break | Hold

const counter = Effect.suspend(() => {
  let sum = 0
  return Actor.start<Message, never>("counter", {
    Add: ({ by }) => Effect.sync(() => (sum += by)),
    Refuse: () => Effect.fail("refused" as const),
    Break: () => Effect.die("broken"),
    Hold: ({ until }) => Deferred.await(until)
  })
})

it.scoped("answers messages in order", () =>
  Effect.gen(function*() {
    const actor = yield* counter
    const sums = yield* Effect.forEach([1, 2, 3], (by) => actor.ask(new Add({ by })), { concurrency: "unbounded" })
    assert.deepStrictEqual(sums, [1, 3, 6])
  }))

it.scoped("returns a failure or a defect to its caller and continues", () =>
  Effect.gen(function*() {
    const actor = yield* counter
    assert.deepStrictEqual(yield* Effect.flip(actor.ask(new Refuse())), "refused")
    assert.deepStrictEqual(yield* Effect.exit(actor.ask(new Break())), Exit.die("broken"))
    assert.strictEqual(yield* actor.ask(new Add({ by: 5 })), 5)
  }))

it.scoped("finishes the message of an interrupted caller", () =>
  Effect.gen(function*() {
    const actor = yield* counter
    const gate = yield* Deferred.make<void>()
    const holding = yield* Effect.fork(actor.ask(new Hold({ until: gate })))
    const adding = yield* Effect.fork(actor.ask(new Add({ by: 7 })))
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(adding)
    yield* Deferred.succeed(gate, void 0)
    yield* Fiber.join(holding)
    assert.strictEqual(yield* actor.ask(new Add({ by: 0 })), 7)
  }))

it.effect("finishes its queue when it is stopped, and refuses later messages", () =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    const actor = yield* Scope.extend(counter, scope)
    const gate = yield* Deferred.make<void>()
    const holding = yield* Effect.fork(actor.ask(new Hold({ until: gate })))
    const adding = yield* Effect.fork(actor.ask(new Add({ by: 7 })))
    yield* Effect.yieldNow()
    const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
    yield* Effect.yieldNow()
    yield* Deferred.succeed(gate, void 0)
    yield* Fiber.join(holding)
    assert.strictEqual(yield* Fiber.join(adding), 7)
    yield* Fiber.join(closing)
    assert.deepStrictEqual(yield* Effect.flip(actor.ask(new Add({ by: 1 }))), new Actor.ActorStopped({ actor: "counter" }))
  }))

const schedules = 300

it.effect(`loses no message, however its fiber and the callers interleave (${schedules} schedules)`, () =>
  Effect.promise(async () => {
    for (let seed = 1; seed <= schedules; seed++) {
      const askers = Effect.scoped(Effect.gen(function*() {
        const actor = yield* counter
        yield* Effect.forEach([1, 2],
          () => Effect.forEach([1, 2, 3, 4], () => Effect.zipRight(Effect.yieldNow(), actor.ask(new Add({ by: 1 })))), {
          concurrency: "unbounded"
        })
        return yield* actor.ask(new Add({ by: 0 }))
      }))
      const asking = Effect.runFork(askers, { scheduler: seededScheduler(seeded(seed)) })
      await new Promise(setImmediate)
      assert.deepStrictEqual(asking.unsafePoll(), Exit.succeed(8), `seed ${seed}: somebody waits for an answer`)
    }
  }))
