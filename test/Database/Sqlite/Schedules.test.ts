import type { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { seeded, seededScheduler } from "../../lib/SeededScheduler.ts"
import { open } from "../TestFile.ts"

const schedules = 500
const writers = 6

const yields = (count: number) => Effect.repeatN(Effect.yieldNow(), count)

/** Writers of plain statements, of transactions that commit, and of transactions that fail; some of them are interrupted. */
const disturbedWriters = (sql: SqlClient.SqlClient, random: () => number) =>
  Effect.gen(function*() {
    const upTo = (limit: number) => Math.floor(random() * limit)
    const write = (id: number) => sql`INSERT INTO note VALUES (${id})`
    const kinds = [
      (id: number) => write(id),
      (id: number) => sql.withTransaction(Effect.zipRight(write(id), yields(upTo(4)))),
      (id: number) => sql.withTransaction(Effect.zipRight(write(id), Effect.zipRight(yields(upTo(4)), Effect.fail("undone"))))
    ]
    const fibers = yield* Effect.forEach(Array.from({ length: writers }, (_, id) => id), (id) => {
      const kind = upTo(kinds.length)
      return Effect.map(Effect.fork(Effect.exit(kinds[kind]?.(id) ?? Effect.void)), (fiber) => ({ id, kind, fiber }))
    })
    yield* Effect.forEach(fibers.filter(() => random() < 0.5), ({ fiber }) => Effect.zipRight(yields(upTo(6)), Fiber.interruptFork(fiber)))
    const outcomes = yield* Effect.forEach(fibers,
      ({ id, kind, fiber }) => Effect.map(Fiber.await(fiber), (exit) => ({ id, kind, done: Exit.isSuccess(Exit.flatten(exit)) })))
    const rows = yield* sql<{ readonly id: number }>`SELECT id FROM note`
    return { outcomes, stored: new Set(rows.map((row) => row.id)) }
  })

describe("SQLite client under random schedules and interruptions", () => {
  it.scoped(`is never wedged, loses no acknowledged write and keeps no undone one (${schedules} schedules)`, () =>
    Effect.gen(function*() {
      for (let seed = 1; seed <= schedules; seed++) {
        const random = seeded(seed)
        const { outcomes, stored } = yield* Effect.scoped(Effect.gen(function*() {
          const { sql } = yield* open(":memory:")
          yield* sql`CREATE TABLE note (id INTEGER PRIMARY KEY) STRICT`
          const run = yield* Effect.fork(disturbedWriters(sql, random).pipe(
            Effect.withScheduler(seededScheduler(random))
          ))
          return yield* Fiber.join(run)
        }))
        for (const { id, kind, done } of outcomes) {
          if (done) assert.isTrue(stored.has(id), `seed ${seed}: the acknowledged write of ${id} is lost`)
          if (kind === 2) assert.isFalse(stored.has(id), `seed ${seed}: the undone write of ${id} is there`)
        }
      }
    }))
})
