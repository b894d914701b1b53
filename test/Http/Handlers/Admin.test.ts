import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Either, Option, TestClock } from "effect"
import { parse } from "../../../src/Config/ShopConfig.ts"
import type { Delivery } from "../../../src/Domain/Attempt.ts"
import type { LocalDate, Month } from "../../../src/Domain/LocalDate.ts"
import { setupView } from "../../../src/Http/Handlers/Admin.ts"
import { client, codeOf, csvBody, faultsIn, httpService, jsonBody, raw, rawAdmin, token } from "../../lib/HttpService.ts"
import { delivered, recordingBot } from "../../lib/RecordingBot.ts"
import { members } from "../../lib/TestService.ts"
import { whileTimePasses } from "../../lib/WhileTimePasses.ts"

const at = "2025-12-09T13:14:40+08:00"

const refused: Delivery = { ...delivered, verdict: "format", code: 9499, detail: "The bot refused the format", excerpt: null }

const correct = (body: object) => rawAdmin("/api/admin/turnover", jsonBody(body))
const upload = (csv: string, query = "") => rawAdmin(`/api/admin/import${encodeURI(query)}`, csvBody(csv))
const push = (body: object) => rawAdmin("/api/admin/test_push", { ...jsonBody(body), method: "POST" })

/** Waits until the bot's limits allow the next messages at once. */
const rested = TestClock.adjust("10 seconds")

const auditOf = Effect.flatMap(client, (api) => api.audit({ urlParams: { days: 30 } }))
const messagesOf = Effect.flatMap(client, (api) => api.notifications({ urlParams: { limit: 50 } }))

