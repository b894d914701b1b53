import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, Layer, TestClock } from "effect"
import type { Responses } from "../../src/Api/Responses.ts"
import { formatTime } from "../../src/Domain/TimeOfDay.ts"
import { layer as readyBodies, ReadyBodies } from "../../src/Http/FastPath/ReadyBodies.ts"
import { Ledger } from "../../src/Ledger.ts"
import { anotherProgram, temporaryFile } from "../Database/TestFile.ts"
import { cutoff, history } from "../Domain/Arbitraries.ts"
import { commanding } from "../lib/Commands.ts"
import { httpService, jsonBody, raw, rawAdmin, type RawAnswer } from "../lib/HttpService.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { cents, storeDay, turnover } from "../lib/Stored.ts"
import { members } from "../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"
const windows = { series: [7, 8, 90], revenue: [1, 30, 3660] }

/** Each path with the body of a service that has cached nothing. */
const fresh = Effect.map(Effect.provide(ReadyBodies, Layer.fresh(readyBodies)), ({ metrics, revenue, series7 }) =>
  new Map([
    ["/api/metrics", metrics().body],
    ...windows.series.map((days) => [`/api/series7?days=${days}`, series7({ days }).body] as const),
    ...windows.revenue.map((days) => [`/api/revenue?days=${days}`, revenue({ days }).body] as const)
  ]))

/** The headers without those that differ between responses. */
const headOf = ({ headers: { date: _, "x-request-id": __, ...headers } }: RawAnswer) => headers

/** The path with a parameter that is never read, so that the handlers respond. */
const withMore = (path: string) => `${path}${path.includes("?") ? "&" : "?"}_=1`

/** Checks that no cached body is out of date: fast path and handlers give the same bytes and headers as a body that was never cached. */
const holds = Effect.gen(function*() {
  for (const [path, body] of yield* fresh) {
    const atOnce = yield* raw(path)
    const byHandler = yield* raw(withMore(path))
    assert.strictEqual(atOnce.text, body.toString(), path)
    assert.strictEqual(byHandler.text, atOnce.text, path)
    assert.strictEqual(byHandler.status, atOnce.status, path)
    assert.deepStrictEqual(headOf(byHandler), headOf(atOnce), path)
  }
})

/** Compares the value, so that a failure shows the difference, and then the bytes. */
const answers = (path: string, value: unknown) =>
  Effect.map(raw(path), ({ text }) => {
    assert.deepStrictEqual(JSON.parse(text), value)
    assert.strictEqual(text, JSON.stringify(value))
  })

const correct = (date: string, amount: number) => rawAdmin("/api/admin/turnover", jsonBody({ date, amount }))

/** Waits until the ledger has handled the messages of the start. */
const taken = Effect.flatMap(Ledger, (ledger) => commanding(ledger).importDays({ rows: [], actor: "" }))

const yesterdayOf = (answer: RawAnswer) => (answer.json()["yesterday"] as { readonly amount: number }).amount

