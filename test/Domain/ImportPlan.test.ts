import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { type ImportRow, overwritten, planImport, summarize } from "../../src/Domain/ImportPlan.ts"
import { changes, importDay } from "../../src/Domain/Posting.ts"
import type { Source } from "../../src/Domain/Turnover.ts"
import { history, localDate } from "./Arbitraries.ts"

const row = (date: string, cents: number): ImportRow => ({ date: localDate(date), cents: cents as Cents })

const book = DayBook.make([
  { ...row("2025-12-01", 100), isFinal: true, source: "generated" },
  { ...row("2025-12-02", 200), isFinal: false, source: "manual" },
  { ...row("2025-12-03", 0), isFinal: true, source: "import" }
])

describe("an import's plan", () => {
  const rows: ReadonlyArray<
    readonly [why: string, date: string, cents: number, change: string, before: number | null, source: Source | null]
  > = [
    ["has no record", "2025-12-09", 100, "new", null, null],
    ["has another amount", "2025-12-01", 101, "changed", 100, "generated"],
    ["has the same amount, final", "2025-12-01", 100, "unchanged", 100, "generated"],
    ["has the same amount, but is not final yet", "2025-12-02", 200, "changed", 200, "manual"],
    ["has another amount and is not final", "2025-12-02", 201, "changed", 200, "manual"],
    ["is a final day of nothing, imported as nothing", "2025-12-03", 0, "unchanged", 0, "import"]
  ]
  it.each(rows)("of a day that %s", (_why, date, cents, change, before, beforeSource) => {
    const [planned] = planImport(book, [row(date, cents)])
    assert.deepStrictEqual({ ...planned }, { ...row(date, cents), change, before, beforeSource })
  })

  it("overwrites what somebody counted where that has another amount", () => {
    const amounts = [["2025-12-01", 101], ["2025-12-02", 201], ["2025-12-03", 1]] as const
    assert.strictEqual(overwritten(planImport(book, amounts.map(([date, cents]) => row(date, cents)))), 2)
    assert.strictEqual(overwritten(planImport(book, [row("2025-12-02", 200), row("2025-12-09", 1)])), 0)
  })

  it("goes from the oldest day to the newest and is counted by change", () => {
    const plan = planImport(book, [row("2025-12-09", 1), row("2025-12-03", 0), row("2025-12-02", 200), row("2025-11-30", 7)])
    assert.strictEqual(plan.map(({ date }) => date).join(" "), "2025-11-30 2025-12-02 2025-12-03 2025-12-09")
    assert.deepStrictEqual(summarize(plan), { imported: 4, new: 2, changed: 1, unchanged: 1 })
    assert.deepStrictEqual(summarize([]), { imported: 0, new: 0, changed: 0, unchanged: 0 })
  })

  it("of the same rows changes nothing once it has been carried out", () =>
    FastCheck.assert(FastCheck.property(history, history, (recorded, sent) => {
      const before = DayBook.make(recorded)
      const after = DayBook.withChanges(before, changes(planImport(before, sent).map((planned) => importDay(planned, "admin")), 0))
      const { changed, imported, unchanged, ...rest } = summarize(planImport(after, sent))
      assert.deepStrictEqual({ changed, imported, new: rest.new, unchanged }, {
        changed: 0,
        imported: sent.length,
        new: 0,
        unchanged: sent.length
      })
    })))
})
