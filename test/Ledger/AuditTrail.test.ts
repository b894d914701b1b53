import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Chunk, Effect, Fiber, Layer, Stream } from "effect"
import { yieldToEventLoop } from "../../src/Concurrency/EventLoop.ts"
import type { Cents } from "../../src/Domain/Amount.ts"
import { type AuditRecord, chainStart, link } from "../../src/Domain/Audit.ts"
import { addDays, type LocalDate } from "../../src/Domain/LocalDate.ts"
import type { Turnover } from "../../src/Domain/Turnover.ts"
import * as AuditTrail from "../../src/Ledger/AuditTrail.ts"
import * as LedgerStore from "../../src/Ledger/Store.ts"
import { recordsSince } from "../lib/AuditRecords.ts"
import { describeDatabases, type EachDatabase } from "../lib/Databases.ts"

const length = 1201

const replacing = "UPDATE audit SET created_at = 0, before_cents = 1, after_cents = 1 WHERE id = 2"

/** Record n was written at second n. */
const chain = (count: number): ReadonlyArray<AuditRecord> => {
  const records: Array<AuditRecord> = []
  for (let id = 1; id <= count; id++) {
    records.push(link(records.at(-1) ?? chainStart, {
      createdAt: id * 1000,
      date: "2026-03-14" as LocalDate,
      action: "correct",
      before: id === 1 ? null : ((id - 1) as Cents),
      after: id as Cents,
      source: "manual",
      reason: "零钱 \"till\"",
      actor: "mei"
    }))
  }
  return records
}

const records = chain(length)

const trailOn = (database: EachDatabase) => (count = length) =>
  Layer.effectDiscard(Effect.flatMap(LedgerStore.LedgerStore, (store) => store.transaction(store.appendAudit(records.slice(0, count)))))
    .pipe(
      Layer.provideMerge(Layer.merge(AuditTrail.layer, LedgerStore.layer)),
      Layer.provideMerge(database.layer)
    )

const since = (millis: number) => Effect.flatMap(AuditTrail.AuditTrail, (audit) => recordsSince(audit, millis))
const verify = Effect.flatMap(AuditTrail.AuditTrail, (audit) => audit.verify)

