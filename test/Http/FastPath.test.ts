import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, Option, TestClock } from "effect"
import { ShopClock } from "../../src/Clock.ts"
import { Config } from "../../src/Config.ts"
import { formatCutoff, momentOf } from "../../src/Domain/Calendar.ts"
import * as Figures from "../../src/Domain/Figures.ts"
import * as Views from "../../src/Http/Views.ts"
import { Ledger } from "../../src/Ledger.ts"
import { LedgerStore } from "../../src/Ledger/Store.ts"
import { anotherProgram, temporaryFile } from "../Database/TestFile.ts"
import { cutoff, history } from "../Domain/Arbitraries.ts"
import { httpService, jsonBody, raw, rawAdmin, type RawAnswer } from "../lib/HttpService.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { storeDay } from "../lib/Stored.ts"
import { members } from "../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"
const windows = { series: [7, 8, 90], revenue: [1, 30, 3660] }

/** The expected answers, computed from the stored days, the settings and the instant. */
const expected = Effect.gen(function*() {
  const ledger = yield* Ledger
  const settings = yield* Effect.flatMap(Config, ({ current }) => current)
  const book = yield* Effect.flatMap(LedgerStore, (store) => store.book)
  const now = yield* Effect.flatMap(ShopClock, (clock) => clock.now)
  const moment = momentOf(now, settings.cutoff)
  return new Map<string, unknown>([
    ["/api/metrics", Views.metrics(Figures.dashboard(book, moment), moment, settings)],
    ...windows.series.map((days) =>
      [`/api/series7?days=${days}`, Figures.series(book, moment, days, ledger.generator(settings)).map(Views.seriesPoint)] as const
    ),
    ...windows.revenue.map((days) =>
      [`/api/revenue?days=${days}`, Figures.revenue(book, moment.today, days).map(Views.revenueDay)] as const
    )
  ])
})

/** The headers without those that differ in every answer. */
const headOf = ({ headers: { date: _, "x-request-id": __, ...headers } }: RawAnswer) => headers

/** The path in another spelling, which goes to the handlers. */
const bySlash = (path: string) => path.replace(/(?=\?|$)/, "/")

/** Fast path and handlers give the same bytes as a fresh computation, with the same headers. */
const holds = Effect.gen(function*() {
  for (const [path, value] of yield* expected) {
    const atOnce = yield* raw(path)
    const byHandler = yield* raw(bySlash(path))
    assert.strictEqual(atOnce.text, JSON.stringify(value), path)
    assert.strictEqual(byHandler.text, atOnce.text, path)
    assert.strictEqual(byHandler.status, atOnce.status, path)
    assert.deepStrictEqual(headOf(byHandler), headOf(atOnce), path)
  }
})

const correct = (date: string, amount: number) => rawAdmin("/api/admin/turnover", jsonBody({ date, amount }))

/** Waits until the start's own messages to the ledger are handled. */
const taken = Effect.flatMap(Ledger, ({ importDays }) => importDays({ rows: [], actor: "", sha256: Option.none() }))

const yesterdayOf = (answer: RawAnswer) => (answer.json()["yesterday"] as { readonly amount: number }).amount

describe("the fast path", () => {
  const instants = FastCheck.integer({ min: Date.UTC(2025, 10, 20), max: Date.UTC(2026, 0, 31) })

  it.scoped("equals a fresh computation at any instant of any history, by the handlers too", () =>
    Effect.gen(function*() {
      const histories = FastCheck.tuple(history, cutoff, FastCheck.array(instants, { minLength: 2, maxLength: 4 }))
      const samples = FastCheck.sample(histories, { numRuns: 8, seed: 20251209 })
      for (const [days, { hour, minute }, moments] of samples) {
        const [first = 0, ...later] = moments.toSorted((a, b) => a - b)
        const clock = quickClock(first)
        const { layer } = httpService({
          at,
          clock,
          config: { file: members({ cutoff_time: formatCutoff({ hour, minute }) }) },
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
        // Handled after the reload that the other program's write causes.
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
        config.file = members({ shop_name: "新店", weekday_range: [1, 2], cutoff_time: "13:00" })
        assert.strictEqual((yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })).status, 200)
        assert.deepInclude((yield* raw("/api/metrics")).json(), { shop_name: "新店", cutoff_time: "13:00" })
        yield* holds
      }).pipe(Effect.provide(httpService({ at, config }).layer))
    }))

  it.scoped("keeps to the same limits as the handlers", () =>
    Effect.gen(function*() {
      const queries = ["series7?days=6", "series7?days=91", "series7?days=0007", "revenue?days=0", "revenue?days=3661", "metrics?"]
      for (const path of queries.map((query) => `/api/${query}`)) {
        const plain = yield* raw(path)
        const bySpelling = yield* raw(bySlash(path))
        assert.strictEqual(plain.status, bySpelling.status, path)
        assert.strictEqual(plain.text, bySpelling.text, path)
        assert.deepStrictEqual(headOf(plain), headOf(bySpelling), path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
