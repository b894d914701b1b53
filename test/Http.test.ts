import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema, TestClock } from "effect"
import { LocalDate } from "../src/Domain/LocalDate.ts"
import { client, httpService, raw } from "./lib/HttpService.ts"

// A Tuesday.
const at = "2025-12-09T13:14:40+08:00"
const date = Schema.decodeSync(LocalDate)

/** Two weeks of counted days with rising amounts, imported through the client. */
const filled = Effect.gen(function*() {
  const api = yield* client
  const rows = Array.from({ length: 8 }, (_, index) => `2025-12-0${index + 1},${100 * (index + 1)}.50`)
  yield* api.import({ payload: ["date,amount", ...rows].join("\n"), urlParams: { dry_run: false } })
  return api
})

// Rules 4.5, 6.2, 6.4, 6.5 and 6.6.
describe("the dashboard's endpoints, by the derived client", () => {
  it.scoped("metrics", () =>
    Effect.gen(function*() {
      const api = yield* filled
      const metrics = yield* api.metrics({})
      assert.deepInclude<unknown>(metrics, {
        shop_name: "示例门店",
        server_now: "2025-12-09T13:14:40+08:00",
        cutoff_hour: 23,
        cutoff_time: "23:00",
        next_cutoff: "2025-12-09T23:00:00+08:00",
        today: {
          date: "2025-12-09",
          weekday: "周二",
          amount: null,
          range: { min: 2800, max: 3600 },
          awaits: false
        },
        yesterday: { date: "2025-12-08", amount: 800.5 },
        day_before: { date: "2025-12-07", amount: 700.5 },
        newest: { date: "2025-12-08", amount: 800.5, source: "import" },
        this_week: { start: "2025-12-08", end: "2025-12-09", total: 800.5 },
        last_week: { start: "2025-12-01", end: "2025-12-07", total: 2803.5 },
        this_month: { start: "2025-12-01", end: "2025-12-09", total: 3604 }
      })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("series7", () =>
    Effect.gen(function*() {
      const api = yield* filled
      const week = yield* api.series7({ urlParams: { days: 7 } })
      assert.deepStrictEqual(week.map(({ amount }) => amount), [200.5, 300.5, 400.5, 500.5, 600.5, 700.5, 800.5])
      const quarter = yield* api.series7({ urlParams: { days: 90 } })
      assert.strictEqual(quarter.length, 90)
      assert.deepInclude<unknown>(quarter[0], { date: "2025-09-10", estimated: true })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("revenue", () =>
    Effect.gen(function*() {
      const api = yield* filled
      assert.deepStrictEqual(yield* api.revenue({ urlParams: { days: 2 } }), [
        { date: date("2025-12-08"), amount: 800.5, is_final: true, source: "import" }
      ])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("audit", () =>
    Effect.gen(function*() {
      const api = yield* filled
      const [newest, ...older] = yield* api.audit({ urlParams: { days: 1 } })
      assert.strictEqual(older.length, 7)
      assert.deepInclude<unknown>(newest, {
        id: 8,
        created_at: at,
        date: "2025-12-08",
        action: "import",
        amount_before: null,
        amount_after: 800.5,
        source: "import",
        kind: "imported",
        reason: "",
        actor: "admin"
      })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("health", () =>
    Effect.gen(function*() {
      const api = yield* filled
      const health = yield* api.health({})
      if (!("database" in health)) return assert.fail("expected the whole report")
      assert.deepInclude<unknown>(health, { status: "ok", missing_days: [], problems: [], auto_import: null, server_now: at })
      assert.deepInclude<unknown>(health.database, { ok: true, kind: "sqlite" })
      assert.deepInclude<unknown>(health.scheduler, { ok: true, cutoff_time: "23:00", next_run: "2025-12-09T23:00:00+08:00" })
      assert.deepStrictEqual(health.time_zone, { name: "Asia/Shanghai", offset: "+08:00" })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("export", () =>
    Effect.gen(function*() {
      const api = yield* filled
      const csv = yield* api.export({ urlParams: { bom: false } })
      assert.strictEqual(csv.split("\r\n").at(1), "2025-12-01,100.50")
      assert.strictEqual(csv.split("\r\n").length, 10)
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

// Rule 6.20.
describe("every path that can be read", () => {
  const paths = [
    "/",
    "/admin",
    "/docs",
    "/openapi.json",
    "/static/icon.svg",
    "/api/metrics",
    "/api/series7",
    "/api/revenue",
    "/api/audit",
    "/api/health",
    "/api/export",
    "/api/events"
  ]

  it.scoped("can be asked for its headers alone", () =>
    Effect.gen(function*() {
      for (const path of paths) {
        const head = yield* raw(path, { method: "HEAD" })
        assert.strictEqual(head.status, 200, path)
        assert.strictEqual(head.bytes.length, 0, path)
        if (path === "/api/events") continue
        const { date: _, "transfer-encoding": __, "x-request-id": ___, ...headers } = (yield* raw(path)).headers
        assert.deepInclude(head.headers, headers, path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("may have an unknown query", () =>
    Effect.gen(function*() {
      for (const path of paths.filter((path) => path !== "/" && path !== "/api/events" && !path.includes("."))) {
        assert.strictEqual((yield* raw(`${path}?utm=1&__proto__=2&constructor[x]=3`)).status, 200, path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is never sniffed for another type, and not cached unless it is a page", () =>
    Effect.gen(function*() {
      const others = ["/nope", "/api/nope", "/api/admin/logs", "//api/metrics", "/%61pi/metrics", "/api/series7?days=1"]
      for (const path of [...paths, ...others]) {
        const { headers } = yield* raw(path, { method: "HEAD" })
        assert.strictEqual(headers["x-content-type-options"], "nosniff", path)
        assert.strictEqual(headers["referrer-policy"], "no-referrer", path)
        assert.strictEqual(headers["cache-control"], /^\/($|admin|docs|openapi|static)/.test(path) ? "no-cache" : "no-store", path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

describe("a query", () => {
  // Rules 6.4, 6.5 and 6.6.
  it.scoped("is held to its bounds", () =>
    Effect.gen(function*() {
      const accepted = [
        ...["series7?days=7", "series7?days=90", "revenue?days=1", "revenue?days=3660"],
        ...["audit?days=1", "audit?days=3660", "export?bom=0"]
      ]
      for (const path of accepted) assert.strictEqual((yield* raw(`/api/${path}`)).status, 200, path)
      const values = ["6", "91", "", "7.5", "1e1", "-7", "+7", "0x7", "%207", "%EF%BC%97", "seven", "9".repeat(400), "7&days=8", "7%00"]
      const refused = [
        ...values.map((value) => `series7?days=${value}`),
        "revenue?days=0",
        "revenue?days=3661",
        "audit?days=0",
        "audit?days=3661",
        "export?bom=2",
        "export?bom="
      ]
      for (const path of refused) {
        const answer = yield* raw(`/api/${path}`)
        assert.strictEqual(answer.status, 400, path)
        assert.strictEqual(answer.json()["error"], "invalid_request", path)
        assert.isBelow(answer.text.length, 800, path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

// Rule 6.9.
describe("an export", () => {
  it.scoped("is a CSV file for people, with a byte order mark for Excel", () =>
    Effect.gen(function*() {
      yield* filled
      const plain = yield* raw("/api/export")
      assert.strictEqual(plain.headers["content-type"], "text/csv; charset=utf-8")
      assert.match(String(plain.headers["content-disposition"]), /^attachment; filename="[\w.-]+\.csv"$/)
      assert.match(plain.text, /^date,amount\r\n(2025-12-0\d,\d+\.50\r\n){8}$/)
      const marked = yield* raw("/api/export?bom=1")
      assert.strictEqual(marked.bytes.subarray(0, 3).toString("hex"), "efbbbf")
      assert.strictEqual(marked.bytes.subarray(3).toString(), plain.text)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("has the source of each amount where that is asked for, or where one of them was generated", () =>
    Effect.gen(function*() {
      const api = yield* filled
      const plain = (yield* raw("/api/export")).text
      assert.strictEqual((yield* raw("/api/export?source=generated")).text, plain)
      const sourced = (yield* raw("/api/export?source=always")).text
      assert.match(sourced, /^date,amount,source\r\n(2025-12-0\d,\d+\.50,import\r\n){8}$/)
      // The cutoff finds no record of today.
      yield* TestClock.adjust("11 minutes")
      assert.match((yield* raw("/api/export?source=generated")).text, /^date,amount,source\r\n[^]*2025-12-09,\d+\.\d\d,generated\r\n$/)
      assert.match((yield* raw("/api/export")).text, /^date,amount\r\n[^]*2025-12-09,\d+\.\d\d\r\n$/)
      assert.strictEqual((yield* raw("/api/export?source=all")).status, 400)
      assert.isNotEmpty(yield* api.export({ urlParams: { bom: false } }))
    }).pipe(Effect.provide(httpService({ at: "2025-12-09T22:50:00+08:00", watch: "1 minute" }).layer)))

  it.scoped("changes nothing when it is imported without what is equal", () =>
    Effect.gen(function*() {
      const api = yield* filled
      for (const bom of [false, true]) {
        const csv = yield* api.export({ urlParams: { bom } })
        const summary = yield* api.import({ payload: csv, urlParams: { dry_run: false, equal: "skip" } })
        assert.deepInclude(summary, { imported: 8, new: 0, changed: 0, unchanged: 8 })
      }
      assert.strictEqual((yield* api.audit({ urlParams: { days: 30 } })).length, 8)
      const { counts } = yield* api.notifications({ urlParams: { limit: 50 } })
      assert.strictEqual(counts.pending + counts.delivered + counts.failed, 8)
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
