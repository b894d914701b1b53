import { describe, expect, it } from "@effect/vitest"
import { changedSince } from "../../src/Domain/ReportSince.ts"
import { date } from "../lib/Stored.ts"

// Rule 6.40.
describe("what has changed since a report was sent", () => {
  const day = (
    on: number,
    cents: number | null,
    source: "manual" | "generated" | "import" | null = "manual",
    isFinal = cents !== null
  ) => ({
    date: date(`2026-11-${on}`),
    cents,
    source,
    isFinal
  })

  it("is each day with another figure, none or a new one, and an estimate that was entered", () => {
    const sent = [day(11, 100), day(12, 200), day(13, null, null), day(14, 400, "generated"), day(15, 500), day(16, 600, "generated")]
    const now = [day(11, 100), day(12, 210), day(13, 300), day(14, 400), day(15, null, null), day(16, 600, "generated")]
    const by = (cents: number, source = "manual") => ({ cents, source })
    expect(changedSince(sent, now)).toEqual([
      { date: "2026-11-12", before: by(200), after: by(210) },
      { date: "2026-11-13", before: null, after: by(300) },
      { date: "2026-11-14", before: by(400, "generated"), after: by(400) },
      { date: "2026-11-15", before: by(500), after: null }
    ])
  })

  it("is nothing where a figure was confirmed, or has come from elsewhere", () => {
    expect(changedSince([day(11, 100), day(12, 50, "manual", false)], [day(11, 100, "import"), day(12, null, null)])).toEqual([])
  })

  it("has a day that was entered before the first one of then", () => {
    expect(changedSince([day(12, 100)], [day(11, 90), day(12, 100)])).toEqual([
      { date: "2026-11-11", before: null, after: { cents: 90, source: "manual" } }
    ])
  })
})