describe("the fast path", () => {
  const instants = FastCheck.integer({ min: Date.UTC(2025, 10, 20), max: Date.UTC(2026, 0, 31) })

  it.scoped("is never out of date, at any instant of any history, and the handlers give the same", () =>
    Effect.gen(function*() {
      const histories = FastCheck.tuple(history, cutoff, FastCheck.array(instants, { minLength: 2, maxLength: 4 }))
      const samples = FastCheck.sample(histories, { numRuns: 8, seed: 20251209 })
      for (const [days, { hour, minute }, moments] of samples) {
        const [first = 0, ...later] = moments.toSorted((a, b) => a - b)
        const clock = quickClock(first)
        const { layer } = httpService({
          at,
          clock,
          config: { file: members({ cutoff_time: formatTime({ hour, minute }) }) },
          before: Effect.forEach(days, storeDay)
        })
        yield* Effect.gen(function*() {
          yield* taken
          yield* holds
          let before = first
          for (const moment of later) {
            yield* clock.shift(moment - before, "forward")
            before = moment
            yield* holds
          }
        }).pipe(Effect.provide(layer))
      }
    }))

  it.scoped("gives figures that were worked out by hand", () =>
    Effect.gen(function*() {
      const sum = (start: string, end: string, total: number, days: number, missing: ReadonlyArray<string>, comparison: unknown) => ({
        start,
        end,
        total,
        days,
        closed_days: 0,
        missing,
        comparison
      })
      const today = {
        date: "2025-12-09",
        state: "entered",
        amount: 400.1,
        source: "manual",
        at: null,
        by: null,
        note: "",
        // Two Tuesdays before were counted.
        usual: null,
        comparison: null
      }
      const unknown = ["2025-12-03", "2025-12-04", "2025-12-05", "2025-12-06", "2025-12-07"]
      yield* answers("/api/metrics", {
        shop_name: "示例门店",
        server_now: "2025-12-09T23:30:00+08:00",
        cutoff_hour: 23,
        cutoff_time: "23:00",
        next_cutoff: "2025-12-10T23:00:00+08:00",
        today: {
          date: "2025-12-09",
          weekday: "周二",
          amount: 400.1,
          range: null,
          awaits: false
        },
        yesterday: { date: "2025-12-08", amount: 300 },
        day_before: { date: "2025-12-07", amount: null },
        newest: { date: "2025-12-09", amount: 400.1, source: "manual" },
        this_week: { start: "2025-12-08", end: "2025-12-09", total: 700.1 },
        last_week: { start: "2025-12-01", end: "2025-12-07", total: 570.5 },
        this_month: { start: "2025-12-01", end: "2025-12-09", total: 1270.6 },
        counted: {
          as_of: "2025-12-09",
          with_estimates: false,
          today,
          day: today,
          week: sum("2025-12-08", "2025-12-09", 700.1, 2, [], {
            against: "week_before",
            days: 2,
            current: 700.1,
            previous: 570.5,
            way: "more",
            by: 129.6,
            percent: 23
          }),
          last_week: sum("2025-12-01", "2025-12-07", 570.5, 2, unknown, null),
          // 9 December is a Tuesday; one Tuesday of November was counted.
          month: sum("2025-12-01", "2025-12-09", 1270.6, 4, unknown, {
            against: "month_before",
            days: 1,
            current: 400.1,
            previous: 330.01,
            way: "more",
            by: 70.09,
            percent: 21
          })
        }
      })
      yield* answers("/api/revenue?days=8", [
        { date: "2025-12-02", amount: 320, is_final: true, source: "manual" },
        { date: "2025-12-08", amount: 300, is_final: true, source: "manual" },
        { date: "2025-12-09", amount: 400.1, is_final: true, source: "manual" }
      ])
      const points: Responses["series7"] = JSON.parse((yield* raw("/api/series7")).text)
      assert.deepStrictEqual(points.filter(({ estimated }) => !estimated), [
        { date: "2025-12-08", amount: 300, estimated: false },
        { date: "2025-12-09", amount: 400.1, estimated: false }
      ])
      assert.strictEqual(points.length, 7)
    }).pipe(Effect.provide(
      httpService({
        at: "2025-12-09T23:30:00+08:00",
        before: Effect.forEach([
          ...[["2024-12-09", 10_000], ["2024-12-10", 9_000], ["2025-11-09", 20_000], ["2025-11-18", 33_001], ["2025-11-25", 31_000]],
          ...[["2025-12-01", 25_050], ["2025-12-02", 32_000], ["2025-12-08", 30_000], ["2025-12-09", 40_010]]
        ] as const,
          ([date, amount]) => storeDay(turnover(date, { cents: cents(amount), source: date === "2025-11-25" ? "generated" : "manual" })))
      }).layer
    )))

  it.scoped("holds a correction in the first answer after its 200", () =>
    Effect.gen(function*() {
      for (let amount = 1; amount <= 20; amount++) {
        assert.strictEqual((yield* correct("2025-12-08", amount)).status, 200)
        assert.strictEqual(yesterdayOf(yield* raw("/api/metrics")), amount)
      }
      yield* holds
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is true to the second, and shows the cutoff at its instant", () => {
    const clock = quickClock(Date.parse("2025-12-09T22:59:58+08:00"))
    return Effect.gen(function*() {
      assert.strictEqual((yield* correct("2025-12-09", 7)).status, 200)
      for (const second of ["22:59:58", "22:59:59", "23:00:00", "23:00:01"]) {
        if (second !== "22:59:58") yield* clock.shift("1 second", "forward")
        const answer = (yield* raw("/api/metrics")).json()
        assert.strictEqual(answer["server_now"], `2025-12-09T${second}+08:00`)
        assert.strictEqual((answer["today"] as { readonly amount: number | null }).amount, second < "23" ? null : 7, second)
        yield* holds
      }
    }).pipe(Effect.provide(httpService({ at, clock }).layer))
  })

  it.scoped("shows another program's write within a second", () =>
    Effect.gen(function*() {
      const database = yield* temporaryFile
      yield* Effect.gen(function*() {
        yield* raw("/api/metrics")
        const other = yield* anotherProgram(database)
        other.exec("INSERT INTO turnover (date, amount_cents, is_final, source) VALUES ('2025-12-08', 123456, 1, 'manual')")
        yield* TestClock.adjust("1 second")
        // Handled after the reload that another program's write causes.
        assert.strictEqual((yield* correct("2025-12-01", 1)).status, 200)
        assert.strictEqual(yesterdayOf(yield* raw("/api/metrics")), 1234.56)
        yield* holds
      }).pipe(Effect.provide(httpService({ at, database: `file:${database}`, watch: "1 second" }).layer))
    }))

  it.scoped("follows a reload of the settings", () =>
    Effect.gen(function*() {
      const config = { file: members() }
      yield* Effect.gen(function*() {
        yield* holds
        // Only the second change settles today, and thereby replaces the book.
        for (const changes of [{ shop_name: "新店" }, { shop_name: "新店", weekday_range: [1, 2], cutoff_time: "13:00" }]) {
          config.file = members(changes)
          assert.strictEqual((yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })).status, 200)
          assert.strictEqual((yield* raw("/api/metrics")).json()["shop_name"], "新店")
          yield* holds
        }
      }).pipe(Effect.provide(httpService({ at, config }).layer))
    }))

  it.scoped("keeps to the same limits as the handlers", () =>
    Effect.gen(function*() {
      const queries = ["series7?days=6", "series7?days=91", "series7?days=0007", "revenue?days=0", "revenue?days=3661", "metrics?"]
      for (const path of queries.map((query) => `/api/${query}`)) {
        const plain = yield* raw(path)
        const byHandler = yield* raw(withMore(path))
        assert.strictEqual(plain.status, byHandler.status, path)
        assert.strictEqual(plain.text, byHandler.text, path)
        assert.deepStrictEqual(headOf(plain), headOf(byHandler), path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
