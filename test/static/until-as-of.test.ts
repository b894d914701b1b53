import { assert, describe, it } from "vitest"

const period = {
  start: "2026-11-23",
  end: "2026-11-26",
  total: 400.3,
  days: 4,
  final_days: 4,
  generated_days: 1,
  counted: { total: 300.2, days: 3 },
  estimated: { total: 100.1, days: 1 },
  closed_days: 0,
  missing: []
}

interface Sums {
  readonly this_week: typeof period
  readonly this_month: typeof period
}

const { untilAsOf }: { readonly untilAsOf: (metrics: Sums) => void } = await import(
  new URL("../../static/scripts/dashboard/metrics.ts", import.meta.url).href
)

interface Entered {
  readonly amount: number
  readonly is_final: boolean
  readonly source: "manual" | "generated"
}

const figure: Entered = { amount: 100.1, source: "manual", is_final: true }

const week = (as_of: string, entered: Entered | null, shown = period) => {
  const metrics = { as_of, today: { date: "2026-11-26", entered }, this_week: { ...shown }, this_month: { ...shown } }
  untilAsOf(metrics)
  assert.deepStrictEqual(metrics.this_month, metrics.this_week)
  return metrics.this_week
}

// Rule 6.3.
describe("a sum on the pages", () => {
  it("ends with the as-of day, without today's figure before its cutoff", () => {
    assert.deepStrictEqual(week("2026-11-25", figure), {
      ...period,
      end: "2026-11-25",
      total: 300.2,
      days: 3,
      final_days: 3,
      counted: { total: 200.1, days: 2 }
    })
    assert.strictEqual(week("2026-11-25", { ...figure, source: "generated" }).generated_days, 0)
  })

  it("is the service's where today counts, and has today's amount only if it is final", () => {
    assert.deepStrictEqual(week("2026-11-26", null), period)
    for (const entered of [null, { ...figure, is_final: false }]) {
      assert.deepStrictEqual(week("2026-11-25", entered), { ...period, end: "2026-11-25" })
    }
    const monday = { ...period, start: "2026-11-26" }
    assert.deepStrictEqual(week("2026-11-25", null, monday), monday)
  })
})
