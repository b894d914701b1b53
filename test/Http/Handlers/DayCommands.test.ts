import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, TestClock } from "effect"
import type { Responses } from "../../../src/Api/Responses.ts"
import { compose, toText } from "../../../src/Chat/Message.ts"
import { yuan } from "../../../src/Domain/Amount.ts"
import { codeOf, faultsIn, httpService, jsonBody, raw, rawAdmin, token } from "../../lib/HttpService.ts"
import { delivered, recordingBot } from "../../lib/RecordingBot.ts"
import { announced } from "../../lib/Stored.ts"
import { members } from "../../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"
const eve = "2025-12-09T22:59:45+08:00"
const yesterday = "2025-12-08"

const enter = (date: string, amount: number, headers: Readonly<Record<string, string>> = {}) => {
  const { headers: type, ...body } = jsonBody({ date, amount, reason: "till", actor: "Li" })
  return rawAdmin("/api/admin/turnover", { ...body, headers: { ...type, ...headers } })
}

const withdraw = (date: string, sent: object = { reason: "wrong day", actor: "Li" }, headers: Readonly<Record<string, string>> = {}) => {
  const body = JSON.stringify(sent)
  // Node's client sends the body of a DELETE only with an explicit length.
  const framing = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }
  return rawAdmin(`/api/admin/turnover/${date}`, { method: "DELETE", headers: { ...framing, ...headers }, body })
}

const mark = (date: string, body: object) => rawAdmin(`/api/admin/days/${date}`, jsonBody(body))

const day = (date: string) => Effect.map(raw(`/api/days/${date}`), (answer) => answer.json())

const kinds = (value: unknown) => (value as ReadonlyArray<{ readonly kind: string }>).map(({ kind }) => kind)

