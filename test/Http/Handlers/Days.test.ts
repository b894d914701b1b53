import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { Responses } from "../../../src/Api/Responses.ts"
import { addDays } from "../../../src/Domain/LocalDate.ts"
import { faultsIn, httpService, jsonBody, raw, rawAdmin } from "../../lib/HttpService.ts"
import { cents, date, storeDay, turnover } from "../../lib/Stored.ts"

const at = "2025-12-09T13:14:40+08:00"

const list = (from: string, to: string) => raw(`/api/days?from=${from}&to=${to}`)

// Rule 6.39.
describe("the days of a range", () => {
  it.scoped("are listed with what is known of each, and change with the next commit", () => {
    const service = httpService({ at, before: storeDay(turnover("2025-12-07", { cents: cents(300_01) })) })
    return Effect.gen(function*() {
      yield* rawAdmin("/api/admin/days/2025-12-08", jsonBody({ closed: true, note: "rain", actor: "Li" }))
      const days = [
        { date: "2025-12-07", state: "entered", amount: 300.01, source: "manual", is_final: true },
        { date: "2025-12-08", state: "closed", amount: null, source: null, is_final: false, closed: true, note: "rain" },
        { date: "2025-12-09", state: "open", amount: null, source: null, is_final: false }
      ]
      const around = {
        from: "2025-12-07",
        to: "2025-12-09",
        first: "2025-12-07",
        today: "2025-12-09",
        holidays: { missing_years: [] },
        months: []
      }
      const extreme = (date: string, amount: number) => ({ date, amount })
      const sum = {
        start: "2025-12-07",
        end: "2025-12-09",
        total: 300.01,
        days: 1,
        closed_days: 1,
        missing: [],
        comparison: null,
        mean: null,
        best: extreme("2025-12-07", 300.01),
        worst: extreme("2025-12-07", 300.01)
      }
      const { years: [found], ...first } = (yield* list("2025-12-07", "2025-12-09")).json() as Responses["days"]
      assert.deepStrictEqual<unknown>(first, { ...around, as_of: "2025-12-08", sum, days })
      assert.deepInclude(found, { total: 300.01, days: 1, closed_days: 1, comparison: null, best: sum.best })
      yield* rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-09", amount: 5, reason: "till", actor: "Li" }))
      const changed = { date: "2025-12-09", state: "entered", amount: 5, source: "manual", is_final: true }
      const { years: [then], ...second } = (yield* list("2025-12-07", "2025-12-09")).json() as Responses["days"]
      assert.deepInclude(then, { total: 305.01, worst: extreme("2025-12-09", 5) })
      assert.deepStrictEqual<unknown>(second, {
        ...around,
        as_of: "2025-12-09",
        sum: { ...sum, total: 305.01, days: 2, worst: extreme("2025-12-09", 5) },
        days: [...days.slice(0, 2), changed]
      })
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("are not sent again to a page that has them, until a day has changed", () => {
    const service = httpService({ at, before: storeDay(turnover("2025-12-07", { cents: cents(300_01) })) })
    return Effect.gen(function*() {
      const path = "/api/days?from=2025-12-07&to=2025-12-09"
      const { headers: { etag = "" } } = yield* raw(path)
      const unchanged = yield* raw(path, { headers: { "if-none-match": etag } })
      assert.deepStrictEqual([unchanged.status, unchanged.bytes.length, unchanged.headers["cache-control"]], [304, 0, "no-store"])
      yield* rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-09", amount: 5, reason: "till", actor: "Li" }))
      const changed = yield* raw(path, { headers: { "if-none-match": etag } })
      assert.deepStrictEqual([changed.status, changed.headers["etag"] === etag], [200, false])
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("have the sums of the whole months, and the usual amounts of a year", () => {
    const days = Array.from({ length: 60 }, (_, index) => turnover(addDays(date("2025-10-11"), index), { cents: cents(100_00) }))
    const service = httpService({ at: "2025-12-09T13:00:00+08:00", before: Effect.forEach(days, storeDay) })
    return Effect.gen(function*() {
      const { months, days } = (yield* list("2025-10-11", "2025-12-31")).json() as Responses["days"]
      assert.deepStrictEqual(months.map(({ start, total }) => [start, total]), [["2025-11-01", 3000], ["2025-12-01", 900]])
      // Saturday 11 October was a working day.
      assert.deepStrictEqual(days.slice(20, 23).map(({ usual }) => usual), [undefined, undefined, 100])
      const long = (yield* list("2024-10-11", "2025-12-31")).json() as Responses["days"]
      assert.isTrue(long.days.every(({ usual }) => usual === undefined))
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("name the holidays and make-up working days among them, as the figures do", () => {
    const service = httpService({ at: "2026-10-09T13:00:00+08:00" })
    return Effect.gen(function*() {
      const days = (yield* list("2025-09-28", "2025-10-06")).json() as { readonly days: ReadonlyArray<Record<string, unknown>> }
      const [first, second] = days.days
      assert.deepStrictEqual([first?.["makeup"], first?.["makeup_for"], first?.["holiday"]], [true, "国庆", undefined])
      assert.deepStrictEqual(Object.keys(second ?? {}), ["date", "state", "amount", "source", "is_final"])
      assert.deepStrictEqual(days.days.at(-1)?.["holiday"], { name: "国庆", day: 5, also: { name: "中秋", day: 0 } })
      const ahead = (yield* list("2003-12-31", "2004-01-01")).json() as { readonly holidays: unknown }
      assert.deepStrictEqual(ahead.holidays, { missing_years: [2003] })
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("are refused beyond their bounds, with what is expected", () => {
    const service = httpService({ at })
    return Effect.gen(function*() {
      const refused = (from: string, to: string) => Effect.map(list(from, to), (response) => [response.status, faultsIn(response)])
      assert.deepStrictEqual(yield* refused("2025-12-01", "2026-01-10"), [
        400,
        [{ field: "to", message: "expected a date from 2025-12-01 to 2026-01-09, got \"2026-01-10\"" }]
      ])
      assert.deepStrictEqual(yield* refused("2015-12-03", "2025-12-10"), [
        400,
        [{ field: "to", message: "expected a date from 2015-12-03 to 2025-12-09, got \"2025-12-10\"" }]
      ])
      assert.deepStrictEqual(yield* refused("2025-12-02", "2025-12-01"), [
        400,
        [{ field: "to", message: "expected a date from 2025-12-02 to 2026-01-09, got \"2025-12-01\"" }]
      ])
      assert.deepStrictEqual(yield* refused("2026-01-10", "2026-01-10"), [
        400,
        [{ field: "from", message: "expected a date up to 2026-01-09, got \"2026-01-10\"" }]
      ])
      assert.strictEqual((yield* raw("/api/days?from=2025-12-01")).status, 400)
      assert.strictEqual((yield* list("2015-12-03", "2025-12-09")).status, 200)
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("of ten years, with holidays, are at most 46 kB, compressed as the client asks", () => {
    const first = date("2015-12-03")
    // No two neighbours are alike, because equal amounts would compress too well.
    const amountOf = (index: number) => 280_000 + (Math.imul(index + 1, 2_654_435_761) >>> 8) % 240_000
    const days = Array.from({ length: 3650 },
      (_, index) => turnover(addDays(first, index), { cents: cents(amountOf(index)), source: "manual" }))
    const file = { chat_webhook_url: "console:", holidays: "CN" }
    const service = httpService({ at, before: Effect.forEach(days, storeDay), config: { file } })
    return Effect.gen(function*() {
      const asked = (encoding: string) => raw(`/api/days?from=${first}&to=2025-12-09`, { headers: { "accept-encoding": encoding } })
      const plain = yield* asked("identity")
      const listed = (plain.json() as { readonly days: ReadonlyArray<Record<string, unknown>> }).days
      assert.lengthOf(listed, 3660)
      assert.isAbove(listed.filter(({ holiday }) => holiday !== undefined).length, 250)
      for (const [encoding, decoded] of [["br", brotliDecompressSync], ["gzip", gunzipSync]] as const) {
        const { bytes, headers } = yield* asked(encoding)
        assert.strictEqual(headers["content-encoding"], encoding)
        assert.strictEqual(headers["cache-control"], "no-store")
        assert.isAtMost(bytes.length, 46_000)
        assert.strictEqual(decoded(bytes).toString(), plain.text)
      }
    }).pipe(Effect.provide(service.layer))
  })
})