describeDatabases("AuditTrail", (database) => {
  const trail = trailOn(database)
  const [statements = [], triggers = []] = {
    sqlite: [
      ["INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE id = 3"],
      ["DROP TRIGGER audit_no_update", "DROP TRIGGER audit_no_delete", "DROP TRIGGER audit_no_replace"]
    ],
    postgres: [
      ["TRUNCATE audit", "INSERT INTO audit SELECT * FROM audit WHERE id = 3 ON CONFLICT (id) DO UPDATE SET reason = ''"],
      ["DROP TRIGGER audit_no_change ON audit"]
    ]
  }[database.kind] as ReadonlyArray<ReadonlyArray<string>>

  // Rule 6.6.
  it.effect("reads every record of many pages, newest first", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* since(0), records.toReversed())
      assert.deepStrictEqual(yield* verify, { records: length, firstBrokenId: null })
    }).pipe(Effect.provide(trail())))

  it.effect("reads from an instant on, including that instant", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* since(1_199_000)).map(({ id }) => id), [1201, 1200, 1199])
      assert.deepStrictEqual(yield* since(1_201_001), [])
    }).pipe(Effect.provide(trail())))

  it.effect("reads records that were written before the clock was set back", () =>
    Effect.gen(function*() {
      const store = yield* LedgerStore.LedgerStore
      const late = link(records[1] ?? chainStart, { ...chain(3)[2] ?? assert.fail(), createdAt: 9_000_000 })
      const early = link(late, { ...late, createdAt: 1000 })
      yield* store.transaction(store.appendAudit([late, early]))
      assert.deepStrictEqual((yield* since(2000)).map(({ id }) => id), [3, 2])
    }).pipe(Effect.provide(trail(2))))

  it.effect("encodes a full block of records once, and one that is filtered or replaced again", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { blocks } = yield* AuditTrail.AuditTrail
      const encoded: Array<number> = []
      const read = blocks((found) => {
        encoded.push(found.length)
        return found.map(({ reason }) => reason)
      })
      const reasons = (millis: number) => Effect.map(Stream.runCollect(read(millis)), (all) => Chunk.toReadonlyArray(all).flat())
      const whole = yield* reasons(0)
      assert.deepStrictEqual(encoded.splice(0), [201, 250, 250, 250, 250])
      assert.deepStrictEqual(yield* reasons(0), whole)
      assert.deepStrictEqual(encoded.splice(0), [201])
      assert.strictEqual((yield* reasons(900_000)).length, 302)
      assert.deepStrictEqual(encoded.splice(0), [201, 101])
      for (const trigger of triggers) yield* sql.unsafe(trigger)
      yield* sql.unsafe("UPDATE audit SET reason = 'other', hash = replace(hash, substr(hash, 1, 1), 'x') WHERE id = 1000")
      assert.include(yield* reasons(0), "other")
      assert.deepStrictEqual(encoded.splice(0), [201, 250])
    }).pipe(Effect.provide(trail())))

  for (const count of [0, 250, 251, 499, 500, 501, 1000]) {
    it.effect(`reads and verifies ${count} records, however they fill the pages`, () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* since(0)).length, count)
        assert.deepStrictEqual(yield* verify, { records: count, firstBrokenId: null })
      }).pipe(Effect.provide(trail(count))))
  }

  // Rule 6.7.
  it.effect("cannot be altered through the database", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      for (const statement of ["UPDATE audit SET reason = ''", "DELETE FROM audit WHERE id = 3", ...statements]) {
        assert.strictEqual((yield* Effect.exit(sql.unsafe(statement)))._tag, "Failure", statement)
      }
      assert.deepStrictEqual(yield* verify, { records: 3, firstBrokenId: null })
    }).pipe(Effect.provide(trail(3))))

  for (
    const [what, statement, intact, firstBrokenId] of [
      ["an altered amount", "UPDATE audit SET after_cents = 1 WHERE id = 700", 699, 700],
      ["an altered instant", "UPDATE audit SET created_at = created_at + 1 WHERE id = 1", 0, 1],
      ["an altered reason", "UPDATE audit SET reason = '' WHERE id = 500", 499, 500],
      ["an altered hash", "UPDATE audit SET hash = replace(hash, substr(hash, 1, 1), 'x') WHERE id = 501", 500, 501],
      ["a replaced record", replacing, 1, 2],
      ["a lost record", "DELETE FROM audit WHERE id = 600", 599, 601],
      ["a lost beginning", "DELETE FROM audit WHERE id < 10", 0, 10],
      ["a record moved to the end", "UPDATE audit SET id = 9999 WHERE id = 1200", 1199, 1201]
    ] as const
  ) {
    it.effect(`shows ${what}`, () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        for (const trigger of triggers) yield* sql.unsafe(trigger)
        yield* sql.unsafe(statement)
        assert.deepStrictEqual(yield* verify, { records: intact, firstBrokenId })
      }).pipe(Effect.provide(trail())))
  }
})

