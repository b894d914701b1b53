import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as DayBook from "../../../src/Domain/DayBook.ts"
import { noHolidays } from "../../../src/Domain/Holidays.ts"
import { periodOf } from "../../../src/Domain/Period.ts"
import { reportOf } from "../../../src/Domain/Report.ts"
import { toRow } from "../../../src/Outbox/Row.ts"
import { faultsIn, httpService, jsonBody, raw, rawAdmin } from "../../lib/HttpService.ts"
import { cents, date, storeDay, turnover } from "../../lib/Stored.ts"

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
        counted: 330.5,
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
        days: [{ date: "2025-12-08", amount: 330.5, source: "manual", closed: false, note: "", usual: null }],
        sent: null,
        changes: []
      })
      assert.deepInclude((yield* raw("/api/reports/2026-01")).json(), { until: null, total: 0, days: [], best: null, mean: null })
      const unknown = yield* raw("/api/reports/2025-W53")
      assert.strictEqual(unknown.status, 400)
      assert.deepStrictEqual(faultsIn(unknown), [
        { field: "period", message: "expected a week such as 2026-W47 or a month such as 2026-11, got \"2025-W53\"" }
      ])
    }).pipe(Effect.provide(httpService({ at, before }).layer))
  })

  it.scoped("that a chat took says when, with its check code, and which day was changed since, by whom", () => {
    const day = turnover("2025-12-01", { cents: cents(300_00) })
    const report = reportOf(DayBook.make([day]), periodOf("week", day.date), date("2025-12-07"), { goals: {}, holidays: noHolidays })
    const message = (state: string) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql`INSERT INTO notification ${
          sql.insert({ ...toRow({ kind: "report", head: "1:0123456789abcdef", report }, "main", 1_765_152_000_000), state })
        }`)
    const changes = Effect.map(raw("/api/reports/2025-W49"), (answer) => {
      const { changes, sent } = answer.json()
      return { changes, sent }
    })
    return Effect.gen(function*() {
      assert.deepStrictEqual(yield* changes, { sent: null, changes: [] })
      yield* message("delivered")
      const sent = { at: "2025-12-08T08:00:00+08:00", head: "1:0123456789abcdef" }
      assert.deepStrictEqual(yield* changes, { sent, changes: [] })
      yield* rawAdmin("/api/admin/turnover", { method: "PUT", ...jsonBody({ date: day.date, amount: 420, actor: "小王" }) })
      assert.deepStrictEqual(yield* changes, {
        sent,
        changes: [{ date: day.date, before: { amount: 300, source: "manual" }, after: { amount: 420, source: "manual" }, by: "小王", at }]
      })
    }).pipe(Effect.provide(httpService({ at, before: Effect.all([storeDay(day), message("failed")]) }).layer))
  })
})
