import { assert, describe, it } from "@effect/vitest"
import type { Cents } from "../../src/Domain/Amount.ts"
import { chainStart, follows } from "../../src/Domain/Audit.ts"
import type { PlannedRow } from "../../src/Domain/ImportPlan.ts"
import * as Messages from "../../src/Domain/Messages.ts"
import * as Posting from "../../src/Domain/Posting.ts"
import { type Turnover, unmarked } from "../../src/Domain/Turnover.ts"
import { localDate } from "./Arbitraries.ts"

const date = localDate("2025-12-09")
const cents = 362_976 as Cents

const open: Turnover = { date, cents: 100 as Cents, isFinal: false, source: "import" }
const correction = { date, cents, reason: "till recounted", actor: "Li" }

const row = (day: string, amount: number, before: number | null): PlannedRow => ({
  date: localDate(day),
  cents: amount as Cents,
  change: before === null ? "new" : "changed",
  before: before as Cents | null,
  beforeSource: before === null ? null : "import"
})

const generated = Posting.generate(date, cents)
const imported = [
  Posting.importDay(row("2025-12-01", 999_999_999_999, null), "admin"),
  Posting.importDay(row("2025-12-02", 1, 5), "admin")
]

describe("a posting", () => {
  const postings: ReadonlyArray<readonly [what: string, posting: Posting.Posting, expected: Posting.Posting]> = [
    ["generated", generated, {
      action: "generate",
      day: { date, cents, isFinal: true, source: "generated" },
      before: null,
      reason: "",
      actor: "settlement"
    }],
    ["made final, keeping its amount and source", Posting.finalize(open), {
      action: "finalize",
      day: { ...open, isFinal: true },
      before: 100 as Cents,
      reason: "",
      actor: "settlement"
    }],
    ["corrected where there was none", Posting.correct(correction, undefined), {
      action: "correct",
      day: { date, cents, isFinal: true, source: "manual" },
      before: null,
      reason: "till recounted",
      actor: "Li"
    }],
    ["corrected, whatever it was", Posting.correct(correction, open), {
      action: "correct",
      day: { date, cents, isFinal: true, source: "manual" },
      before: 100 as Cents,
      reason: "till recounted",
      actor: "Li"
    }],
    ["imported", Posting.importDay({ date, cents, change: "changed", before: 100 as Cents, beforeSource: "import" }, "auto-import"), {
      action: "import",
      day: { date, cents, isFinal: true, source: "import" },
      before: 100 as Cents,
      reason: "",
      actor: "auto-import"
    }]
  ]
  it.each(postings)("of a day that is %s", (_what, posting, expected) => assert.deepStrictEqual(posting, expected))
})

const marked = [
  Posting.mark(unmarked(date), { closed: true, note: "holiday", actor: "Li", by: "entry" }, 1_000),
  Posting.mark({ ...unmarked(date), closed: true, note: "holiday" }, { closed: false, actor: "Li", by: "entry" }, 1_000),
  Posting.mark(unmarked(date), { note: "rain", actor: "Li", by: "entry" }, 1_000)
].flatMap((posting) => posting ?? [])

// Rules 6.27 and 6.28.
describe("a mark", () => {
  it("is closed, opened or noted, with the note as its reason, and remembers when the day was left without a figure", () =>
    assert.deepStrictEqual(marked.map(({ action, mark, reason }) => [action, mark.closed, mark.clearedAt, reason]), [
      ["close", true, null, "holiday"],
      ["open", false, 1_000, "holiday"],
      ["note", false, null, "rain"]
    ]))

  it("that asks for the present state is no change", () =>
    assert.isUndefined(
      Posting.mark({ ...unmarked(date), closed: true, note: "a" }, { closed: true, note: "a", actor: "Li", by: "entry" }, 1_000)
    ))

  it("of a withdrawn figure says when", () =>
    assert.strictEqual(Posting.withdraw(open, unmarked(date), 1_000, correction).mark.clearedAt, 1_000))
})

