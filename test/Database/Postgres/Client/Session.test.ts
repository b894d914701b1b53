import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { EventEmitter } from "node:events"
import { setImmediate } from "node:timers"
import type { Client } from "pg"
import { defaultLimits, make } from "../../../../src/Database/Postgres/Client/Session.ts"

/** A client of `pg` whose answer the event loop finds at its next look at the sockets, behind the timers that are due. */
const answering = (): Client => {
  const query = () => new Promise((resolve) => void setImmediate(() => resolve({ command: "SELECT", rows: [{ one: 1 }] })))
  const client = Object.assign(new EventEmitter(), { query, connection: { stream: { destroy: () => undefined } } })
  return client as unknown as Client
}

const standStill = (millis: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)

describe("A connection of PostgreSQL", () => {
  it.live("takes an answer that came while the process stood still, though its time is over", () =>
    Effect.gen(function*() {
      const session = make(answering(), defaultLimits)
      // What follows runs behind the timers of this turn of the event loop, so those of the next one come first.
      yield* Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))
      const asked = yield* Effect.fork(session.query({ text: "SELECT 1 AS one", within: 10 }))
      yield* Effect.yieldNow()
      standStill(50)
      assert.deepStrictEqual((yield* Fiber.join(asked)).rows, [{ one: 1 }])
    }))
})
