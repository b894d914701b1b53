import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Ledger } from "../src/Ledger.ts"
import { packageRoot } from "../src/Package.ts"
import { delivery } from "./Chat/Samples.ts"
import { commanding } from "./lib/Commands.ts"
import { connect, head, httpService, jsonBody, raw, rawAdmin } from "./lib/HttpService.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { cents, date, storeDay, turnover } from "./lib/Stored.ts"
import type { TestServiceOptions } from "./lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"

/** The service at a local time of 2026-03-14, on a quick clock. */
const serviceAt = (time: string, options: Partial<TestServiceOptions> = {}) => {
  const clock = quickClock(DateTime.unsafeMake(`2026-03-14T${time}+08:00`).epochMillis)
  return { clock, ...httpService({ at: "", clock, ...options }) }
}

/** A sample's value by its name and labels. All tests of the process share the registry, so they compare differences. */
const samples = Effect.map(raw("/metrics"),
  ({ text }) =>
    new Map(text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
      const blank = line.lastIndexOf(" ")
      return [line.slice(0, blank), Number(line.slice(blank + 1))]
    })))

const difference = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, name: string): number =>
  (after.get(name) ?? 0) - (before.get(name) ?? 0)

const requests = (method: string, route: string, status: number): string =>
  `turnover_http_requests_total{method="${method}",route="${route}",status="${status}"}`

const durations = (route: string): string => `turnover_http_request_duration_seconds_count{route="${route}"}`

