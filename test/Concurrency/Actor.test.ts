import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Request, Scope, TestClock } from "effect"
import * as Actor from "../../src/Concurrency/Actor.ts"
import * as Deadline from "../../src/Concurrency/Deadline.ts"
import { seeded, seededScheduler } from "../lib/SeededScheduler.ts"

class Add extends Request.TaggedClass("Add")<number, never, { readonly by: number }> {}
class Refuse extends Request.TaggedClass("Refuse")<never, "refused", {}> {}
class Break extends Request.TaggedClass("Break")<never, never, {}> {}
class Hold extends Request.TaggedClass("Hold")<void, never, { readonly until: Deferred.Deferred<void> }> {}
class Left extends Request.TaggedClass("Left")<number, never, {}> {}

type Message = Add | Refuse | Break | Hold

const counterOf = (capacity?: number) =>
  Effect.suspend(() => {
    let sum = 0
    return Actor.start<Message, never>("counter", {
      Add: ({ by }) => Effect.sync(() => (sum += by)),
      Refuse: () => Effect.fail("refused" as const),
      Break: () => Effect.die("broken"),
      Hold: ({ until }) => Deferred.await(until)
    }, capacity)
  })

const counter = counterOf()

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

it.scoped("drops a message whose caller is gone before its turn, and finishes one that has begun", () =>
  Effect.gen(function*() {
    const actor = yield* counter
    const gate = yield* Deferred.make<void>()
    const holding = yield* Effect.fork(actor.ask(new Hold({ until: gate })))
    const adding = yield* Effect.fork(actor.ask(new Add({ by: 7 })))
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(adding)
    yield* Fiber.interrupt(holding)
    const after = yield* Effect.fork(actor.ask(new Add({ by: 0 })))
    yield* Effect.yieldNow()
    // The message that has begun occupies the actor, although no caller waits for it.
    assert.isNull(after.unsafePoll())
    yield* Deferred.succeed(gate, void 0)
    assert.strictEqual(yield* Fiber.join(after), 0)
  }))

const within = <A, E, R>(millis: number, work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Deadline.orWithin(millis), (inTime) => inTime(work))

it.scoped("answers a caller at its deadline while it is busy, and drops the message", () =>
  Effect.gen(function*() {
    const actor = yield* counter
    const gate = yield* Deferred.make<void>()
    yield* Effect.fork(actor.ask(new Hold({ until: gate })))
    const adding = yield* Effect.fork(within(5_000, Effect.uninterruptible(actor.ask(new Add({ by: 7 })))))
    yield* TestClock.adjust(4_999)
    assert.isNull(adding.unsafePoll())
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(yield* Effect.flip(Fiber.join(adding)), new Deadline.Expired({ actor: "counter" }))
    yield* Deferred.succeed(gate, void 0)
    assert.strictEqual(yield* actor.ask(new Add({ by: 0 })), 0)
  }))

it.scoped("hands the caller's deadline over to the handler, in which the wait counts", () =>
  Effect.gen(function*() {
    const actor = yield* Actor.start<Hold | Left, never>("clock", {
      Hold: ({ until }) => Deferred.await(until),
      Left: () => Deadline.left
    })
    const gate = yield* Deferred.make<void>()
    yield* Effect.fork(actor.ask(new Hold({ until: gate })))
    const asking = yield* Effect.fork(within(5_000, actor.ask(new Left())))
    yield* TestClock.adjust(2_000)
    yield* Deferred.succeed(gate, void 0)
    assert.strictEqual(yield* Fiber.join(asking), 3_000)
    assert.strictEqual(yield* actor.ask(new Left()), Infinity)
  }))

it.scoped("ends the time of a message that has begun when its caller leaves, unless it has no deadline", () =>
  Effect.gen(function*() {
    const left: Array<number> = []
    const actor = yield* Actor.start<Hold, never>("clock", {
      Hold: ({ until }) => Effect.zipRight(Deferred.await(until), Effect.map(Deadline.left, (millis) => void left.push(millis)))
    })
    for (const patience of [5_000, Infinity]) {
      const gate = yield* Deferred.make<void>()
      const asking = yield* Effect.fork(within(patience, actor.ask(new Hold({ until: gate }))))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(asking)
      yield* Deferred.succeed(gate, void 0)
      yield* actor.ask(new Hold({ until: gate }))
    }
    assert.deepStrictEqual(left, [-Infinity, Infinity, Infinity, Infinity])
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

it.scoped("refuses a message while its mailbox is full, and finishes those in it when it is stopped", () =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    const actor = yield* Scope.extend(counterOf(2), scope)
    const gate = yield* Deferred.make<void>()
    const holding = yield* Effect.fork(actor.ask(new Hold({ until: gate })))
    yield* Effect.yieldNow()
    const adding = yield* Effect.forEach([1, 10], (by) => Effect.fork(actor.ask(new Add({ by }))))
    yield* Effect.yieldNow()
    assert.deepStrictEqual(yield* Effect.flip(actor.ask(new Add({ by: 100 }))), new Actor.MailboxFull({ actor: "counter" }))
    const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
    yield* Effect.yieldNow()
    assert.strictEqual((yield* Effect.flip(actor.ask(new Add({ by: 1 }))))._tag, "ActorStopped")
    yield* Deferred.succeed(gate, void 0)
    yield* Fiber.join(holding)
    assert.deepStrictEqual(yield* Effect.forEach(adding, Fiber.join), [1, 11])
    yield* Fiber.join(closing)
  }))

const schedules = 300

it.effect(`loses no message, however its fiber and the callers interleave (${schedules} schedules)`, () =>
  Effect.promise(async () => {
    for (let seed = 1; seed <= schedules; seed++) {
      const askers = Effect.scoped(Effect.gen(function*() {
        const actor = yield* counterOf(4)
        yield* Effect.forEach([1, 2, 3],
          () => Effect.forEach([1, 2, 3, 4], () => Effect.zipRight(Effect.yieldNow(), actor.ask(new Add({ by: 1 })))), {
          concurrency: "unbounded"
        })
        return yield* actor.ask(new Add({ by: 0 }))
      }))
      const asking = Effect.runFork(askers, { scheduler: seededScheduler(seeded(seed)) })
      await new Promise(setImmediate)
      assert.deepStrictEqual(asking.unsafePoll(), Exit.succeed(12), `seed ${seed}: somebody waits for an answer`)
    }
  }))
