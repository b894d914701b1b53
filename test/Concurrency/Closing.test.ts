import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Option, Scope, TestClock } from "effect"
import { closedWithin, within } from "../../src/Concurrency/Deadline.ts"

it.effect("a bound holds in an uninterruptible region too", () =>
  Effect.gen(function*() {
    const waiting = yield* Effect.fork(Effect.uninterruptible(within("1 second")(Effect.never)))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* Fiber.join(waiting), Option.none())
  }))

it.effect("layers whose finalizers never end are closed within their bound, those below them in order", () =>
  Effect.gen(function*() {
    const closed: Array<string> = []
    const note = (name: string) => Layer.scopedDiscard(Effect.addFinalizer(() => Effect.sync(() => void closed.push(name))))
    const stuck = Layer.scopedDiscard(Effect.addFinalizer(() => Effect.never))
    const scope = yield* Scope.make()
    const all = closedWithin("5 seconds")(Layer.provideMerge(stuck, note("above"))).pipe(Layer.provideMerge(note("below")))
    yield* Layer.buildWithScope(all, scope)
    const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
    yield* TestClock.adjust("4 seconds")
    assert.deepStrictEqual(closed, [])
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(closing)
    assert.deepStrictEqual(closed, ["below"])
  }))

it.effect("layers that close in time are waited for", () =>
  Effect.gen(function*() {
    const gate = yield* Deferred.make<void>()
    const slow = Layer.scopedDiscard(Effect.addFinalizer(() => Deferred.await(gate)))
    const scope = yield* Scope.make()
    yield* Layer.buildWithScope(closedWithin("5 seconds")(slow), scope)
    const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
    yield* TestClock.adjust("1 second")
    assert.isNull(closing.unsafePoll())
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.join(closing)
  }))