describe("GET /metrics", () => {
  it.scoped("is text that Prometheus reads", () => {
    const { bot, clock, layer } = serviceAt("22:59:30", { before: storeDay(turnover("2026-03-12")) })
    bot.script.push(Effect.succeed(delivery("permanent")))
    return Effect.gen(function*() {
      yield* clock.pass("2 minutes")
      yield* raw("/api/metrics")
      const { headers, text } = yield* raw("/metrics")
      assert.strictEqual(headers["content-type"], "text/plain; version=0.0.4; charset=utf-8")
      assert.strictEqual(headers["cache-control"], "no-store")
      assert.match(text, /\n$/)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("counts requests by declared path, method and status, those answered at once among them", () =>
    Effect.gen(function*() {
      const before = yield* samples
      yield* Effect.repeatN(raw("/api/metrics"), 2)
      yield* raw("/api/series7?days=30")
      yield* raw("/api/series7?days=1")
      yield* raw("/api/metrics", { method: "HEAD" })
      yield* raw("/static/icon.svg")
      yield* rawAdmin("/api/admin/notifications/7/resend", { method: "POST" })
      yield* raw("/api/admin/turnover", jsonBody({}))
      const after = yield* samples
      const counted = (method: string, route: string, status: number) => difference(before, after, requests(method, route, status))
      assert.strictEqual(counted("GET", "/api/metrics", 200), 3)
      assert.strictEqual(counted("GET", "/api/series7", 200), 1)
      assert.strictEqual(counted("GET", "/api/series7", 400), 1)
      assert.strictEqual(counted("HEAD", "/api/metrics", 200), 1)
      assert.strictEqual(counted("GET", "/static/*", 200), 1)
      assert.strictEqual(counted("POST", "/api/admin/notifications/:id/resend", 404), 1)
      assert.strictEqual(counted("PUT", "/api/admin/turnover", 401), 1)
      assert.strictEqual(counted("GET", "/metrics", 200), 1, "the one before, for this one is not over")
      assert.strictEqual(difference(before, after, durations("/api/metrics")), 4)
      assert.strictEqual(difference(before, after, durations("/api/series7")), 2)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("has one label for all undeclared paths", () =>
    Effect.gen(function*() {
      const before = yield* samples
      for (const path of ["/wp-login.php", "/api/nope?token=1", "/%00", "/static"]) yield* raw(path)
      yield* raw("/", { method: "PROPFIND" })
      const after = yield* samples
      assert.strictEqual(difference(before, after, requests("GET", "other", 404)), 4)
      assert.strictEqual(difference(before, after, requests("other", "/", 405)), 1)
      for (const name of after.keys()) assert.notMatch(name, /wp-login|nope|PROPFIND/)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("counts event streams while they are open, and not how long they last", () =>
    Effect.gen(function*() {
      const before = yield* samples
      const stream = yield* connect
      yield* stream.send(head("GET", "/api/events"))
      yield* stream.heard(/tick/)
      const after = yield* samples
      assert.strictEqual(after.get("turnover_event_clients"), 1)
      assert.strictEqual(difference(before, after, requests("GET", "/api/events", 200)), 1)
      assert.isUndefined(after.get(durations("/api/events")))
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("reports how late the day is, when it was last settled, what waits and what failed", () => {
    const { bot, clock, layer } = serviceAt("22:59:30", { before: storeDay(turnover("2026-03-12")) })
    bot.script.push(Effect.succeed(delivery("transient", { retryAfterMillis: 60_000 })), Effect.succeed(delivery("permanent")))
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      const before = yield* samples
      assert.strictEqual(before.get("turnover_settlement_lag_seconds"), 86_371, "2026-03-13 was never settled")
      assert.strictEqual(before.get("turnover_missing_dates"), 1)
      yield* clock.pass("59 seconds")
      const after = yield* samples
      assert.strictEqual(after.get("turnover_settlement_lag_seconds"), 0)
      assert.strictEqual(after.get("turnover_last_settlement_timestamp_seconds"),
        DateTime.unsafeMake("2026-03-14T15:00:00Z").epochMillis / 1000)
      assert.strictEqual(difference(before, after, "turnover_settlement_runs_total{result=\"generated\"}"), 1)
      assert.strictEqual(after.get("turnover_outbox_messages{state=\"pending\"}"), 1)
      assert.strictEqual(after.get("turnover_outbox_oldest_pending_age_seconds"), 30)
      assert.strictEqual(difference(before, after, "turnover_deliveries_total{format=\"card\",verdict=\"transient\"}"), 1)
      assert.strictEqual(after.get("turnover_health{status=\"ok\"}"), 1)
      yield* clock.pass("1 minute")
      const later = yield* samples
      assert.strictEqual(later.get("turnover_outbox_messages{state=\"failed\"}"), 1)
      assert.strictEqual(later.get("turnover_outbox_oldest_pending_age_seconds"), 0)
      assert.strictEqual(difference(after, later, "turnover_deliveries_total{format=\"card\",verdict=\"permanent\"}"), 1)
      assert.strictEqual(later.get("turnover_health{status=\"degraded\"}"), 1)
      assert.strictEqual(later.get("turnover_health{status=\"ok\"}"), 0)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("reports the process", () =>
    Effect.gen(function*() {
      const found = yield* samples
      for (
        const name of ["process_resident_memory_bytes", "nodejs_heap_size_used_bytes", "process_cpu_seconds_total", "process_open_fds"]
      ) {
        assert.isAbove(found.get(name) ?? 0, 0, name)
      }
      assert.closeTo(found.get("process_start_time_seconds") ?? 0, performance.timeOrigin / 1000, 1)
      const cpu = found.get("process_cpu_seconds_total") ?? 0
      assert.isAtLeast((yield* samples).get("process_cpu_seconds_total") ?? 0, cpu)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("shows no figure of the shop and no secret", () => {
    const config = {
      file: {
        chat_webhook_url: "https://open.feishu.cn/open-apis/bot/v2/hook/hook-token",
        chat_secret: "signing-secret",
        shop_name: "暗号店"
      }
    }
    return Effect.gen(function*() {
      yield* Effect.flatMap(Ledger,
        (ledger) =>
          commanding(ledger).correct({ date: date("2025-12-08"), cents: cents(123_456_789), reason: "because", actor: "somebody" }))
      const { text } = yield* raw("/metrics")
      assert.notMatch(text, /1234567|hook-token|signing-secret|暗号店|because|somebody|test-token/)
    }).pipe(Effect.provide(httpService({ at, config }).layer))
  })
})

/** Names of metrics in a query or a rule. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(/\b(?:turnover|process|nodejs)_[a-z0-9_]+/g), ([name]) => name))

describe("the files for operators", () => {
  const read = (path: string): string => readFileSync(join(packageRoot, "deploy/monitoring", path), "utf8")

  it.scoped("name only existing metrics, and the dashboard shows every one", () => {
    const { clock, layer } = serviceAt("22:59:30")
    return Effect.gen(function*() {
      yield* clock.pass("2 minutes")
      yield* raw("/api/metrics")
      const { text } = yield* raw("/metrics")
      const families = new Set(Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name = ""]) => name))
      // Without a folder there is no backup to report.
      families.add("turnover_last_backup_timestamp_seconds")
      const dashboard = JSON.parse(read("grafana/turnover.json")) as {
        panels: ReadonlyArray<{ targets?: ReadonlyArray<{ expr: string }> }>
      }
      const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
      const rules = Array.from(read("prometheus/alerts.yml").matchAll(/^ *expr: (.*)$/gm), ([, expr = ""]) => expr)
      const shown = namesIn(queries.join("\n").replaceAll("_seconds_bucket", "_seconds"))
      for (const name of [...shown, ...namesIn(rules.join("\n"))]) assert.isTrue(families.has(name), name)
      for (const name of families) assert.isTrue(shown.has(name), `${name} is on no panel`)
    }).pipe(Effect.provide(layer))
  })
})