// Rules 6.10 and 6.30.
describe("one day", () => {
  it.scoped("is entered, corrected and confirmed, each with a record and a message", () => {
    const service = httpService({ at })
    return Effect.gen(function*() {
      for (const amount of [5, 6, 6]) assert.deepInclude((yield* enter(yesterday, amount)).json(), { ok: true })
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(announced(service.bot), [`entered ${yesterday}`, `corrected ${yesterday}`, `confirmed ${yesterday}`])
      const shown = yield* day(yesterday)
      assert.deepInclude(shown, {
        date: yesterday,
        weekday: "周一",
        amount: 6,
        is_final: true,
        source: "manual",
        at,
        by: "Li",
        closed: false,
        note: ""
      })
      assert.deepStrictEqual(kinds(shown["audit"]), ["confirmed", "corrected", "entered"])
      assert.deepStrictEqual(kinds(shown["messages"]), ["confirmed", "corrected", "entered"])
      assert.deepInclude((shown["messages"] as ReadonlyArray<unknown>)[0], { state: "delivered", amount: 6 })
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("shows its messages as the group reads them, and a delivered one as it was sent", () => {
    const service = httpService({ at })
    return Effect.gen(function*() {
      yield* enter(yesterday, 5)
      yield* TestClock.adjust("5 seconds")
      yield* enter(yesterday, 6)
      yield* TestClock.adjust("5 seconds")
      const texts = ((yield* day(yesterday))["messages"] as ReadonlyArray<{ title: string; lines: ReadonlyArray<string> }>)
        .map(({ lines, title }) => [title, ...lines])
      assert.deepStrictEqual(texts, [
        ["更正 12月8日 ¥5 → ¥6", "差额 +¥1.00", "Li更正", "原因：till", "示例门店 · 周一"],
        ["录入 ¥5.00 · 12月8日 周一", "Li录入", "原因：till", "示例门店"]
      ])
      const context = {
        shopName: "示例门店",
        keyword: "",
        publicUrl: null,
        language: "zh-CN" as const,
        currency: yuan,
        now: DateTime.unsafeMakeZoned(at, { timeZone: "Asia/Shanghai" })
      }
      assert.deepStrictEqual(texts.toReversed().map((lines) => lines.join("\n")),
        service.bot.sent.map(({ announcement }) => toText(compose(announcement, context))))
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("names the chat of each message, and shows its attempts to managers alone", () => {
    const bot = recordingBot()
    return Effect.gen(function*() {
      bot.script.push(Effect.succeed({ ...delivered, verdict: "permanent", code: 19024, detail: "The keyword is missing", excerpt: null }))
      yield* enter(yesterday, 5)
      yield* TestClock.adjust("5 seconds")
      const messageFor = (headers: Record<string, string>) =>
        Effect.map(raw(`/api/days/${yesterday}`, { headers }), (answer) =>
          (answer.json()["messages"] as ReadonlyArray<Record<string, unknown>>)[0])
      const anyone = yield* messageFor({})
      assert.deepInclude(anyone, { chat: "main", state: "failed" })
      for (const headers of [{}, { "x-admin-token": "wrong" }]) assert.notProperty(yield* messageFor(headers), "attempts")
      assert.notProperty(anyone, "failure")
      const managers = yield* messageFor({ "x-admin-token": token })
      assert.deepInclude((managers?.["attempts"] as ReadonlyArray<object>)[0], { code: 19024, verdict: "permanent" })
      assert.isString(managers?.["failure"])
    }).pipe(Effect.provide(httpService({ at, bot }).layer))
  })

  it.scoped("says whether its messages reach a group", () => {
    const file = members()
    return Effect.gen(function*() {
      assert.deepInclude(yield* day(yesterday), { group: false })
      file["chat_webhook_url"] = "https://open.feishu.cn/open-apis/bot/v2/hook/an-example"
      yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })
      assert.deepInclude(yield* day(yesterday), { group: true })
    }).pipe(Effect.provide(httpService({ at, config: { file } }).layer))
  })

  it.scoped("may be any that a client can name, without a record too", () =>
    Effect.gen(function*() {
      assert.deepInclude(yield* day("2026-02-16"), {
        amount: null,
        is_final: false,
        source: null,
        at: null,
        by: null,
        audit: [],
        messages: []
      })
      for (const date of ["1999-02-29", "2025-02-30", "today"]) {
        assert.deepStrictEqual(codeOf(yield* raw(`/api/days/${date}`)), [400, "invalid_request"], date)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 6.2.
  it.scoped("that is today is shown as entered until its cutoff", () =>
    Effect.gen(function*() {
      const metrics = Effect.map(raw("/api/metrics"), (answer) => answer.json() as unknown as Responses["metrics"])
      yield* enter("2025-12-09", 3388)
      const { counted, today } = yield* metrics
      assert.isNull(today.amount)
      assert.deepInclude(counted.today, { state: "entered", amount: 3388, source: "manual", at: eve, by: "Li" })
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* metrics).today.amount, 3388)
    }).pipe(Effect.provide(httpService({ at: eve }).layer)))
})

// Rule 2.15.
describe("A shop whose currency has no decimals", () => {
  it.scoped("takes whole amounts for days and goals, and generates whole ones", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* enter(yesterday, 3629)).status, 200)
      const refused = yield* enter(yesterday, 3629.5)
      assert.deepStrictEqual([refused.status, faultsIn(refused)], [400, [
        { field: "amount", message: "expected an amount without decimals, because JPY has none, got 3629.5" }
      ]])
      const goal = yield* rawAdmin("/api/admin/goals/2026-01", jsonBody({ goal: 10.5 }))
      assert.strictEqual(goal.status, 400)
      yield* TestClock.adjust("2 minutes")
      assert.isTrue(Number.isInteger((yield* day("2025-12-09"))["amount"]))
    }).pipe(Effect.provide(httpService({ at: "2025-12-09T22:59:00+08:00", config: { file: members({ currency: "JPY" }) } }).layer)))
})

// Rule 6.27.
describe("DELETE /api/admin/turnover/{date}", () => {
  // Rule 4.1.
  it.scoped("withdraws the figure of a time before the clock was set", () =>
    Effect.gen(function*() {
      assert.deepInclude((yield* raw("/api/days/1970-01-03")).json(), { source: "generated", is_final: true })
      assert.deepInclude((yield* withdraw("1970-01-03" as typeof yesterday)).json(), { ok: true })
      assert.deepInclude((yield* raw("/api/days/1970-01-03")).json(), { amount: null })
    }).pipe(Effect.provide(httpService({ at: "1970-01-03T23:30:00+08:00" }).layer)))

  it.scoped("leaves the day without a record, and announces who withdrew what and why", () => {
    const service = httpService({ at })
    return Effect.gen(function*() {
      yield* enter(yesterday, 5)
      assert.deepStrictEqual((yield* withdraw(yesterday)).json(), {
        ok: true,
        id: 2,
        before: { amount: 5, source: "manual", is_final: true, by: "Li", at, closed: false, note: "" },
        withdrawn: { date: yesterday, amount: 5, source: "manual" }
      })
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* raw("/api/revenue")).text, "[]")
      assert.deepStrictEqual<unknown>(service.bot.sent.at(-1)?.announcement, {
        kind: "withdrawn",
        date: yesterday,
        before: 500,
        reason: "wrong day",
        actor: "Li"
      })
      const shown = yield* day(yesterday)
      assert.deepInclude(shown, { amount: null, source: null })
      assert.deepInclude((shown["audit"] as ReadonlyArray<unknown>)[0], {
        action: "withdraw",
        amount_before: 5,
        amount_after: null,
        source: "manual",
        kind: "withdrawn",
        reason: "wrong day",
        actor: "Li"
      })
      assert.deepInclude((yield* rawAdmin("/api/admin/audit/verify")).json(), { ok: true, records: 2, first_broken_id: null })
      assert.deepStrictEqual(codeOf(yield* withdraw(yesterday)), [404, "not_found"])
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("requires a reason, in the body or in the query", () =>
    Effect.gen(function*() {
      yield* enter(yesterday, 5)
      for (const body of [{}, { reason: "" }, { reason: " \t" }, { reason: 7 }, { reason: "x".repeat(201) }]) {
        assert.deepStrictEqual(codeOf(yield* withdraw(yesterday, body)), [400, "invalid_request"], JSON.stringify(body))
      }
      assert.strictEqual((yield* rawAdmin(`/api/admin/turnover/${yesterday}?reason=wrong%20day`, { method: "DELETE" })).status, 200)
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

// Rule 6.28.
describe("PUT /api/admin/days/{date}", () => {
  it.scoped("closes a day, notes why, and opens it again", () =>
    Effect.gen(function*() {
      const week = Effect.map(raw("/api/metrics"), (answer) => (answer.json()["counted"] as Responses["metrics"]["counted"]).week)
      yield* enter("2025-12-01", 5)
      assert.deepInclude((yield* mark(yesterday, { closed: true, note: "装修" })).json(), {
        ok: true,
        change: "closed",
        closed: true,
        note: "装修",
        id: 2
      })
      assert.deepInclude(yield* week, { days: 0, closed_days: 1, missing: [] })
      assert.deepStrictEqual((yield* mark(yesterday, { closed: true })).json()["change"], "unchanged")
      assert.deepInclude((yield* mark(yesterday, { note: "" })).json(), { change: "noted", closed: true, note: "" })
      assert.deepInclude((yield* mark(yesterday, { closed: false, actor: "Li" })).json(), { change: "opened", closed: false })
      assert.deepInclude(yield* week, { closed_days: 0, missing: [yesterday] })
      const { audit } = yield* day(yesterday)
      assert.deepStrictEqual((audit as ReadonlyArray<Record<string, unknown>>).map(({ actor, kind, reason }) => [kind, reason, actor]), [
        ["opened", "", "Li"],
        ["noted", "", "admin"],
        ["closed", "装修", "admin"]
      ])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("plans a year ahead and not further", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* mark("2026-12-10", { closed: true })).status, 200)
      assert.deepStrictEqual(codeOf(yield* mark("2026-12-11", { closed: true })), [422, "date_in_future"])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("does not hide a figure: it is withdrawn first; a figure for a closed day opens it", () =>
    Effect.gen(function*() {
      yield* enter(yesterday, 5)
      assert.deepStrictEqual(codeOf(yield* mark(yesterday, { closed: true })), [409, "day_has_figure"])
      yield* withdraw(yesterday)
      yield* mark(yesterday, { closed: true, note: "rain" })
      yield* enter(yesterday, 6)
      const shown = yield* day(yesterday)
      assert.deepInclude(shown, { amount: 6, closed: false, note: "rain" })
      assert.deepStrictEqual(kinds(shown["audit"]), ["entered", "opened", "closed", "withdrawn", "entered"])
      yield* withdraw(yesterday)
      assert.deepInclude(yield* day(yesterday), { amount: null, closed: false })
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

const standing = (amount: number | null, parts: object = {}) =>
  amount === null
    ? { amount, source: null, is_final: false, by: null, at: null, closed: false, note: "", ...parts }
    : { amount, source: "manual", is_final: true, by: "Li", at, closed: false, note: "", ...parts }

// Rule 6.32.
describe("the figure that a client expects", () => {
  const put = (amount: number, expected: unknown) =>
    rawAdmin("/api/admin/turnover", jsonBody({ date: yesterday, amount, actor: "Li", expected }))
  const remove = (query: string) => rawAdmin(`/api/admin/turnover/${yesterday}?reason=x&${query}`, { method: "DELETE" })

  it.scoped("is the one that is there, or nothing is stored and the answer has what is", () =>
    Effect.gen(function*() {
      const first = yield* put(5, null)
      assert.deepInclude(first.json(), { ok: true, id: 1, change: "entered", before: standing(null) })
      const late = yield* put(6, null)
      assert.deepStrictEqual([...codeOf(late), late.json()["current"]], [409, "changed_meanwhile", standing(5)])
      for (const expected of [{ amount: 6, source: "manual" }, { amount: 5, source: "import" }]) {
        assert.deepStrictEqual(codeOf(yield* put(7, expected)), [409, "changed_meanwhile"])
        assert.deepStrictEqual(codeOf(yield* mark(yesterday, { note: "雨", expected })), [409, "changed_meanwhile"])
      }
      for (const query of ["expected=none", "expected_amount=6&expected_source=manual", "expected_amount=5&expected_source=generated"]) {
        assert.deepStrictEqual(codeOf(yield* remove(query)), [409, "changed_meanwhile"], query)
      }
      const inBody = (expected: unknown) => withdraw(yesterday, { reason: "x", expected })
      for (const expected of [null, { amount: 6, source: "manual" }]) {
        assert.deepStrictEqual(codeOf(yield* inBody(expected)), [409, "changed_meanwhile"], JSON.stringify(expected))
      }
      assert.strictEqual((yield* mark(yesterday, { note: "雨", expected: { amount: 5, source: "manual" } })).status, 200)
      assert.strictEqual((yield* put(6, { amount: 5, source: "manual" })).status, 200)
      assert.strictEqual((yield* remove("expected_amount=6&expected_source=manual")).status, 200)
      const gone = yield* put(7, { amount: 6, source: "manual" })
      assert.deepStrictEqual([...codeOf(gone), gone.json()["current"]], [
        409,
        "changed_meanwhile",
        standing(null, { by: "admin", at, note: "雨" })
      ])
      assert.strictEqual(((yield* day(yesterday))["audit"] as ReadonlyArray<unknown>).length, 4)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is a plain decimal in a query, as in a body", () =>
    Effect.gen(function*() {
      yield* put(3000, null)
      const written = ["0xBB8", "3e3", "%2B3000", "3,000", "3000.001", "3000.000000000000000000001", "%203000", "-3000", "Infinity", ""]
      for (const amount of written) {
        const refused = yield* remove(`expected_amount=${amount}&expected_source=manual`)
        const given = JSON.stringify(decodeURIComponent(amount))
        assert.deepStrictEqual(faultsIn(refused), [{
          field: "expected_amount",
          message: `expected an amount from 0 to 9999999999.99 as a plain decimal with at most two decimals, got ${given}`
        }], amount)
      }
      assert.strictEqual((yield* remove("expected_amount=3000.00&expected_source=manual")).status, 200)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is refused where it is half a figure, or two", () =>
    Effect.gen(function*() {
      yield* put(5, null)
      for (
        const query of [
          "expected=5",
          "expected_amount=5",
          "expected_source=manual",
          "expected=none&expected_amount=5&expected_source=manual"
        ]
      ) {
        assert.deepStrictEqual(codeOf(yield* remove(query)), [400, "invalid_request"], query)
      }
      for (const expected of [5, {}, { amount: 5 }, { amount: "5", source: "manual" }]) {
        assert.deepStrictEqual(codeOf(yield* put(6, expected)), [400, "invalid_request"], JSON.stringify(expected))
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

// Rule 6.33.
describe("POST /api/admin/changes/{id}/undo", () => {
  const undo = (id: number | string, sent: object = {}) => rawAdmin(`/api/admin/changes/${id}/undo`, { ...jsonBody(sent), method: "POST" })

  it.scoped("restores what stood before, is audited and announced with both amounts, and can be undone itself", () => {
    const service = httpService({ at })
    return Effect.gen(function*() {
      yield* enter(yesterday, 5)
      yield* enter(yesterday, 6)
      assert.deepStrictEqual((yield* undo(2, { reason: "typed twice", actor: "王" })).json(), {
        ok: true,
        id: 3,
        before: standing(6),
        undone: { id: 2, date: yesterday },
        after: standing(5)
      })
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual<unknown>(service.bot.sent.at(-1)?.announcement, {
        kind: "undone",
        date: yesterday,
        cents: 500,
        source: "manual",
        before: 600,
        reason: "typed twice",
        actor: "王"
      })
      const shown = yield* day(yesterday)
      assert.deepInclude(shown, { amount: 5, by: "Li", at })
      assert.deepInclude((shown["audit"] as ReadonlyArray<unknown>)[0], {
        action: "undo",
        kind: "undone",
        amount_before: 6,
        amount_after: 5,
        source: "manual",
        actor: "王"
      })
      assert.deepInclude((yield* undo(3)).json()["after"], { amount: 6 })
      assert.deepInclude((yield* rawAdmin("/api/admin/audit/verify")).json(), {
        ok: true,
        records: 4,
        first_broken_id: null,
        first_differing_day: null,
        first_differing_goal: null
      })
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("brings a withdrawn figure back, closes again what a figure has opened, and takes a mark back", () =>
    Effect.gen(function*() {
      yield* mark(yesterday, { closed: true, note: "装修" })
      yield* enter(yesterday, 5)
      assert.deepInclude((yield* undo(3)).json(), { after: standing(null, { by: "admin", at, closed: true, note: "装修" }) })
      assert.deepInclude(yield* day(yesterday), { amount: null, closed: true, note: "装修" })
      yield* enter(yesterday, 6)
      yield* withdraw(yesterday)
      assert.deepInclude((yield* undo(8)).json()["after"], { amount: 6, is_final: true, note: "装修" })
      assert.deepInclude((yield* mark(yesterday, { note: "雨" })).json(), { id: 10 })
      assert.deepInclude((yield* undo(10)).json()["after"], { amount: 6, note: "装修" })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("takes away the note that came with the figure, which the message has", () => {
    const service = httpService({ at })
    return Effect.gen(function*() {
      yield* mark(yesterday, { note: "雨" })
      yield* rawAdmin("/api/admin/turnover", jsonBody({ date: yesterday, amount: 5, note: "外摆没开" }))
      yield* TestClock.adjust("5 seconds")
      assert.deepInclude(service.bot.sent.at(-1)?.announcement, { kind: "entered", note: "外摆没开" })
      assert.deepInclude((yield* undo(3)).json()["after"], { amount: null, note: "雨" })
      assert.deepInclude((yield* rawAdmin("/api/admin/audit/verify")).json(), { ok: true })
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("is refused for a change that is not the newest, is unknown, or was made by an earlier version", () =>
    Effect.gen(function*() {
      yield* enter(yesterday, 5)
      yield* enter(yesterday, 6)
      const late = yield* undo(1)
      assert.deepStrictEqual([...codeOf(late), late.json()["current"]], [409, "changed_meanwhile", standing(6)])
      assert.deepStrictEqual(codeOf(yield* undo(99)), [404, "not_found"])
      for (const id of ["0", "x", "1.5"]) assert.deepStrictEqual(codeOf(yield* undo(id)), [400, "invalid_request"], id)
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM last_change`
      assert.deepStrictEqual(codeOf(yield* undo(2)), [404, "not_found"])
      assert.strictEqual(((yield* day(yesterday))["audit"] as ReadonlyArray<unknown>).length, 2)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("of a settled day leaves it to a person", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("20 seconds")
      const [settled] = (yield* day("2025-12-09"))["audit"] as ReadonlyArray<{ readonly id: number }>
      assert.strictEqual((yield* undo(settled?.id ?? 0)).status, 200)
      assert.strictEqual((yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })).status, 200)
      assert.deepInclude(yield* day("2025-12-09"), { amount: null })
    }).pipe(Effect.provide(httpService({ at: eve }).layer)))
})

// Rule 6.29.
describe("an idempotency key", () => {
  const key = { "idempotency-key": "5f3c" }

  it.scoped("makes a repeated change one change, also where both come at once", () => {
    const service = httpService({ at })
    return Effect.gen(function*() {
      const answers = yield* Effect.all([enter(yesterday, 5, key), enter(yesterday, 5, key), enter(yesterday, 5, key)], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(answers.map(({ status, text }) => [status, text]), Array(3).fill([200, answers[0].text]))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(announced(service.bot), [`entered ${yesterday}`])
      assert.strictEqual(((yield* day(yesterday))["audit"] as ReadonlyArray<unknown>).length, 1)
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("gives a repeated withdrawal the first one's answer", () =>
    Effect.gen(function*() {
      yield* enter(yesterday, 5)
      const first = yield* withdraw(yesterday, undefined, key)
      assert.strictEqual(first.status, 200)
      assert.strictEqual((yield* withdraw(yesterday, undefined, key)).text, first.text)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is remembered when the clock was ahead by a day for a moment", () =>
    Effect.gen(function*() {
      const first = yield* enter(yesterday, 50, key)
      assert.strictEqual((yield* enter(yesterday, 99)).status, 200)
      const now = yield* Clock.currentTimeMillis
      yield* TestClock.setTime(now + 25 * 3_600_000)
      assert.strictEqual((yield* enter(yesterday, 50, key)).text, first.text)
      assert.strictEqual((yield* enter("2025-12-07", 7, { "idempotency-key": "later" })).status, 200)
      yield* TestClock.setTime(now)
      assert.strictEqual((yield* enter(yesterday, 50, key)).text, first.text)
      assert.deepInclude(yield* day(yesterday), { amount: 99 })
    }).pipe(Effect.provide(httpService({ at, watch: "1 hour" }).layer)))

  it.scoped("is refused with a different request, and forgotten after a day, when 1,000 keys are newer", () =>
    Effect.gen(function*() {
      yield* enter(yesterday, 5, key)
      for (const other of [enter(yesterday, 6, key), enter("2025-12-07", 5, key), withdraw(yesterday, undefined, key)]) {
        assert.deepStrictEqual(codeOf(yield* other), [422, "idempotency_key_reused"])
      }
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE answered_request SET created_at = created_at - 86400000`
      const newer = (count: number, name: string) =>
        sql`INSERT INTO answered_request SELECT ${name} || value, created_at + 1, fingerprint, answer
          FROM answered_request, json_each(${
          JSON.stringify(Array.from({ length: count }, (_, index) => index))
        }) WHERE answered_request.key = '5f3c'`
      yield* newer(998, "newer-")
      yield* enter("2025-12-06", 1, { "idempotency-key": "last-but-one" })
      assert.strictEqual((yield* enter(yesterday, 5, key)).status, 200)
      assert.deepStrictEqual(codeOf(yield* enter(yesterday, 6, key)), [422, "idempotency_key_reused"])
      yield* newer(1, "another-")
      yield* enter("2025-12-06", 1, { "idempotency-key": "last" })
      assert.strictEqual((yield* enter(yesterday, 6, key)).status, 200)
      assert.deepInclude(yield* day(yesterday), { amount: 6 })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("of a request that was refused may be used again", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(codeOf(yield* withdraw(yesterday, undefined, key)), [404, "not_found"])
      assert.strictEqual((yield* enter(yesterday, 5, key)).status, 200)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is a word that a header can carry", () =>
    Effect.gen(function*() {
      for (const value of ["", "two words", "x".repeat(256)]) {
        assert.deepStrictEqual(codeOf(yield* enter(yesterday, 5, { "idempotency-key": value })), [400, "invalid_request"], value)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
