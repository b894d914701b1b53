import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { faultsIn, httpService, raw } from "../../lib/HttpService.ts"
import { cents, storeDay, turnover } from "../../lib/Stored.ts"

const at = "2025-12-09T13:14:40+08:00"

// Rule 6.40.
describe("the report", () => {
  it.scoped("of a running week counts until yesterday, and compares with the week before", () => {
    const before = Effect.all([
      storeDay(turnover("2025-12-01", { cents: cents(300_00) })),
      storeDay(turnover("2025-12-08", { cents: cents(330_50) }))
    ])
    return Effect.gen(function*() {
      assert.deepStrictEqual((yield* raw("/api/reports/2025-W50")).json(), {
        period: "2025-W50",
        kind: "week",
        first: "2025-12-08",
        last: "2025-12-14",
        until: "2025-12-08",
        before: "2025-W49",
        after: "2025-W51",
        shop_name: "示例门店",
        total: 330.5,
        days_final: 1,
        generated: { days: 0, amount: 0 },
        counted_days: 1,
        closed_days: 0,
        missing: [],
        mean: null,
        goal: null,
        best: { date: "2025-12-08", amount: 330.5 },
        worst: { date: "2025-12-08", amount: 330.5 },
        comparison: { against: "week_before", days: 1, current: 330.5, previous: 300, way: "more", by: 30.5, percent: 10 },
        days: [{ date: "2025-12-08", amount: 330.5, source: "manual", closed: false, note: "", usual: null }]
      })
      assert.deepInclude((yield* raw("/api/reports/2026-01")).json(), { until: null, total: 0, days: [], best: null, mean: null })
      const unknown = yield* raw("/api/reports/2025-W53")
      assert.strictEqual(unknown.status, 400)
      assert.deepStrictEqual(faultsIn(unknown), [
        { field: "period", message: "expected a week such as 2026-W47 or a month such as 2026-11, got \"2025-W53\"" }
      ])
    }).pipe(Effect.provide(httpService({ at, before }).layer))
  })
})