// Rule 6.10.
describe("PUT /api/admin/turnover", () => {
  it.scoped("sets the amount, final, with an audit record and a message", () =>
    Effect.gen(function*() {
      const answer = yield* correct({ date: "2025-12-08", amount: 3629.76, reason: "重新点数", actor: "李" })
      assert.strictEqual(answer.status, 200)
      assert.deepInclude<unknown>(JSON.parse(answer.text), { ok: true, id: 1, change: "entered" })
      assert.strictEqual(
        (yield* raw("/api/revenue")).text,
        "[{\"date\":\"2025-12-08\",\"amount\":3629.76,\"is_final\":true,\"source\":\"manual\"}]"
      )
      const said = { date: "2025-12-08", reason: "重新点数", actor: "李" }
      const [record] = yield* auditOf
      assert.deepInclude<unknown>(record, { ...said, action: "correct", amount_before: null, amount_after: 3629.76 })
      const { items: [message] } = yield* messagesOf
      assert.deepInclude<unknown>(message, { ...said, kind: "entered", amount: 3629.76, before: null })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("needs a date and an amount only, and takes the extremes of both", () =>
    Effect.gen(function*() {
      for (const [date, amount] of [["2000-01-01", 0], ["2025-12-09", 9999999999.99], ["2024-02-29", -0]] as const) {
        assert.strictEqual((yield* correct({ date, amount })).status, 200, date)
      }
      const [record] = yield* auditOf
      assert.deepInclude<unknown>(record, { reason: "", actor: "admin" })
      const longest = { date: "2025-12-08", amount: 1, reason: "😀".repeat(200), actor: "b".repeat(64) }
      assert.strictEqual((yield* correct(longest)).status, 200)
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

describe("POST /api/admin/import", () => {
  it.scoped("counts what is new, changed and unchanged, and says the same beforehand", () =>
    Effect.gen(function*() {
      yield* correct({ date: "2025-12-01", amount: 1 })
      yield* correct({ date: "2025-12-02", amount: 2 })
      const csv = "date,amount\n2025-12-01,1.00\n2025/12/2,\"¥2,000.50\"\n\n2025-12-03,3\n"
      const rows = [
        { date: "2025-12-01", amount: 1, before: 1, before_source: "manual", difference: 0, change: "unchanged" },
        { date: "2025-12-02", amount: 2000.5, before: 2, before_source: "manual", difference: 1998.5, change: "changed" },
        { date: "2025-12-03", amount: 3, before: null, before_source: null, difference: null, change: "new" }
      ]
      const seen = { dry_run: true, newest_change: 2, sum: 2004.5, overwrites: 1, notify: "per_row", messages: 2, rows }
      const counts = { imported: 3, new: 1, changed: 1, unchanged: 1, skipped: [] }
      const preview = (yield* upload(csv, "?dry_run=1&equal=skip")).json()
      assert.deepStrictEqual(preview, { ok: true, ...counts, ...seen })
      assert.strictEqual((yield* auditOf).length, 2)
      assert.strictEqual((yield* messagesOf).items.length, 2)
      assert.deepInclude((yield* upload(csv, "?dry_run=1")).json(), { ...counts, messages: 3 })
      assert.deepStrictEqual((yield* upload(csv, "?equal=skip")).json(), { ok: true, ...counts })
      assert.deepStrictEqual(
        (yield* auditOf).slice(0, 2).map(({ action, date }) => `${action} ${date}`),
        ["import 2025-12-03", "import 2025-12-02"]
      )
      assert.strictEqual((yield* messagesOf).items.length, 4)
      assert.deepInclude((yield* upload(csv, "?equal=skip")).json(), { imported: 3, new: 0, changed: 0, unchanged: 3 })
      assert.strictEqual((yield* messagesOf).items.length, 4)
      assert.deepInclude((yield* upload(csv)).json(), { imported: 3, new: 0, changed: 0, unchanged: 3 })
      assert.strictEqual((yield* auditOf).length, 7)
      assert.strictEqual((yield* messagesOf).items.length, 7)
      assert.deepStrictEqual(codeOf(yield* upload(csv, "?equal=keep")), [400, "invalid_request"])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 6.14.
  it.scoped("announces its rows as the request wants it, and says beforehand how many messages that are", () =>
    Effect.gen(function*() {
      const csv = "2025-12-01,1\n2025-12-02,2\n2025-12-03,3\n"
      for (const [query, messages] of [["", 3], ["&notify=digest", 1], ["&notify=per_row", 3]] as const)
        assert.deepInclude((yield* upload(csv, `?dry_run=1${query}`)).json(), { messages }, query)
      assert.deepInclude((yield* upload(csv, "?notify=digest")).json(), { imported: 3, new: 3 })
      assert.deepStrictEqual((yield* messagesOf).items.map(({ kind }) => kind), ["digest"])
      assert.deepInclude((yield* upload(csv, "?dry_run=1&notify=digest&equal=skip")).json(), { messages: 0, overwrites: 0 })
      assert.deepInclude((yield* upload(csv, "?dry_run=1&notify=digest")).json(), { messages: 1, overwrites: 0 })
      assert.deepStrictEqual(codeOf(yield* upload(csv, "?notify=all")), [400, "invalid_request"])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rules 6.23 and 6.31.
  it.scoped("reads a table as the shop has it, asks what it does not settle, and marks closed days", () =>
    Effect.gen(function*() {
      const csv = "门店日报\n日期;单数;实收;应收\n2025-12-01;3;10,50;12,00\n2025-12-02;4;20,00;21,00\n2025-12-03;;休;\n合计;7;30,50;33,00\n"
      const asked = yield* upload(csv, "?dry_run=1")
      assert.deepStrictEqual(codeOf(asked), [422, "questions"])
      const questions = asked.json()["questions"] as ReadonlyArray<{ readonly code: string; readonly proposed: unknown }>
      assert.deepStrictEqual(questions.map(({ code, proposed }) => [code, proposed]), [["amount_column", ["实收"]], ["closed", ["closed"]]])
      assert.deepStrictEqual(codeOf(yield* upload(csv, "?closed=closed")), [422, "questions"])
      const wrong = yield* upload(csv, "?closed=maybe&amount_column=实收")
      assert.deepStrictEqual(codeOf(wrong), [422, "invalid_rows"])
      assert.deepInclude((wrong.json()["errors"] as ReadonlyArray<object>)[0], { code: "table", params: { reason: "answer" } })
      assert.deepStrictEqual(yield* auditOf, [])
      const answers = "?amount_column=实收&closed=closed&year=2024"
      const preview = (yield* upload(csv, `${answers}&dry_run=1`)).json()
      assert.deepInclude(preview, { imported: 2, sum: 30.5 })
      assert.deepInclude(preview["read"], { closed: ["2025-12-03"], warnings: [] })
      assert.deepInclude((preview["read"] as { readonly decisions: object }).decisions, { ignored: "year: not asked of this file" })
      assert.deepInclude((yield* upload(csv, answers)).json(), { imported: 2, new: 2, closed: 1 })
      assert.deepStrictEqual((yield* auditOf).map(({ action, date }) => `${action} ${date}`), [
        "close 2025-12-03",
        "import 2025-12-02",
        "import 2025-12-01"
      ])
      const added = yield* upload("日期,现金,微信\n2025-12-04,1.50,2\n2025-12-05,2.50,3\n", "?amount_column=现金&amount_column=微信")
      assert.deepInclude(added.json(), { imported: 2 })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 6.31.
  it.scoped("takes rows of closed days beside plain days, and closes no day that has a figure", () =>
    Effect.gen(function*() {
      const csv = "date,amount\n2025-12-01,1\n2025-12-02,closed\n2025-12-03,closed\n"
      assert.deepStrictEqual(codeOf(yield* upload(csv)), [422, "questions"])
      yield* correct({ date: "2025-12-03", amount: 3 })
      assert.deepInclude((yield* upload(csv, "?closed=closed")).json(), { imported: 1, closed: 1 })
      assert.deepStrictEqual((yield* auditOf).map(({ action, date }) => `${action} ${date}`), [
        "close 2025-12-02",
        "import 2025-12-01",
        "correct 2025-12-03"
      ])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 6.34.
  it.scoped("overwrites nothing that came after its preview", () =>
    Effect.gen(function*() {
      yield* correct({ date: "2025-12-01", amount: 1 })
      const csv = "date,amount\n2025-12-01,5\n2025-12-02,6\n"
      const previewed = Effect.map(upload(csv, "?dry_run=1"), (answer) => `?newest_change=${String(answer.json()["newest_change"])}`)
      const early = yield* previewed
      yield* correct({ date: "2025-12-03", amount: 3 })
      yield* correct({ date: "2025-12-02", amount: 4100, actor: "李" })
      const refused = yield* upload(csv, early)
      assert.deepStrictEqual(codeOf(refused), [409, "changed_meanwhile"])
      assert.deepInclude<unknown>(refused.json()["current"], { amount: 4100, source: "manual", by: "李" })
      assert.include(String(refused.json()["detail"]), "2025-12-02")
      assert.strictEqual((yield* auditOf).length, 3)
      assert.deepInclude((yield* upload(csv, yield* previewed)).json(), { imported: 2, changed: 2 })
      assert.deepInclude((yield* upload(csv, early)).json(), { imported: 2, unchanged: 2 })
      assert.deepInclude((yield* upload("2025-12-02,7\n")).json(), { imported: 1, changed: 1 })
      assert.deepStrictEqual(codeOf(yield* upload(csv, "?newest_change=x")), [400, "invalid_request"])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 6.13.
  it.scoped("imports all rows or none, and lists every fault by its line", () =>
    Effect.gen(function*() {
      const csv = "date,amount\n2025-12-01,1\n2025-12-10,2\n2025-02-30,x\n2025-12-01,5\n"
      for (const query of ["", "?dry_run=1"]) {
        const answer = yield* upload(csv, query)
        assert.deepStrictEqual(codeOf(answer), [422, "invalid_rows"])
        const { errors, total } = answer.json()
        assert.strictEqual(total, 3)
        assert.deepStrictEqual(
          (errors as ReadonlyArray<Record<string, unknown>>).map(({ field, line, value }) => [line, field, value]),
          [[3, "date", "2025-12-10"], [4, "date", "2025-02-30"], [5, "amount", "5.00"]]
        )
      }
      const many = yield* upload(`date,amount\n${Array.from({ length: 150 }, () => "x,1").join("\n")}`)
      assert.deepStrictEqual([many.json()["total"], (many.json()["errors"] as ReadonlyArray<unknown>).length], [150, 100])
      assert.strictEqual((yield* raw("/api/export")).text, "date,amount\r\n")
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rules 6.22 and 6.23.
  it.scoped("reads the columns that are named, and names the rows that it leaves out", () =>
    Effect.gen(function*() {
      const csv = "营业日报\n门店,日期,实收\n一店,2025年12月1日,3001元\n合计,,3000\n"
      const settled = yield* upload(csv, "?dry_run=1")
      assert.deepInclude(settled.json(), { imported: 1, sum: 3001 })
      assert.deepStrictEqual((settled.json()["read"] as { readonly columns: unknown }).columns, [
        { column: "门店", name: "门店", example: "一店" },
        { column: "日期", name: "日期", example: "2025年12月1日" },
        { column: "实收", name: "实收", example: "3001元" }
      ])
      const chosen = "date_column=日期&amount_column=3"
      const skipped = [
        { line: 1, reason: "title", value: "营业日报", total: null, sum: null, message: "line 1 is title: 营业日报" },
        {
          line: 4,
          reason: "total",
          value: "合计 | 3000",
          total: 3000,
          sum: 3001,
          message: "line 4 is total: 合计 | 3000"
        }
      ]
      assert.deepInclude((yield* upload(csv, `?dry_run=1&${chosen}`)).json(), { imported: 1, skipped })
      const done = (yield* upload(csv, `?${chosen}`)).json()
      assert.deepInclude(done, { ok: true, imported: 1, new: 1, changed: 0, unchanged: 0, skipped })
      assert.deepStrictEqual((done["read"] as { readonly warnings: unknown }).warnings, [
        "line 4 (合计) says 3000.00, but the days add up to 3001.00"
      ])
      for (const wrong of ["date_column=", `date_column=${"x".repeat(201)}`]) {
        assert.deepStrictEqual(codeOf(yield* upload(csv, `?${wrong}`)), [400, "invalid_request"])
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 3.8.
  it.scoped("refuses a file without a row", () =>
    Effect.gen(function*() {
      for (const csv of ["", "\n\r\n", "date,amount\n", "\ufeff日期,营业额\r\n"]) {
        assert.deepStrictEqual(codeOf(yield* upload(csv)), [422, "empty_csv"], JSON.stringify(csv))
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

describe("POST /api/admin/test_push", () => {
  // Rule 2.15.
  it.scoped("takes no fraction where the currency has no decimals", () =>
    Effect.gen(function*() {
      yield* rested
      const refused = yield* push({ amount: 1200.5 })
      assert.deepStrictEqual([refused.status, faultsIn(refused)], [400, [
        { field: "amount", message: "expected an amount without decimals, because JPY has none, got 1200.5" }
      ]])
      assert.deepInclude((yield* push({ amount: 1200 })).json()["pushed"] as object, { amount: 1200 })
    }).pipe(Effect.provide(httpService({ at, config: { file: members({ currency: "JPY" }) } }).layer)))

  // Rule 6.11.
  it.scoped("sends today with its stored amount, marked as a test, where nothing else is asked for", () =>
    Effect.gen(function*() {
      yield* rested
      assert.deepInclude((yield* rawAdmin("/api/admin/test_push", { method: "POST" })).json(), {
        ok: true,
        pushed: { date: "2025-12-09", amount: 0, reason: "测试推送" }
      })
      yield* correct({ date: "2025-12-09", amount: 55.5 })
      yield* rested
      assert.deepInclude((yield* push({})).json()["pushed"] as object, { amount: 55.5 })
      yield* rested
      assert.deepStrictEqual((yield* push({ date: "2025-12-08", amount: 7, reason: "试" })).json()["pushed"], {
        date: "2025-12-08",
        amount: 7,
        reason: "试"
      })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 6.11.
  it.scoped("stores nothing", () =>
    Effect.gen(function*() {
      yield* rested
      yield* push({ amount: 7 })
      assert.deepStrictEqual(yield* auditOf, [])
      assert.deepStrictEqual((yield* messagesOf).items, [])
      assert.strictEqual((yield* raw("/api/export")).text, "date,amount\r\n")
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("tries card, post and text until one is delivered", () => {
    const bot = recordingBot()
    return Effect.gen(function*() {
      bot.script.push(Effect.succeed(refused))
      yield* rested
      const answer = yield* whileTimePasses(push({}))
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(
        bot.sent.map(({ announcement, format }) => [announcement.kind, format]),
        [["test", "card"], ["test", "post"]]
      )
      assert.deepStrictEqual(
        (answer.json()["attempts"] as ReadonlyArray<Record<string, unknown>>).map(({ format, verdict }) => [format, verdict]),
        [["card", "format"], ["post", "delivered"]]
      )
    }).pipe(Effect.provide(httpService({ at, bot }).layer))
  })

  // Rule 3.9.
  it.scoped("answers 502 with every attempt where none is", () => {
    const bot = recordingBot()
    return Effect.gen(function*() {
      bot.script.push(...[refused, refused, refused].map((answer) => Effect.succeed(answer)))
      yield* rested
      const answer = yield* whileTimePasses(push({}))
      assert.deepStrictEqual(codeOf(answer), [502, "push_failed"])
      assert.deepStrictEqual(answer.json()["attempts"], ["card", "post", "text"].map((format) => ({
        format,
        verdict: "format",
        status: 200,
        code: 9499,
        detail: "The bot refused the format"
      })))
    }).pipe(Effect.provide(httpService({ at, bot }).layer))
  })
})

// Rule 6.16.
describe("GET /api/admin/setup", () => {
  it.scoped("says what is set, and shows no address and no secret", () =>
    Effect.gen(function*() {
      const answer = yield* raw("/api/admin/setup", { headers: { "x-admin-token": token } })
      assert.deepInclude(answer.json(), { people: 0, remind_minutes: 0, backup: false, access: "open", chat: false, own_ranges: false })
      assert.notInclude(answer.text, "http")
      assert.notInclude(answer.text, token)
      assert.strictEqual((yield* raw("/api/admin/setup")).status, 401)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 5.20.
  const viewOf = (more: object) => {
    const file = JSON.stringify({ chat_webhook_url: "console:", weekday_range: [1, 2], weekend_range: [3, 4], ...more })
    return setupView(Either.getOrThrow(parse("config.json", file)).config, Option.none(), nothing)
  }
  const nothing = { people: 0, lastBackupAt: null, phones: [], zone: DateTime.zoneUnsafeMakeNamed("Asia/Shanghai") }

  it("says whether an amount is generated in the end, also where a till is asked before", () => {
    const generates = (source: object) => viewOf({ amount_source: source }).generates
    const till = { kind: "command", run: ["till"] }
    assert.deepStrictEqual(
      [{ kind: "range" }, { kind: "none" }, till, { ...till, without_figure: "generate" }].map(generates),
      [true, false, false, true]
    )
  })

  it("says whether the shop has decided what happens without a figure", () =>
    assert.deepStrictEqual(
      [{}, { amount_source: { kind: "range" } }, { amount_source: { kind: "none" } }].map((more) => viewOf(more).source_decided),
      [false, true, true]
    ))
})

describe("GET /api/admin/logs", () => {
  const webhook = "https://open.feishu.cn/open-apis/bot/v2/hook/hook-key-0123"

  it.scoped("gives as many of the last lines as are asked for, newest last", () =>
    Effect.gen(function*() {
      yield* Effect.forEach(Array.from({ length: 210 }, (_, index) => index), (index) => Effect.logInfo(`line ${index}`))
      const linesOf = (query: string) =>
        Effect.map(rawAdmin(`/api/admin/logs${query}`), (answer) => answer.json()["lines"] as ReadonlyArray<string>)
      assert.strictEqual((yield* linesOf("")).length, 200)
      assert.match((yield* linesOf("")).at(-1) ?? "", /"message":"line 209"/)
      assert.strictEqual((yield* linesOf("?lines=1")).length, 1)
      assert.isAtLeast((yield* linesOf("?lines=5000")).length, 210)
      for (const query of ["?lines=0", "?lines=5001", "?lines=-1", "?lines=1.5", "?lines="]) {
        assert.deepStrictEqual(codeOf(yield* rawAdmin(`/api/admin/logs${query}`)), [400, "invalid_request"], query)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("shows no logged secret", () =>
    Effect.gen(function*() {
      yield* Effect.logInfo(`token ${token}, hook ${webhook}, secret sign-with-me`)
      const { text } = yield* rawAdmin("/api/admin/logs")
      assert.include(text, "<redacted>")
      for (const secret of [token, "hook-key-0123", "sign-with-me"]) assert.notInclude(text, secret)
    }).pipe(Effect.provide(httpService({
      at,
      config: { file: members({ chat_webhook_url: webhook, chat_secret: "sign-with-me" }) }
    }).layer)))
})

describe("POST /api/admin/reload_cutoff", () => {
  // Rule 6.17.
  it.scoped("applies the whole file, says what changed, and runs one settlement check", () => {
    const config = { file: members() }
    return Effect.gen(function*() {
      config.file = members({ cutoff_time: "13:00", shop_name: "新店", chat_secrt: "a" })
      assert.deepStrictEqual((yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })).json(), {
        ok: true,
        cutoff_time: "13:00",
        previous_cutoff_time: "23:00",
        changed: ["shop_name", "cutoff_time"],
        unknown: ["chat_secrt"]
      })
      const metrics = yield* Effect.flatMap(client, (api) => api.metrics({}))
      assert.deepInclude<unknown>(metrics, { shop_name: "新店", cutoff_time: "13:00" })
      assert.deepInclude(metrics.counted.today, { state: "estimated" })
    }).pipe(Effect.provide(httpService({ at, config }).layer))
  })
})

// Rule 6.19.
describe("the messages", () => {
  it.scoped("are listed newest first, page by page, by their state", () =>
    Effect.gen(function*() {
      const api = yield* client
      yield* upload("2025-12-01,1\n2025-12-02,2\n2025-12-03,3")
      const first = yield* api.notifications({ urlParams: { limit: 2 } })
      assert.deepStrictEqual(first.items.map(({ id }) => id), [3, 2])
      assert.deepStrictEqual([first.next, first.counts.pending], [2, 3])
      const second = yield* api.notifications({ urlParams: { limit: 2, before: 2 } })
      assert.deepStrictEqual([second.items.map(({ id }) => id), second.next], [[1], null])
      assert.deepStrictEqual((yield* api.notifications({ urlParams: { limit: 9, state: "delivered" } })).items, [])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("that failed are sent again, with their attempts kept; an unknown or delivered one is not", () => {
    const bot = recordingBot()
    return Effect.gen(function*() {
      const api = yield* client
      bot.script.push(...[refused, refused, refused].map((answer) => Effect.succeed(answer)))
      yield* correct({ date: "2025-12-08", amount: 1 })
      yield* rested
      const { items: [failed] } = yield* messagesOf
      assert.deepStrictEqual([failed?.state, failed?.attempts.length], ["failed", 3])
      assert.deepStrictEqual(yield* api.resend({ path: { id: 1 }, payload: {} }), { ok: true, changed_to: null })
      yield* rested
      const { items: [sent] } = yield* messagesOf
      assert.deepStrictEqual([sent?.state, sent?.delivered_format, sent?.attempts.length], ["delivered", "card", 4])
      const resend = (id: string) => Effect.map(rawAdmin(`/api/admin/notifications/${id}/resend`, { method: "POST" }), codeOf)
      for (const id of ["1", "99"]) assert.deepStrictEqual(yield* resend(id), [404, "not_found"], id)
      for (const id of ["0", "x", "1.0"]) assert.deepStrictEqual(yield* resend(id), [400, "invalid_request"], id)
    }).pipe(Effect.provide(httpService({ at, bot }).layer))
  })
})

// Rules 6.19 and 7.19.
describe("a message whose amount has changed since", () => {
  const failing = (bot: ReturnType<typeof recordingBot>) =>
    Effect.sync(() => bot.script.push(...[refused, refused, refused].map((answer) => Effect.succeed(answer))))

  it.scoped("says so before it is sent again, and when it is", () => {
    const bot = recordingBot()
    return Effect.gen(function*() {
      const api = yield* client
      yield* failing(bot)
      yield* correct({ date: "2025-12-08", amount: 3000 })
      yield* rested
      yield* correct({ date: "2025-12-08", amount: 3100 })
      yield* rested
      const { items } = yield* messagesOf
      assert.deepStrictEqual(items.map(({ changed_to, id, state }) => [id, state, changed_to]), [
        [2, "delivered", null],
        [1, "failed", { amount: 3100, source: "manual" }]
      ])
      assert.deepStrictEqual(yield* api.resend({ path: { id: 1 }, payload: {} }), {
        ok: true,
        changed_to: { amount: 3100, source: "manual" }
      })
      yield* rested
      const [last] = bot.sent.slice(-1)
      assert.deepInclude<unknown>(last?.announcement, { kind: "entered", cents: 300_000 })
      assert.deepStrictEqual<unknown>(last?.since, { _tag: "Changed", cents: 310_000, source: "manual" })
    }).pipe(Effect.provide(httpService({ at, bot }).layer))
  })

  it.scoped("says so where the amount was withdrawn", () => {
    const bot = recordingBot()
    return Effect.gen(function*() {
      yield* failing(bot)
      yield* correct({ date: "2025-12-08", amount: 3000 })
      yield* rested
      yield* rawAdmin("/api/admin/turnover/2025-12-08?reason=wrong%20day", { method: "DELETE" })
      const { items } = yield* messagesOf
      assert.deepStrictEqual(items.at(-1)?.changed_to, { amount: null, source: null })
    }).pipe(Effect.provide(httpService({ at, bot }).layer))
  })
})

// Rule 6.7.
describe("GET /api/admin/audit/verify", () => {
  it.scoped("says that the chain holds, and how long it is", () =>
    Effect.gen(function*() {
      const api = yield* client
      const holds = { ok: true, first_broken_id: null, first_differing_day: null, first_differing_goal: null }
      assert.deepStrictEqual(yield* api.verifyAudit({}), { ...holds, records: 0, head: null })
      yield* upload("2025-12-01,1\n2025-12-02,2")
      const { head, ...rest } = yield* api.verifyAudit({})
      assert.deepStrictEqual(rest, { ...holds, records: 2 })
      assert.match(head ?? "", /^2:[0-9a-f]{64}$/)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("names the first day that was changed past the service, a mark or a goal set by hand too", () =>
    Effect.gen(function*() {
      const api = yield* client
      const sql = yield* SqlClient.SqlClient
      yield* upload("2025-12-01,1\n2025-12-02,2")
      yield* sql`INSERT INTO day_mark (date, closed, note) VALUES ('2025-12-05', 1, '')`
      assert.deepInclude(yield* api.verifyAudit({}), { ok: false, first_broken_id: null, first_differing_day: "2025-12-05" as LocalDate })
      yield* sql`UPDATE turnover SET amount_cents = 5 WHERE date = '2025-12-02'`
      assert.deepInclude(yield* api.verifyAudit({}), {
        ok: false,
        first_differing_day: "2025-12-02" as LocalDate,
        first_differing_goal: null
      })
      yield* sql`INSERT INTO goal (month, amount_cents) VALUES ('2026-01', 5)`
      assert.deepInclude(yield* api.verifyAudit({}), { ok: false, first_differing_goal: "2026-01" as Month })
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
