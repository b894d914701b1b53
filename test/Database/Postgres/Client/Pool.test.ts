import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, TestClock } from "effect"
import { backOff, defaultLimits } from "../../../../src/Database/Postgres/Client/ConnectionLimits.ts"
import * as Pool from "../../../../src/Database/Postgres/Client/Pool.ts"
import type { Session } from "../../../../src/Database/Postgres/Client/Session.ts"
import { type PostgresFailure, unavailable } from "../../../../src/Database/Postgres/Failure.ts"

/** A connection without a server. */
const fakeSession = (): Session => {
  let lost: PostgresFailure | undefined
  const listeners: Array<(failure: PostgresFailure) => void> = []
  const destroy = () => {
    if (lost !== undefined) return
    lost = unavailable("gone")
    for (const listener of listeners) listener(lost)
  }
  return {
    query: () => Effect.die("not asked for"),
    together: () => Effect.die("not asked for"),
    isUsable: () => lost === undefined,
    isLost: () => lost !== undefined,
    processId: () => 1,
    onLost: (listener) => lost === undefined ? listeners.push(listener) : listener(lost),
    onNotification: () => undefined,
    destroy,
    close: Effect.sync(destroy)
  }
}

/** Acquires as the client does: only the wait can be interrupted. */
const acquire = (pool: Pool.Pool) => Effect.uninterruptibleMask(pool.acquire)

const down = Effect.fail(unavailable("connect ECONNREFUSED"))

describe("pool of connections", () => {
  it("waits 0.1 s after a failed connection, doubling up to 5 s", () => {
    assert.deepStrictEqual([1, 2, 3, 4, 5, 6, 7, 8, 2_000].map(backOff), [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000])
  })

  it.scoped("tries again with that back-off while a connection is wanted, and starts over after a success", () =>
    Effect.gen(function*() {
      const tries: Array<number> = []
      let isUp = false
      const open = Effect.flatMap(Clock.currentTimeMillis, (now) => {
        tries.push(now)
        return isUp ? Effect.sync(fakeSession) : down
      })
      const pool = yield* Pool.make(() => open, { ...defaultLimits, acquire: 60_000 })
      const waiting = yield* Effect.fork(acquire(pool))
      yield* TestClock.adjust("12 seconds")
      assert.deepStrictEqual(tries, [0, 100, 300, 700, 1_500, 3_100, 6_300, 11_300])
      isUp = true
      yield* TestClock.adjust("5 seconds")
      const session = yield* Fiber.join(waiting)
      isUp = false
      session.destroy()
      tries.length = 0
      yield* Effect.fork(acquire(pool))
      yield* TestClock.adjust("300 millis")
      assert.deepStrictEqual(tries.map((at) => at - 17_000), [0, 100, 300])
    }))

  it.scoped("tries at once when it hears that the server is back, and the back-off starts over", () =>
    Effect.gen(function*() {
      const tries: Array<number> = []
      const open = Effect.zipRight(Effect.map(Clock.currentTimeMillis, (now) => tries.push(now)), down)
      const pool = yield* Pool.make(() => open, { ...defaultLimits, acquire: 60_000 })
      yield* Effect.fork(acquire(pool))
      yield* TestClock.adjust("8 seconds")
      tries.length = 0
      yield* pool.hurry
      yield* TestClock.adjust("800 millis")
      assert.deepStrictEqual(tries, [8_000, 8_100, 8_300, 8_700])
    }))

  it.scoped("says why there is no connection after a wait that was too long, and opens none that is not wanted", () =>
    Effect.gen(function*() {
      let tries = 0
      const pool = yield* Pool.make(() =>
        Effect.suspend(() => {
          tries += 1
          return down
        }), defaultLimits)
      const waiting = yield* Effect.fork(Effect.flip(acquire(pool)))
      yield* TestClock.adjust(defaultLimits.acquire)
      const failure = yield* Fiber.join(waiting)
      assert.strictEqual(failure.kind, "unavailable")
      assert.strictEqual(failure.message, "no connection to the database within 3000 ms: connect ECONNREFUSED")
      yield* TestClock.adjust("1 hour")
      assert.isAtMost(tries, 6)
    }))

  it.scoped("keeps a connection that comes after its waiter was interrupted", () =>
    Effect.gen(function*() {
      const comes = yield* Effect.makeLatch()
      let opened = 0
      const pool = yield* Pool.make(() =>
        Effect.zipRight(comes.await, Effect.sync(() => {
          opened += 1
          return fakeSession()
        })), { ...defaultLimits, connections: 1 })
      const waiting = yield* Effect.fork(acquire(pool))
      yield* Effect.yieldNow()
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(waiting)))
      yield* comes.open
      yield* acquire(pool)
      assert.strictEqual(opened, 1)
    }))

  it.scoped("keeps a connection that is handed to a waiter just as that is interrupted", () =>
    Effect.gen(function*() {
      const pool = yield* Pool.make(() => Effect.sync(fakeSession), { ...defaultLimits, connections: 1 })
      const only = yield* acquire(pool)
      const waiting = yield* Effect.fork(acquire(pool))
      yield* Effect.yieldNow()
      const exit = yield* Effect.zipRight(pool.release(only), Fiber.interrupt(waiting))
      assert.isTrue(Exit.isInterrupted(exit))
      assert.strictEqual(yield* acquire(pool), only)
    }))

  it.scoped("replaces a connection that was lost in use, for the next waiting caller", () =>
    Effect.gen(function*() {
      const pool = yield* Pool.make(() => Effect.sync(fakeSession), { ...defaultLimits, connections: 1 })
      const first = yield* acquire(pool)
      const waiting = yield* Effect.fork(acquire(pool))
      yield* Effect.yieldNow()
      first.destroy()
      yield* pool.release(first)
      assert.notStrictEqual(yield* Fiber.join(waiting), first)
    }))

  it.scoped("closes a connection that comes after its scope was closed", () =>
    Effect.gen(function*() {
      const dialled = yield* Effect.makeLatch()
      const comes = yield* Effect.makeLatch()
      const late = fakeSession()
      const closing = yield* Effect.fork(Effect.scoped(Effect.gen(function*() {
        const pool = yield* Pool.make(
          (restore) => restore(Effect.void).pipe(Effect.zipRight(dialled.open), Effect.zipRight(comes.await), Effect.as(late)),
          defaultLimits
        )
        yield* Effect.forkDaemon(Effect.exit(acquire(pool)))
        yield* dialled.await
      })))
      yield* TestClock.adjust(1)
      assert.isFalse(late.isLost())
      yield* comes.open
      yield* Fiber.join(closing)
      assert.isTrue(late.isLost())
    }))

  it.scoped("closes its connections with its scope, and refuses those who still wait", () =>
    Effect.gen(function*() {
      const sessions: Array<Session> = []
      const waiting = yield* Effect.scoped(Effect.gen(function*() {
        const pool = yield* Pool.make(() =>
          Effect.sync(() => {
            const session = fakeSession()
            sessions.push(session)
            return session
          }), { ...defaultLimits, connections: 2 })
        yield* acquire(pool)
        const other = yield* acquire(pool)
        const waiting = yield* Effect.forkDaemon(Effect.flip(acquire(pool)))
        yield* Effect.yieldNow()
        assert.isFalse(other.isLost())
        return waiting
      }))
      assert.strictEqual((yield* Fiber.join(waiting)).message, "the database is closed")
      assert.deepStrictEqual(sessions.map((session) => session.isLost()), [true, true])
    }))
})
