import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { Database } from "../../src/Database.ts"
import type { Cents } from "../../src/Domain/Amount.ts"
import { type AuditRecord, chainStart, link } from "../../src/Domain/Audit.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import * as AuditTrail from "../../src/Ledger/AuditTrail.ts"
import * as LedgerStore from "../../src/Ledger/Store.ts"

const length = 1201

const replacing = "INSERT OR REPLACE INTO audit SELECT id, 0, date, action, 1, 1, source, reason, actor, hash FROM audit WHERE id = 2"

/** Record n was written at n seconds. */
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

const trail = (count = length) =>
  Layer.effectDiscard(Effect.flatMap(LedgerStore.LedgerStore, (store) => store.transaction(store.appendAudit(records.slice(0, count))))).pipe(
    Layer.provideMerge(Layer.merge(AuditTrail.layer, LedgerStore.layer)),
    Layer.provideMerge(Database.layer("sqlite::memory:"))
  )

const since = (millis: number) =>
  Effect.flatMap(AuditTrail.AuditTrail, (audit) => Effect.map(Stream.runCollect(audit.since(millis)), Chunk.toReadonlyArray))
const verify = Effect.flatMap(AuditTrail.AuditTrail, (audit) => audit.verify)

describe("AuditTrail", () => {
  // Rule 6.6.
  it.effect("reads every record of many pages, newest first", () => Effect.gen(function*() {
    assert.deepStrictEqual(yield* since(0), records.toReversed())
    assert.deepStrictEqual(yield* verify, { records: length, firstBrokenId: null })
  }).pipe(Effect.provide(trail())))

  it.effect("reads from an instant on, that instant included", () => Effect.gen(function*() {
    assert.deepStrictEqual((yield* since(1_199_000)).map(({ id }) => id), [1201, 1200, 1199])
    assert.deepStrictEqual(yield* since(1_201_001), [])
  }).pipe(Effect.provide(trail())))

  for (const count of [0, 499, 500, 501, 1000]) {
    it.effect(`reads and verifies ${count} records, however they fill the pages`, () => Effect.gen(function*() {
      assert.strictEqual((yield* since(0)).length, count)
      assert.deepStrictEqual(yield* verify, { records: count, firstBrokenId: null })
    }).pipe(Effect.provide(trail(count))))
  }

  // Rule 6.7.
  it.effect("cannot be altered through the database", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    for (const statement of ["UPDATE audit SET reason = ''", "DELETE FROM audit WHERE id = 3"]) {
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
    it.effect(`shows ${what}`, () => Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DROP TRIGGER audit_no_update`
      yield* sql`DROP TRIGGER audit_no_delete`
      yield* sql`DROP TRIGGER audit_no_replace`
      yield* sql.unsafe(statement)
      assert.deepStrictEqual(yield* verify, { records: intact, firstBrokenId })
    }).pipe(Effect.provide(trail())))
  }
})
