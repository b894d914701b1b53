import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import { AuditAction, type AuditFact, type AuditRecord, chainStart, follows, link } from "../../src/Domain/Audit.ts"
import { Source } from "../../src/Domain/Turnover.ts"
import { cents, dateWithin, localDate } from "./Arbitraries.ts"

const someText = FastCheck.string({ unit: "grapheme", maxLength: 20 })

const someFact: FastCheck.Arbitrary<AuditFact> = FastCheck.record({
  createdAt: FastCheck.integer({ min: 0, max: 4_102_444_800_000 }),
  date: dateWithin("2000-01-01", "2099-12-31"),
  action: FastCheck.constantFrom(...AuditAction.literals),
  before: FastCheck.option(cents()),
  after: cents(),
  source: FastCheck.constantFrom(...Source.literals),
  reason: someText,
  actor: someText
})

const chain = (facts: ReadonlyArray<AuditFact>): ReadonlyArray<AuditRecord> => {
  const records: Array<AuditRecord> = []
  for (const fact of facts) records.push(link(records.at(-1) ?? chainStart, fact))
  return records
}

const isWhole = (records: ReadonlyArray<AuditRecord>): boolean =>
  records.every((record, index) => follows(records[index - 1] ?? chainStart, record))

/** A chain of two or more records, and the index of one of them. */
const chainAndPlace = FastCheck.array(someFact, { minLength: 2, maxLength: 6 })
  .chain((facts) => FastCheck.tuple(FastCheck.constant(chain(facts)), FastCheck.nat(facts.length - 1)))

const fact: AuditFact = {
  createdAt: 1_765_256_280_000,
  date: localDate("2025-12-09"),
  action: "correct",
  before: 0 as Cents,
  after: 362_976 as Cents,
  source: "manual",
  reason: "till recounted",
  actor: "Li"
}

// Rule 6.7.
describe("the audit chain", () => {
  it("begins at id 1, counts on, and verifies, whatever is written in it", () =>
    FastCheck.assert(FastCheck.property(FastCheck.array(someFact, { maxLength: 8 }), (facts) => {
      const records = chain(facts)
      assert.deepStrictEqual(records.map(({ id }) => id), facts.map((_, index) => index + 1))
      assert.isTrue(isWhole(records))
    })))

  it("keeps its hashes from release to release", () =>
    assert.strictEqual(
      link(chainStart, fact).hash,
      "ff88259f2ca00b287c8781f71a12985b9d49d0a09b84da838d0d0e5643049806"
    ))

  it("breaks where any field of any record is altered", () =>
    FastCheck.assert(FastCheck.property(chainAndPlace, someFact, ([records, place], other) => {
      const intact = records[place]
      assert.isDefined(intact)
      const alterations: ReadonlyArray<Partial<AuditRecord>> = [
        ...Object.entries(other).map(([field, value]) => ({ [field]: value })),
        { id: intact.id + 1 },
        { hash: intact.hash.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) }
      ]
      for (const alteration of alterations) {
        const altered = { ...intact, ...alteration }
        const sameAsBefore = JSON.stringify(altered) === JSON.stringify(intact)
        assert.strictEqual(isWhole(records.with(place, altered)), sameAsBefore, JSON.stringify(alteration))
      }
    })))

  it("breaks where text moves from one field to the next, or no amount becomes zero", () => {
    const record = link(chainStart, fact)
    assert.isTrue(follows(chainStart, record))
    assert.isFalse(follows(chainStart, { ...record, reason: "till recountedL", actor: "i" }))
    assert.isFalse(follows(chainStart, { ...record, before: null }))
  })

  it("breaks where an id is passed over", () => assert.isFalse(follows(chainStart, link({ id: 1, hash: chainStart.hash }, fact))))

  it("breaks where a record is dropped, repeated, inserted or swapped", () =>
    FastCheck.assert(FastCheck.property(chainAndPlace, someFact, ([records, place], other) => {
      const record = records[place]
      const next = records[place + 1]
      assert.isDefined(record)
      assert.isFalse(isWhole(records.toSpliced(place, 0, record)))
      assert.isFalse(isWhole(records.toSpliced(place, 0, link(records[place - 1] ?? chainStart, other))))
      // A chain without its newest record is still valid: only a later record shows that one is missing.
      if (next === undefined) return
      assert.isFalse(isWhole(records.toSpliced(place, 1)))
      assert.isFalse(isWhole(records.with(place, next).with(place + 1, record)))
    })))

  it("holds texts as a database can store them: half a character is none", () => {
    const record = link(chainStart, { ...fact, reason: "a\ud800b", actor: "\udc00" })
    assert.strictEqual(record.reason, "a\ufffdb")
    assert.strictEqual(record.actor, "\ufffd")
    assert.isTrue(follows(chainStart, record))
    assert.strictEqual(link(chainStart, { ...fact, reason: "点钞 😀" }).reason, "点钞 😀")
  })
})