describe("the audit of postings", () => {
  it("has no amount afterwards for a withdrawal, and none at all for a mark", () => {
    const postings = [Posting.withdraw(open, unmarked(date), 1_000, correction), ...marked]
    assert.deepStrictEqual(
      Posting.auditRecords(chainStart, postings, 1_000).map(({ action, after, before, source }) => [action, before, after, source]),
      [["withdraw", 100, null, "import"], ["close", null, null, null], ["open", null, null, null], ["note", null, null, null]]
    )
  })

  it("is one record each, chained in their order behind the head", () => {
    const records = Posting.auditRecords({ id: 41, hash: "head" }, [generated, Posting.correct(correction, open)], 1_000)
    const [first, second] = records
    assert.strictEqual(records.length, 2)
    assert.isDefined(first)
    assert.isDefined(second)
    assert.isTrue(follows({ id: 41, hash: "head" }, first))
    assert.isTrue(follows(first, second))
    const { hash: _, ...fields } = second
    assert.deepStrictEqual(fields, {
      id: 43,
      createdAt: 1_000,
      date,
      action: "correct",
      before: 100 as Cents,
      after: cents,
      source: "manual",
      reason: "till recounted",
      actor: "Li"
    })
  })

  it("of no postings is empty", () => assert.deepStrictEqual(Posting.auditRecords(chainStart, [], 1_000), []))
})

// Rule 7.1.
describe("the messages of postings", () => {
  const day = { date, cents, before: null, reason: "" }
  const daily = { ...day, kind: "daily", source: "generated", actor: "settlement" } as const

  it("have the facts of each kind of change", () =>
    assert.deepStrictEqual(
      Messages.announcements([
        generated,
        Posting.finalize(open),
        Posting.correct(correction, undefined),
        Posting.correct(correction, open),
        Posting.correct(correction, { ...open, cents }),
        Posting.withdraw(open, unmarked(date), 1_000, { reason: "wrong day", actor: "Li" }),
        ...marked
      ], "per_row"),
      [
        daily,
        { kind: "finalized", date, cents: 100 as Cents, source: "import", before: 100 as Cents, reason: "", actor: "settlement" },
        { kind: "entered", date, cents, source: "manual", before: null, reason: "till recounted", actor: "Li" },
        { kind: "corrected", date, cents, source: "manual", before: 100 as Cents, reason: "till recounted", actor: "Li" },
        { kind: "confirmed", date, cents, source: "manual", before: cents, reason: "till recounted", actor: "Li" },
        { kind: "withdrawn", date, before: 100 as Cents, reason: "wrong day", actor: "Li" }
      ]
    ))

  it("repeat a final day's figure with the source it has", () =>
    assert.deepStrictEqual(
      Messages.settled({ ...open, isFinal: true }, "repeat", "reload"),
      { kind: "repeat", again: "reload", date, cents: 100 as Cents, source: "import", before: null, reason: "", actor: "settlement" }
    ))

  it("test with the stored amount and its source, or with another amount of no source", () => {
    const asked = { date, cents: undefined, reason: "new group", actor: "Li" }
    const said = (cents: number | undefined, stored: typeof open | undefined) => {
      const { cents: amount, reason, source } = Messages.testing({ ...asked, cents: cents as Cents | undefined }, stored)
      return [Number(amount), source, reason]
    }
    assert.deepStrictEqual(said(undefined, open), [100, "import", "new group"])
    assert.deepStrictEqual(said(100, open), [100, "import", "new group"])
    assert.deepStrictEqual(said(7, open), [7, null, "new group"])
    assert.deepStrictEqual(said(undefined, undefined), [0, null, "new group"])
  })

  it("of an import are one a row by default", () =>
    assert.deepStrictEqual(Messages.announcements(imported, "per_row"), [
      {
        kind: "imported",
        date: localDate("2025-12-01"),
        cents: 999_999_999_999 as Cents,
        source: "import",
        before: null,
        reason: "",
        actor: "admin"
      },
      {
        kind: "imported",
        date: localDate("2025-12-02"),
        cents: 1 as Cents,
        source: "import",
        before: 5 as Cents,
        reason: "",
        actor: "admin"
      }
    ]))

  it("of an import are one for all rows as a digest, beside those of other changes", () =>
    assert.deepStrictEqual(Messages.announcements([generated, ...imported], "digest"), [
      daily,
      {
        kind: "digest",
        days: 2,
        first: localDate("2025-12-01"),
        last: localDate("2025-12-02"),
        totalCents: 1_000_000_000_000,
        actor: "admin"
      }
    ]))

  it("of an import that changes nothing are none, as a digest either", () => {
    assert.deepStrictEqual(Messages.announcements([], "digest"), [])
    assert.deepStrictEqual(Messages.announcements([], "per_row"), [])
  })

  it("of an import are none with import_notify none, but other changes are announced", () =>
    assert.deepStrictEqual(Messages.announcements([...imported, generated], "none"), [daily]))
})
