import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Responses } from "../../../src/Api/Responses.ts"
import { createToken, withToken } from "../../lib/Browser.ts"
import { codeOf, httpService, jsonBody, raw, rawAdmin } from "../../lib/HttpService.ts"
import { cents, storeDay, turnover } from "../../lib/Stored.ts"
import { members } from "../../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"
const goals = { "2025-12": 31_000, "default": 20_000 }

const set = (month: string, goal: unknown, actor?: string) =>
  rawAdmin(`/api/admin/goals/${month}`, jsonBody({ goal, ...(actor === undefined ? {} : { actor }) }))

const shown = Effect.map(raw("/api/metrics"), (answer) => (answer.json()["counted"] as Responses["metrics"]["counted"]).goal)
const items = Effect.map(rawAdmin("/api/admin/goals"),
  (answer) =>
    answer.json()["items"] as ReadonlyArray<{ readonly month: string; readonly goal: number | null; readonly from: string | null }>)
const audit = Effect.map(raw("/api/audit"),
  (answer) =>
    (JSON.parse(answer.text) as ReadonlyArray<Record<string, unknown>>).map(({ action, actor, amount_after, amount_before, date, kind }) =>
      [action, kind, date, amount_before, amount_after, actor].join(" ")
    ))

const service = (file: Readonly<Record<string, unknown>> = { goals }) => httpService({ at, config: { file: members(file) } })

