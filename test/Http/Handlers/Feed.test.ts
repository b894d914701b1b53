import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { Responses } from "../../../src/Api/Responses.ts"
import { createToken, withToken } from "../../lib/Browser.ts"
import { codeOf, httpService, jsonBody, raw, rawAdmin } from "../../lib/HttpService.ts"
import { announced } from "../../lib/Stored.ts"
import { members } from "../../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"

const push = (secret: string, date: string, body: object) => withToken(secret, `/api/feed/${date}`, jsonBody(body))

const today = Effect.map(raw("/api/metrics"), (answer) => {
  const { counted, today } = answer.json() as unknown as Responses["metrics"]
  return { counts: today.amount, ...counted.today }
})
const monthOf = Effect.map(raw("/api/metrics"), (answer) => (answer.json()["this_month"] as Record<string, unknown>)["total"])

// Rules 5.18 and 6.38.
describe("PUT /api/feed/{date}", () => {
  it.scoped("is for the role feed alone", () =>
    Effect.gen(function*() {
      const service = httpService({ at })
      yield* Effect.gen(function*() {
        assert.deepStrictEqual(codeOf(yield* raw("/api/feed/2025-12-09", jsonBody({ amount: 5 }))), [401, "unauthorized"])
        const mastered = yield* rawAdmin("/api/feed/2025-12-09", jsonBody({ amount: 5 }))
        assert.deepStrictEqual([...codeOf(mastered), mastered.json()["role"]], [403, "forbidden", "feed"])
        for (const role of ["view", "entry", "manager", "admin"]) {
          const { secret } = yield* createToken(`a ${role}`, role)
          assert.deepStrictEqual(codeOf(yield* push(secret, "2025-12-09", { amount: 5 })), [403, "forbidden"], role)
        }
        const { secret } = yield* createToken("pos", "feed")
        assert.strictEqual((yield* push(secret, "2025-12-09", { amount: 5 })).status, 200)
        const entry = yield* withToken(secret, "/api/admin/turnover", jsonBody({ date: "2025-12-09", amount: 5 }))
        assert.deepStrictEqual(codeOf(entry), [403, "forbidden"])
      }).pipe(Effect.provide(service.layer))
    }))

  it.scoped("sets what is shown so far, which is final at the cutoff if it is fresh", () =>
    Effect.gen(function*() {
      const { bot, layer } = httpService({ at, config: { file: members({ cutoff_time: "13:18" }) } })
      yield* Effect.gen(function*() {
        const { secret } = yield* createToken("pos", "feed")
        const first = yield* push(secret, "2025-12-09", { amount: 3000 })
        assert.deepInclude(first.json(), { ok: true, change: "so_far" })
        yield* TestClock.adjust("1 minute")
        assert.deepInclude((yield* push(secret, "2025-12-09", { amount: 3100.5 })).json()["after"], {
          amount: 3100.5,
          source: "feed",
          is_final: false,
          by: "pos",
          at: "2025-12-09T13:15:40+08:00"
        })
        assert.deepInclude(yield* today, {
          counts: null,
          state: "running",
          amount: 3100.5,
          source: "feed",
          at: "2025-12-09T13:15:40+08:00",
          by: "pos"
        })
        assert.strictEqual(yield* monthOf, 0)
        const audit = Effect.map(raw("/api/audit"), (answer) =>
          (JSON.parse(answer.text) as ReadonlyArray<Record<string, unknown>>).map((
            { actor, amount_after, amount_before, kind, reason }
          ) => [kind, amount_before, amount_after, actor, reason]))
        assert.deepStrictEqual(yield* audit, [["so_far", null, 3000, "pos", "so far"]])
        assert.deepStrictEqual(announced(bot), [])
        yield* TestClock.adjust("3 minutes")
        assert.deepInclude(yield* today, { counts: 3100.5, state: "entered", source: "feed" })
        assert.strictEqual(yield* monthOf, 3100.5)
        assert.deepStrictEqual(yield* audit, [
          ["finalized", 3100.5, 3100.5, "settlement", ""],
          ["so_far", 3000, 3100.5, "pos", "so far"],
          ["so_far", null, 3000, "pos", "so far"]
        ])
        assert.deepStrictEqual(announced(bot), ["finalized 2025-12-09"])
        const verified = yield* rawAdmin("/api/admin/audit/verify")
        assert.deepInclude(verified.json(), { ok: true, first_differing_day: null })
        assert.deepInclude((yield* push(secret, "2025-12-09", { amount: 3100.5 })).json(), { change: "unchanged" })
        const other = yield* push(secret, "2025-12-09", { amount: 4000, final: true })
        assert.deepStrictEqual(codeOf(other), [409, "already_final"])
        assert.deepInclude(other.json()["current"], { amount: 3100.5, source: "feed", is_final: true })
      }).pipe(Effect.provide(layer))
    }))

  it.scoped("leaves what is stale at the cutoff so far, until its figure comes", () =>
    Effect.gen(function*() {
      const { bot, layer } = httpService({ at, config: { file: members({ cutoff_time: "13:18", feed_silence_minutes: 2 }) } })
      yield* Effect.gen(function*() {
        const { secret } = yield* createToken("pos", "feed")
        yield* push(secret, "2025-12-09", { amount: 3000 })
        yield* TestClock.adjust("4 minutes")
        assert.deepInclude(yield* today, { counts: null })
        assert.deepInclude(yield* today, { state: "running", amount: 3000 })
        assert.deepStrictEqual(announced(bot), ["awaited 2025-12-09"])
        assert.deepInclude((yield* rawAdmin("/api/admin/audit/verify")).json(), { ok: true, first_differing_day: null })
        yield* push(secret, "2025-12-09", { amount: 3200 })
        assert.deepInclude(yield* today, { state: "running", amount: 3200 })
        yield* TestClock.adjust("2 hours")
        assert.deepInclude(yield* today, { counts: null })
        const final = yield* push(secret, "2025-12-09", { amount: 3300, final: true })
        assert.deepInclude(final.json(), { change: "final" })
        assert.deepInclude(yield* today, { counts: 3300, state: "entered", source: "feed" })
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(announced(bot), ["awaited 2025-12-09", "daily 2025-12-09"])
      }).pipe(Effect.provide(layer))
    }))

  // Rule 5.12.
  it.scoped("is final again by a person or a final push alone, once a manager has undone what the cutoff made final", () =>
    Effect.gen(function*() {
      const { bot, layer } = httpService({ at, config: { file: members({ cutoff_time: "13:18" }) } })
      yield* Effect.gen(function*() {
        const { secret } = yield* createToken("pos", "feed")
        const manager = yield* createToken("mei", "manager")
        const undo = Effect.gen(function*() {
          const [newest] = (yield* rawAdmin("/api/days/2025-12-09")).json()["audit"] as ReadonlyArray<{ readonly id: number }>
          return codeOf(yield* withToken(manager.secret, `/api/admin/changes/${newest?.id}/undo`, { method: "POST" }))
        })
        yield* push(secret, "2025-12-09", { amount: 500 })
        yield* TestClock.adjust("4 minutes")
        assert.deepInclude(yield* today, { counts: 500 })
        assert.deepStrictEqual(yield* undo, [200, undefined])
        yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })
        yield* TestClock.adjust("45 minutes")
        assert.deepInclude(yield* today, { counts: null })
        assert.deepStrictEqual(announced(bot), ["finalized 2025-12-09", "undone 2025-12-09"])
        assert.deepInclude((yield* push(secret, "2025-12-09", { amount: 510 })).json(), { change: "so_far" })
        yield* rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-09", amount: 520 }))
        assert.deepStrictEqual(yield* undo, [200, undefined])
        yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })
        yield* TestClock.adjust("1 hour")
        assert.deepInclude(yield* today, { counts: null })
        assert.deepInclude((yield* rawAdmin("/api/admin/audit/verify")).json(), { ok: true, first_differing_day: null })
        assert.deepInclude((yield* push(secret, "2025-12-09", { amount: 530, final: true })).json(), { change: "final" })
      }).pipe(Effect.provide(layer))
    }))

  // Rule 2.15.
  it.scoped("refuses a fraction where the currency has no decimals", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("pos", "feed")
      const refused = yield* push(secret, "2025-12-09", { amount: 5.5 })
      assert.deepStrictEqual([...codeOf(refused), refused.json()["detail"]], [
        400,
        "invalid_request",
        "amount: expected an amount without decimals, because JPY has none, got 5.5"
      ])
      assert.strictEqual((yield* push(secret, "2025-12-09", { amount: 5 })).status, 200)
    }).pipe(Effect.provide(httpService({ at, config: { file: members({ currency: "JPY" }) } }).layer)))

  it.scoped("refuses other days, and what is no amount", () =>
    Effect.gen(function*() {
      yield* Effect.gen(function*() {
        const { secret } = yield* createToken("pos", "feed")
        const code = (date: string, body: object) => Effect.map(push(secret, date, body), codeOf)
        assert.deepStrictEqual(yield* code("2025-12-10", { amount: 5 }), [422, "date_in_future"])
        assert.deepStrictEqual(yield* code("2025-12-08", { amount: 5 }), [409, "not_open"])
        yield* rawAdmin("/api/admin/days/2025-12-09", jsonBody({ closed: true }))
        assert.deepStrictEqual(yield* code("2025-12-09", { amount: 5, final: true }), [409, "closed"])
        for (const body of [{}, { amount: "5" }, { amount: 5.001 }, { amount: -1 }, { amount: 5, final: "yes" }])
          assert.deepStrictEqual(yield* code("2025-12-09", body), [400, "invalid_request"], JSON.stringify(body))
        assert.deepStrictEqual(yield* code("yesterday", { amount: 5 }), [400, "invalid_request"])
      }).pipe(Effect.provide(httpService({ at }).layer))
    }))
})