describeDatabases("Examining the audit", (database) => {
  const monday = "2026-03-09" as LocalDate
  const day = (date: LocalDate, amount: number, parts: Partial<Turnover> = {}): Turnover => ({
    date,
    cents: amount as Cents,
    isFinal: true,
    source: "manual",
    ...parts
  })
  const written = (days: ReadonlyArray<Turnover>) => {
    const list: Array<AuditRecord> = []
    for (const { cents, date, source } of days) {
      list.push(
        link(list.at(-1) ?? chainStart, {
          createdAt: 0,
          date,
          action: "correct",
          before: null,
          after: cents,
          source,
          reason: "",
          actor: "mei"
        })
      )
    }
    return list
  }
  const examined = (recorded: ReadonlyArray<Turnover>, stored: ReadonlyArray<Turnover>) =>
    Effect.gen(function*() {
      const store = yield* LedgerStore.LedgerStore
      yield* store.transaction(Effect.zipRight(store.saveDays(stored), store.appendAudit(written(recorded))))
      return yield* (yield* AuditTrail.AuditTrail).examine
    }).pipe(Effect.provide(Layer.provide(Layer.merge(AuditTrail.layer, LedgerStore.layer), database.layer)))

  const tuesday = addDays(monday, 1)
  const known = { cents: 5 as Cents, source: "manual", isFinal: true } as const

  for (
    const [what, recorded, stored, mismatch] of [
      ["a day as its newest record says", [day(monday, 1), day(monday, 5)], [day(monday, 5)], null],
      ["a day that is not final and has no record", [], [day(monday, 5, { isFinal: false })], null],
      ["a day as an older record says", [day(monday, 1), day(monday, 5)], [day(monday, 1)], {
        date: monday,
        recordId: 2,
        recorded: known,
        stored: { ...known, cents: 1 as Cents }
      }],
      ["a day that is final without a record", [], [day(monday, 5)], { date: monday, recordId: null, recorded: null, stored: known }],
      ["a day that is gone", [day(monday, 5)], [], { date: monday, recordId: 1, recorded: known, stored: null }],
      ["a day that is no longer final", [day(monday, 5)], [day(monday, 5, { isFinal: false })], {
        date: monday,
        recordId: 1,
        recorded: known,
        stored: { ...known, isFinal: false }
      }],
      ["a day of another source", [day(monday, 5)], [day(monday, 5, { source: "import" })], {
        date: monday,
        recordId: 1,
        recorded: known,
        stored: { ...known, source: "import" }
      }],
      ["the first of two such days", [day(tuesday, 5), day(monday, 5)], [day(tuesday, 1)], {
        date: monday,
        recordId: 2,
        recorded: known,
        stored: null
      }]
    ] as const
  ) {
    it.effect(`finds ${mismatch === null ? "no mismatch in " : ""}${what}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual((yield* examined(recorded, stored)).mismatch, mismatch)
      }))
  }

  it.effect("ends while changes go on, and leaves out what has changed meanwhile", () =>
    Effect.gen(function*() {
      const store = yield* LedgerStore.LedgerStore
      const audit = yield* AuditTrail.AuditTrail
      const many = written(Array.from({ length: 400 }, (_, index) => day(monday, index)))
      const save = (index: number) =>
        store.transaction(Effect.zipRight(store.saveDays([day(monday, index)]), store.appendAudit(many.slice(index, index + 1))))
      yield* save(0)
      let saved = 1
      const changes = yield* Effect.fork(Effect.whileLoop({
        while: () => saved < many.length,
        body: () => Effect.zipRight(save(saved), yieldToEventLoop),
        step: () => void saved++
      }))
      const { firstBrokenId, mismatch, records } = yield* audit.examine
      assert.isBelow(saved, many.length)
      assert.deepStrictEqual([firstBrokenId, mismatch], [null, null])
      assert.isAtMost(records, saved + 1)
      yield* Fiber.interrupt(changes)
    }).pipe(Effect.provide(Layer.provide(Layer.merge(AuditTrail.layer, LedgerStore.layer), database.layer))))

  it.effect("takes time in proportion to the days", () =>
    Effect.gen(function*() {
      const days = Array.from({ length: 9500 }, (_, index) => day(addDays("2000-01-01" as LocalDate, index), index))
      const { head, ...examination } = yield* examined(days, days)
      assert.deepStrictEqual(examination, { records: 9500, firstBrokenId: null, mismatch: null, markMismatch: null, goalMismatch: null })
      assert.strictEqual(head.id, 9500)
    }))
})