// Rules 2.16, 6.43 and 6.45.
describe("goals", () => {
  it.scoped("are absent from the figures of a shop that has set none", () =>
    Effect.gen(function*() {
      assert.isUndefined(yield* shown)
    }).pipe(Effect.provide(service({}).layer)))

  it.scoped("of the settings count until one is set, and again once it is cleared", () =>
    Effect.gen(function*() {
      assert.deepInclude(yield* shown, { month: "2025-12", goal: 31_000, reached: 0, missing: 31_000, days_left: 23 })
      const [december, january] = yield* items
      assert.deepStrictEqual([december, january], [
        { month: "2025-12", goal: 31_000, from: "month", settings: 31_000 },
        { month: "2026-01", goal: 20_000, from: "default", settings: 20_000 }
      ])
      const first = yield* set("2025-12", 62_000.5, "王")
      assert.deepStrictEqual(first.json(), {
        ok: true,
        before: null,
        now: { month: "2025-12", goal: 62_000.5, from: "set", settings: 31_000 }
      })
      assert.deepInclude(yield* shown, { goal: 62_000.5 })
      assert.deepInclude((yield* set("2025-12", 0)).json(), { before: 62_000.5 })
      assert.isUndefined(yield* shown)
      assert.deepInclude((yield* set("2025-12", null)).json(), { before: 0 })
      assert.deepInclude(yield* shown, { goal: 31_000 })
      assert.deepStrictEqual(yield* audit, [
        "goal goal 2025-12-01 0  admin",
        "goal goal 2025-12-01 62000.5 0 admin",
        "goal goal 2025-12-01  62000.5 王"
      ])
      assert.deepInclude((yield* rawAdmin("/api/admin/audit/verify")).json(), { ok: true })
    }).pipe(Effect.provide(service().layer)))

  it.scoped("that are set again to the same amount leave no second record", () =>
    Effect.gen(function*() {
      yield* set("2026-02", 5_000)
      assert.strictEqual((yield* set("2026-02", 5_000)).status, 200)
      yield* set("2026-03", null)
      assert.lengthOf(yield* audit, 1)
    }).pipe(Effect.provide(service().layer)))

  it.scoped("of months gone by are listed where they were set", () =>
    Effect.gen(function*() {
      yield* set("2025-10", 5_000)
      const months = yield* items
      assert.deepStrictEqual(months.map(({ month }) => month).slice(0, 2), ["2025-10", "2025-12"])
      assert.lengthOf(months, 13)
    }).pipe(Effect.provide(service().layer)))

  it.scoped("are refused with a sentence: no month, no amount, too far ahead", () =>
    Effect.gen(function*() {
      const bad = yield* set("2025-13", 5)
      assert.deepStrictEqual(codeOf(bad), [400, "invalid_request"])
      assert.include(bad.text, "expected a month YYYY-MM from 2000-01 on, got \\\"2025-13\\\"")
      for (
        const [goal, detail] of [
          [1.234, "goal: expected at most two decimals, got 1.234"],
          [-5, "goal: expected an amount from 0 to 9999999999.99, got -5"],
          [undefined, "goal: is required, got nothing"]
        ] as const
      ) {
        const refused = yield* set("2025-12", goal)
        assert.deepStrictEqual([...codeOf(refused), refused.json()["detail"]], [400, "invalid_request", detail])
      }
      const far = yield* set("2028-01", 5)
      assert.deepStrictEqual(codeOf(far), [422, "date_in_future"])
      assert.include(far.text, "expected a month up to 2027-12, got \\\"2028-01\\\"")
      assert.deepStrictEqual(yield* audit, [])
    }).pipe(Effect.provide(service().layer)))

  it.scoped("are set by the role manager", () =>
    Effect.gen(function*() {
      const entry = yield* createToken("a phone", "entry")
      const refused = yield* withToken(entry.secret, "/api/admin/goals/2025-12", jsonBody({ goal: 5 }))
      assert.deepStrictEqual([...codeOf(refused), refused.json()["role"]], [403, "forbidden", "manager"])
      const manager = yield* createToken("boss", "manager")
      assert.strictEqual((yield* withToken(manager.secret, "/api/admin/goals/2025-12", jsonBody({ goal: 5 }))).status, 200)
      assert.deepStrictEqual(yield* audit, ["goal goal 2025-12-01  5 boss"])
    }).pipe(Effect.provide(service().layer)))

  it.scoped("leave their month's first day as it is: its audit, and the undoing of its newest change", () =>
    Effect.gen(function*() {
      const entered = yield* rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-01", amount: 300 }))
      yield* set("2025-12", 5_000)
      const day = (yield* raw("/api/days/2025-12-01")).json()
      assert.lengthOf(day["audit"] as ReadonlyArray<unknown>, 1)
      assert.deepStrictEqual(codeOf(yield* rawAdmin("/api/admin/changes/2/undo", { ...jsonBody({}), method: "POST" })), [404, "not_found"])
      const undone = yield* rawAdmin(`/api/admin/changes/${String(entered.json()["id"])}/undo`, { ...jsonBody({}), method: "POST" })
      assert.strictEqual(undone.status, 200)
      assert.deepInclude(yield* shown, { goal: 5_000 })
    }).pipe(Effect.provide(service().layer)))

  it.scoped("follow a reload of the settings", () => {
    const config = { file: members({ goals }) }
    const running = httpService({ at, config })
    return Effect.gen(function*() {
      assert.deepInclude(yield* shown, { goal: 31_000 })
      config.file = members({ goals: { default: 7_000 } })
      const reloaded = yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })
      assert.deepInclude(reloaded.json(), { changed: ["goals"] })
      assert.deepInclude(yield* shown, { goal: 7_000 })
    }).pipe(Effect.provide(running.layer))
  })

  it.scoped("count a day at once, and no estimate", () =>
    Effect.gen(function*() {
      assert.deepInclude(yield* shown, { reached: 4_000, missing: 27_000, days_left: 23, needed: 900 })
      assert.lengthOf((yield* shown)?.uncounted ?? [], 7)
      yield* rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-09", amount: 1_000 }))
      assert.deepInclude(yield* shown, { reached: 5_000, days_left: 22 })
    }).pipe(Effect.provide(
      httpService({
        at: "2025-12-09T22:50:00+08:00",
        config: { file: members({ goals }) },
        before: Effect.all([
          storeDay(turnover("2025-12-01", { cents: cents(400_000) })),
          storeDay(turnover("2025-12-02", { cents: cents(300_000), source: "generated" }))
        ])
      }).layer
    )))
})
