import { assert, describe, it } from "@effect/vitest"
import type { Cents } from "../../src/Domain/Amount.ts"
import { type AuditAction, type AuditRecord, chainStart, formatHead, link, parseHead } from "../../src/Domain/Audit.ts"
import type { LocalDate, Month } from "../../src/Domain/LocalDate.ts"
import {
  firstGoalMismatch,
  firstMarkMismatch,
  markAfter,
  noMark,
  type RecordedMark,
  type StoredMark
} from "../../src/Domain/Reconciliation.ts"

const first = "2026-03-14" as LocalDate
const second = "2026-03-15" as LocalDate

const written = (facts: ReadonlyArray<readonly [date: LocalDate, action: AuditAction, reason: string]>) => {
  const records: Array<AuditRecord> = []
  for (const [date, action, reason] of facts) {
    records.push(link(records.at(-1) ?? chainStart, {
      createdAt: 0,
      date,
      action,
      before: null,
      after: null,
      source: null,
      reason,
      actor: "mei"
    }))
  }
  return records
}

const stored = (date: LocalDate, closed: boolean, note: string): StoredMark => ({ date, closed, note })

const mismatch = (facts: Parameters<typeof written>[0], marks: ReadonlyArray<StoredMark>) => {
  const recorded = new Map<LocalDate, RecordedMark>()
  for (const record of written(facts)) recorded.set(record.date, markAfter(recorded.get(record.date) ?? noMark, record))
  const found = firstMarkMismatch(marks, recorded)
  return found === null ? null : [found.date, found.recordId, found.recorded.closed, found.stored.closed, found.stored.note]
}

// Rule 6.7.
describe("marks are compared with their records", () => {
  const cases: ReadonlyArray<readonly [string, ...Parameters<typeof mismatch>, ReturnType<typeof mismatch>]> = [
    ["and agree", [[first, "close", "盘点"], [second, "note", "雨"]], [stored(first, true, "盘点"), stored(second, false, "雨")], null],
    ["and agree after each change", [[first, "close", "a"], [first, "note", "b"], [first, "open", "c"]], [stored(first, false, "c")], null],
    ["and one set by hand shows", [], [stored(first, true, "")], [first, null, false, true, ""]],
    ["and one removed by hand shows", [[first, "close", ""]], [], [first, 1, true, false, ""]],
    ["and a changed note shows", [[first, "close", "a"]], [stored(first, true, "b")], [first, 1, true, true, "b"]],
    ["and the first day is named", [[second, "close", ""]], [stored(first, true, "")], [first, null, false, true, ""]],
    ["and an empty mark needs no record", [], [stored(first, false, "")], null]
  ]
  it.each(cases)("%s", (_, facts, marks, expected) => assert.deepStrictEqual(mismatch(facts, marks), expected))
})

// Rule 6.7.
describe("goals are compared with their records", () => {
  const november = "2026-11" as Month
  const found = (stored: number | null, recorded: number | null | undefined) =>
    firstGoalMismatch(
      new Map(stored === null ? [] : [[november, stored as Cents]]),
      new Map(recorded === undefined ? [] : [[november, { recordId: 7, cents: recorded as Cents | null }]])
    )
  it.each([[500, 500], [0, 0], [null, null], [null, undefined]])("and a month with %j agrees with a record of %j",
    (stored, recorded) => assert.isNull(found(stored, recorded)))
  it.each([[500, 400, 7], [500, null, 7], [null, 500, 7], [null, 0, 7], [500, undefined, null]])(
    "and a month with %j differs from a record of %j",
    (stored, recorded, recordId) =>
      assert.deepStrictEqual(found(stored, recorded), { month: november, recordId, recorded: recorded ?? null, stored } as never)
  )
})

describe("the head of an audit", () => {
  const hash = "9f3c07aa51d2e8b46f0a7c93d5e1b2880c4d6e7f9a1b3c5d7e9f0a2b4c6d8e0f"
  it("is written as number and hash, and read again in full or by 16 digits or more", () => {
    assert.deepStrictEqual(parseHead(formatHead({ id: 12, hash })), { id: 12, hash })
    assert.deepStrictEqual(parseHead(` 12:${hash.slice(0, 16).toUpperCase()}\n`), { id: 12, hash: hash.slice(0, 16) })
    for (const text of ["", "12", `0:${hash}`, `12:${hash.slice(0, 15)}`, `12:${hash}0`, `-1:${hash}`, `12:${"g".repeat(16)}`]) {
      assert.isUndefined(parseHead(text), text)
    }
  })
})
