import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { createToken, device, signIn, withToken } from "../../lib/Browser.ts"
import { codeOf, httpService, jsonBody, raw, rawAdmin, type RawAnswer, token } from "../../lib/HttpService.ts"
import { members } from "../../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"

const service = Effect.provide(httpService({ at, watch: "1 hour" }).layer)

const correction = (date: string, amount: number, actor?: string) => jsonBody({ date, amount, ...(actor === undefined ? {} : { actor }) })

const enter = (secret: string, date: string, amount: number, actor?: string) =>
  withToken(secret, "/api/admin/turnover", correction(date, amount, actor))

const verify = (secret: string) => withToken(secret, "/api/admin/audit/verify")

const items = (answer: RawAnswer) => answer.json()["items"] as ReadonlyArray<Record<string, unknown>>

const invite = (name: string, role: string) =>
  Effect.map(rawAdmin("/api/admin/invitations", { ...jsonBody({ name, role }), method: "POST" }), (answer) => ({
    answer,
    code: String(answer.json()["code"])
  }))

describe("a named token", () => {
  // Rule 8.1.
  it.scoped("is shown once, listed without its secret, and stored as a hash alone", () =>
    Effect.gen(function*() {
      const { answer, secret } = yield* createToken("till", "entry")
      assert.strictEqual(answer.status, 200)
      assert.match(secret, /^tvr_[\w-]{43}$/)
      const list = yield* rawAdmin("/api/admin/tokens")
      assert.notInclude(list.text, secret)
      assert.deepInclude(items(list)[0], {
        name: "till",
        role: "entry",
        state: "active",
        last_used_at: null,
        sessions: 0
      })
      yield* verify(secret)
      assert.strictEqual(items(yield* rawAdmin("/api/admin/tokens"))[0]?.["last_used_at"], "2025-12-09T13:14:40+08:00")
    }).pipe(service))

  // Rule 8.2.
  it.scoped("may what its role may, and a refusal names the role that is needed", () =>
    Effect.gen(function*() {
      const needs = [
        ["view", "/api/session", "GET", undefined],
        ["entry", "/api/admin/turnover", "PUT", "entry"],
        ["manager", "/api/admin/notifications", "GET", "manager"],
        ["admin", "/api/admin/logs", "GET", "admin"]
      ] as const
      const roles = ["view", "entry", "manager", "admin"]
      for (const role of [...roles, "feed"]) {
        const { secret } = yield* createToken(`a ${role}`, role)
        for (const [needed, path, method, named] of needs) {
          const answer = yield* withToken(secret, path, { method, body: method === "PUT" ? "{}" : "" })
          const may = named === undefined || roles.indexOf(role) >= roles.indexOf(needed)
          if (may) assert.notInclude([401, 403], answer.status, `${role} ${path}`)
          else {
            assert.deepStrictEqual(codeOf(answer), [403, "forbidden"], `${role} ${path}`)
            assert.strictEqual(answer.json()["role"], named)
            assert.strictEqual(answer.json()["detail"], `role: expected ${named}, got ${role}`)
          }
        }
      }
    }).pipe(service))

  // Rule 8.3.
  it.scoped("is refused from the next request on when it is revoked, when it has expired, and by another role", () =>
    Effect.gen(function*() {
      const { id, secret } = yield* createToken("till", "manager", { expires_on: "2025-12-09" })
      assert.strictEqual((yield* verify(secret)).status, 200)
      const change = (role: string) => rawAdmin(`/api/admin/tokens/${id}`, { ...jsonBody({ role }), method: "PATCH" })
      assert.strictEqual((yield* change("entry")).status, 200)
      assert.deepStrictEqual(codeOf(yield* verify(secret)), [403, "forbidden"])
      yield* change("manager")
      assert.strictEqual((yield* verify(secret)).status, 200)
      yield* TestClock.adjust("11 hours")
      assert.deepStrictEqual(codeOf(yield* verify(secret)), [401, "unauthorized"])

      const other = yield* createToken("other", "manager")
      assert.strictEqual((yield* verify(other.secret)).status, 200)
      assert.strictEqual((yield* rawAdmin(`/api/admin/tokens/${other.id}`, { method: "DELETE" })).status, 200)
      assert.deepStrictEqual(codeOf(yield* verify(other.secret)), [401, "unauthorized"])
      assert.deepStrictEqual(codeOf(yield* rawAdmin(`/api/admin/tokens/${other.id}`, { method: "DELETE" })), [404, "not_found"])
    }).pipe(service))

  // Rule 8.3.
  it.scoped("is valid until the end of a day that is not over and that has an end, and is refused with another", () =>
    Effect.gen(function*() {
      const created = (expires_on: string) => Effect.map(createToken(`till ${expires_on}`, "entry", { expires_on }), ({ answer }) => answer)
      const last = yield* created("9999-12-30")
      assert.deepInclude(last.json()["token"], { expires_at: "9999-12-31T00:00:00+08:00", state: "active" })
      for (
        const [date, code, expected] of [
          ["9999-12-31", "date_until", "a date up to 9999-12-30"],
          ["2025-12-08", "date_from", "a date from 2025-12-09 on"]
        ] as const
      ) {
        const answer = yield* created(date)
        assert.deepStrictEqual(codeOf(answer), [400, "invalid_request"])
        assert.deepInclude((answer.json()["errors"] as ReadonlyArray<object>)[0], {
          field: "expires_on",
          code,
          message: `expected ${expected}, got "${date}"`
        })
      }
    }).pipe(service))

  it.scoped("has a name of its own, which is free again once it is revoked or has expired", () =>
    Effect.gen(function*() {
      const { id } = yield* createToken("till", "entry")
      assert.deepStrictEqual(codeOf((yield* createToken("till", "entry")).answer), [409, "name_taken"])
      yield* rawAdmin(`/api/admin/tokens/${id}`, { method: "DELETE" })
      assert.strictEqual((yield* createToken("till", "entry", { expires_on: "2025-12-09" })).answer.status, 200)
      yield* TestClock.adjust("11 hours")
      assert.strictEqual((yield* createToken("till", "entry")).answer.status, 200)
      assert.deepStrictEqual(items(yield* rawAdmin("/api/admin/tokens")).map(({ state }) => state), ["active", "revoked", "revoked"])
      for (const name of ["settlement", "Admin", "", " till", "a\u0000b", "x".repeat(41), "ａｄｍｉｎ", "李店长 (typed: 王)", "\u3164"]) {
        assert.deepStrictEqual(codeOf((yield* createToken(name, "entry")).answer), [400, "invalid_request"], name)
      }
      assert.deepInclude((yield* createToken("李（早班）", "entry")).answer.json()["token"], { name: "李(早班)" })
    }).pipe(service))

  // Rule 8.16.
  it.scoped("types a text that shows nothing as none: no reason, no note, no second name", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("李店长", "manager")
      const nothing = "\u200B\u3164"
      yield* withToken(secret, "/api/admin/turnover", jsonBody({ date: "2025-12-08", amount: 1, reason: nothing, actor: nothing }))
      yield* rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-08", amount: 2, actor: nothing }))
      yield* withToken(secret, "/api/admin/days/2025-12-08", jsonBody({ note: nothing }))
      const withdrawal = { ...jsonBody({ reason: nothing }), method: "DELETE" }
      assert.deepStrictEqual(codeOf(yield* withToken(secret, "/api/admin/turnover/2025-12-08", withdrawal)), [400, "invalid_request"])
      const records = (yield* raw("/api/audit")).json() as unknown as ReadonlyArray<Record<string, unknown>>
      assert.deepStrictEqual(records.map(({ action, actor, reason }) => [action, actor, reason]), [["correct", "admin", ""], [
        "correct",
        "李店长",
        ""
      ]])
    }).pipe(service))

  // Rule 8.4.
  it.scoped("is the actor of what it does; a typed name stands beside it", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("李店长", "manager")
      yield* enter(secret, "2025-12-08", 3000, "王")
      yield* enter(secret, "2025-12-07", 3000)
      yield* enter(token, "2025-12-06", 3000, "王")
      yield* withToken(secret, "/api/admin/import", { method: "POST", headers: { "content-type": "text/csv" }, body: "2025-12-05,1\r\n" })
      const records = (yield* raw("/api/audit")).json() as unknown as ReadonlyArray<{ readonly actor: string }>
      assert.deepStrictEqual(records.map(({ actor }) => actor), ["李店长", "王", "李店长", "李店长 (typed: 王)"])
    }).pipe(service))

  // Rule 8.5.
  it.scoped("of the role entry changes today and 7 days back, where only the system or such a token has entered a figure", () =>
    Effect.gen(function*() {
      const one = (yield* createToken("小王", "entry")).secret
      const two = (yield* createToken("小李", "entry")).secret
      const manager = (yield* createToken("店长", "manager")).secret
      assert.strictEqual((yield* enter(one, "2025-12-09", 3000)).status, 200)
      assert.strictEqual((yield* enter(two, "2025-12-09", 3100)).status, 200)
      assert.strictEqual((yield* enter(one, "2025-12-02", 3000)).status, 200)
      const older = yield* enter(one, "2025-12-01", 3000)
      assert.deepStrictEqual([...codeOf(older), older.json()["role"]], [403, "forbidden", "manager"])
      assert.strictEqual((yield* enter(manager, "2025-12-09", 3200)).status, 200)
      assert.deepStrictEqual(codeOf(yield* enter(one, "2025-12-09", 3000)), [403, "forbidden"])
      yield* enter(token, "2025-12-08", 2000)
      assert.deepStrictEqual(codeOf(yield* enter(one, "2025-12-08", 3000)), [403, "forbidden"])
      for (const date of ["2025-12-08", "2025-12-02"]) {
        const refused = yield* withToken(one, `/api/admin/turnover/${date}?reason=x`, { method: "DELETE" })
        assert.deepStrictEqual([...codeOf(refused), refused.json()["role"]], [403, "forbidden", "manager"])
      }
      const mark = yield* withToken(one, "/api/admin/days/2025-12-09", jsonBody({ note: "下雨" }))
      assert.strictEqual(mark.status, 200)
      // What a page says before a person types agrees with the response to the change.
      const isOpen = (date: string) => Effect.map(raw(`/api/days/${date}`), (answer) => answer.json()["open_to_entry"])
      const dates = ["2025-12-01", "2025-12-02", "2025-12-07", "2025-12-08", "2025-12-09", "2025-12-10"]
      assert.deepStrictEqual(yield* Effect.forEach(dates, isOpen), [false, true, true, false, false, false])
    }).pipe(service))

  it.scoped("of the role entry undoes its own changes within 10 minutes", () =>
    Effect.gen(function*() {
      const one = (yield* createToken("小王", "entry")).secret
      const two = (yield* createToken("小李", "entry")).secret
      const undo = (secret: string, id: unknown) => withToken(secret, `/api/admin/changes/${id}/undo`, { method: "POST" })
      const idOf = (answer: { readonly json: () => Record<string, unknown> }) => answer.json()["id"]
      const first = idOf(yield* enter(one, "2025-12-09", 3000))
      assert.deepStrictEqual(codeOf(yield* undo(two, first)), [403, "forbidden"])
      assert.strictEqual((yield* undo(one, first)).status, 200)
      // The undo restores the amount of another person and does not empty the day.
      yield* enter(two, "2025-12-09", 3000)
      const confirmed = idOf(yield* enter(one, "2025-12-09", 3000))
      const restored = (yield* undo(one, confirmed)).json()
      assert.deepInclude(restored["after"], { amount: 3000, by: "小李" })
      const last = idOf(yield* enter(one, "2025-12-09", 3100))
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(codeOf(yield* undo(one, last)), [403, "forbidden"])
      assert.strictEqual((yield* undo(token, last)).status, 200)
    }).pipe(service))

  it.scoped("is shown what it can still undo: its own newest change, for as long as it may and nobody has changed the day since", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("小王", "entry")
      const ownOf = (who: string) =>
        Effect.map(withToken(who, "/api/admin/changes/own"), (answer) => {
          const { change } = answer.json() as { change: Record<string, unknown> | null }
          return change && [change["date"], change["change"], change["seconds_left"], change["after"]]
        })
      assert.isNull(yield* ownOf(secret))
      yield* enter(secret, "2025-12-09", 3000)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* ownOf(secret), ["2025-12-09", "entered", 540, 3000])
      yield* enter(secret, "2025-12-09", 3100)
      assert.deepStrictEqual([yield* ownOf(secret), yield* ownOf(token)], [["2025-12-09", "corrected", 600, 3100], null])
      // An undo would leave a settled day without a figure.
      yield* enter(secret, "2025-12-08", 3000)
      assert.isNull(yield* ownOf(secret))
      yield* enter(token, "2025-12-09", 3200)
      assert.deepStrictEqual(yield* ownOf(token), ["2025-12-09", "corrected", 600, 3200])
      yield* TestClock.adjust("10 minutes")
      assert.isNull(yield* ownOf(token))
      assert.strictEqual((yield* withToken("wrong", "/api/admin/changes/own")).status, 401)
    }).pipe(service))

  it.scoped("of the role entry leaves no day past its cutoff without a figure", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("小王", "entry")
      const undo = (id: unknown) => withToken(secret, `/api/admin/changes/${id}/undo`, { method: "POST" })
      const missing = (yield* enter(secret, "2025-12-08", 3000)).json()["id"]
      assert.deepStrictEqual(codeOf(yield* undo(missing)), [409, "cutoff_passed"])
      yield* TestClock.adjust("10 hours")
      const settled = (yield* enter(secret, "2025-12-09", 3000)).json()
      assert.deepInclude(settled["before"], { source: "generated" })
      assert.deepInclude((yield* undo(settled["id"])).json()["after"], { source: "generated", is_final: true })
    }).pipe(service))

  it.scoped("of the role entry leaves what a manager has closed", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("小王", "entry")
      const manager = (yield* createToken("店长", "manager")).secret
      const mark = (secret: string, date: string, closed: boolean) => withToken(secret, `/api/admin/days/${date}`, jsonBody({ closed }))
      yield* mark(manager, "2025-12-08", true)
      const refused = yield* enter(secret, "2025-12-08", 3000)
      assert.deepStrictEqual([...codeOf(refused), refused.json()["role"]], [403, "forbidden", "manager"])
      assert.deepStrictEqual(codeOf(yield* mark(secret, "2025-12-08", false)), [403, "forbidden"])
      for (const date of ["2025-12-01", "2026-01-10", "2000-01-01"]) {
        assert.deepStrictEqual(codeOf(yield* mark(secret, date, true)), [403, "forbidden"], date)
      }
      for (const date of ["2025-12-02", "2026-01-09"]) assert.strictEqual((yield* mark(secret, date, true)).status, 200, date)
      assert.strictEqual((yield* mark(secret, "2025-12-02", false)).status, 200)
    }).pipe(service))

  it.scoped("of the role entry makes 30 changes in 10 minutes; a repeated request is none", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("小王", "entry")
      const other = (yield* createToken("小李", "entry")).secret
      const key = { "idempotency-key": "once" }
      const repeated = () =>
        withToken(secret, "/api/admin/turnover", {
          ...jsonBody({ date: "2025-12-08", amount: 1 }),
          headers: { ...jsonBody({}).headers, ...key }
        })
      for (let time = 0; time < 5; time++) assert.strictEqual((yield* repeated()).status, 200)
      for (let amount = 2; amount <= 30; amount++) assert.strictEqual((yield* enter(secret, "2025-12-08", amount)).status, 200)
      yield* TestClock.adjust("9 minutes")
      const refused = yield* enter(secret, "2025-12-08", 31)
      assert.deepStrictEqual([...codeOf(refused), refused.headers["retry-after"]], [429, "too_many_changes", "60"])
      assert.strictEqual((yield* repeated()).status, 200)
      assert.strictEqual((yield* enter(other, "2025-12-08", 31)).status, 200)
      assert.strictEqual((yield* enter(token, "2025-12-07", 31)).status, 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* enter(secret, "2025-12-08", 32)).status, 200)
    }).pipe(service))

  // Rule 8.5.
  it.scoped("of the role entry stores at most 30 answers in 10 minutes to requests that change nothing", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("小王", "entry")
      const mark = (key: string) =>
        withToken(secret, "/api/admin/days/2025-12-08", {
          ...jsonBody({ closed: false }),
          headers: { ...jsonBody({}).headers, "idempotency-key": key }
        })
      for (let time = 1; time <= 30; time++) assert.strictEqual((yield* mark(`key-${time}`)).json()["change"], "unchanged")
      assert.deepStrictEqual(codeOf(yield* mark("key-31")), [429, "too_many_changes"])
      assert.strictEqual((yield* mark("key-30")).json()["change"], "unchanged")
      assert.deepStrictEqual(codeOf(yield* enter(secret, "2025-12-08", 1)), [429, "too_many_changes"])
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* mark("key-31")).status, 200)
    }).pipe(service))

  it.scoped("of the role entry changes a generated figure, and its own one after the settlement", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("小王", "entry")
      yield* TestClock.adjust("10 hours")
      assert.strictEqual((yield* enter(secret, "2025-12-09", 3000)).status, 200)
      assert.strictEqual((yield* enter(secret, "2025-12-09", 3001)).status, 200)
    }).pipe(service))

  // Rule 3.5.
  it.scoped("that was revoked, or never existed, does not count as a guess; any other text does", () =>
    Effect.gen(function*() {
      const { id, secret } = yield* createToken("till", "manager")
      yield* rawAdmin(`/api/admin/tokens/${id}`, { method: "DELETE" })
      for (let time = 0; time < 12; time++) assert.strictEqual((yield* verify(secret)).status, 401)
      for (let time = 0; time < 10; time++) assert.strictEqual((yield* verify(`tvr_${"A".repeat(42)}${time}`)).status, 401)
      for (let time = 0; time < 10; time++) assert.strictEqual((yield* verify(`tvr_${"A".repeat(41)}${time}`)).status, 401)
      assert.deepStrictEqual(codeOf(yield* verify(token)), [429, "too_many_attempts"])
    }).pipe(service))

  // Rule 3.4.
  it.scoped("opens no admin endpoint where ADMIN_TOKEN is not set", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(codeOf(yield* verify(`tvr_${"A".repeat(43)}`)), [403, "admin_disabled"])
    }).pipe(Effect.provide(httpService({ at, env: { ADMIN_TOKEN: "" } }).layer)))
})

describe("an invitation", () => {
  // Rule 8.8.
  it.scoped("signs one device in, once, under the name and role that it was made for", () =>
    Effect.gen(function*() {
      const { answer, code } = yield* invite("小王", "entry")
      assert.strictEqual(answer.json()["link"], `/join#${code}`)
      assert.strictEqual(answer.json()["expires_at"], "2025-12-09T13:29:40+08:00")
      const phone = yield* device({ code })
      assert.deepInclude((yield* phone.ask("/api/session")).json(), { name: "小王", role: "entry" })
      assert.deepStrictEqual(codeOf(yield* signIn({ code })), [410, "invitation_ended"])
      assert.deepInclude(items(yield* rawAdmin("/api/admin/tokens"))[0], { name: "小王", has_secret: false, sessions: 1 })
    }).pipe(service))

  it.scoped("is asked for its person without being used, listed while it is open, and ends when it is revoked", () =>
    Effect.gen(function*() {
      const open = Effect.map(rawAdmin("/api/admin/invitations"), items)
      const ask = (code: string) => raw("/api/session/invitation", { ...jsonBody({ code }), method: "POST" })
      const { code } = yield* invite("小王", "entry")
      for (let time = 0; time < 2; time++) {
        assert.deepStrictEqual((yield* ask(code)).json(), {
          ok: true,
          name: "小王",
          role: "entry",
          expires_at: "2025-12-09T13:29:40+08:00"
        })
      }
      assert.deepStrictEqual(codeOf(yield* ask("tvi_AAAAAAAAAAAAAAAAAAAAAA")), [401, "unauthorized"])
      const [listed, ...others] = yield* open
      assert.deepInclude(listed, { name: "小王", role: "entry", expires_at: "2025-12-09T13:29:40+08:00" })
      assert.deepStrictEqual(others, [])
      assert.notInclude(JSON.stringify(listed), code)
      const path = `/api/admin/invitations/${Number(listed?.["id"])}`
      assert.strictEqual((yield* rawAdmin(path, { method: "DELETE" })).status, 200)
      assert.deepStrictEqual(yield* open, [])
      assert.deepStrictEqual([codeOf(yield* ask(code)), codeOf(yield* signIn({ code }))], Array(2).fill([410, "invitation_ended"]))
      assert.deepStrictEqual(codeOf(yield* rawAdmin(path, { method: "DELETE" })), [404, "not_found"])
    }).pipe(service))

  // Rule 7.16.
  it.scoped("leads to the address that public_url names, which a phone can open", () =>
    Effect.gen(function*() {
      const { answer, code } = yield* invite("小王", "entry")
      assert.strictEqual(answer.json()["link"], `https://shop.example/till/join#${code}`)
    }).pipe(Effect.provide(httpService({ at, config: { file: members({ public_url: "https://shop.example/till/" }) } }).layer)))

  it.scoped("ends after 15 minutes, and with its person", () =>
    Effect.gen(function*() {
      const late = yield* invite("小王", "entry")
      yield* TestClock.adjust("15 minutes")
      assert.deepStrictEqual(codeOf(yield* signIn({ code: late.code })), [410, "invitation_ended"])
      const { answer, code } = yield* invite("小王", "entry")
      const { token: person } = answer.json() as { token: { id: number } }
      yield* rawAdmin(`/api/admin/tokens/${person.id}`, { method: "DELETE" })
      assert.deepStrictEqual(codeOf(yield* signIn({ code })), [410, "invitation_ended"])
    }).pipe(service))

  // Rule 8.15.
  it.scoped("has no name that looks like an active token's, which the refusal names", () =>
    Effect.gen(function*() {
      const { id } = yield* createToken("二号店 till", "manager")
      const imitated = [(yield* createToken("二号店-Till", "view")).answer, (yield* invite("二号店 TÍLL", "manager")).answer]
      assert.deepStrictEqual(imitated.map(codeOf), [[409, "name_taken"], [409, "name_taken"]])
      const [{ code, params }] = imitated[0]?.json()["errors"] as [Record<string, unknown>]
      assert.deepStrictEqual([code, params], ["name_alike", { name: "二号店-Till", taken: "二号店 till", role: "manager" }])
      yield* rawAdmin(`/api/admin/tokens/${id}`, { method: "DELETE" })
      assert.strictEqual((yield* createToken("二号店-Till", "view")).answer.status, 200)
    }).pipe(service))

  it.scoped("adds a device to an existing person, with that person's role only", () =>
    Effect.gen(function*() {
      yield* device({ code: (yield* invite("小王", "entry")).code })
      yield* device({ code: (yield* invite("小王", "entry")).code })
      assert.deepStrictEqual(items(yield* rawAdmin("/api/admin/tokens")).map(({ sessions }) => sessions), [2])
      assert.deepStrictEqual(codeOf((yield* invite("小王", "admin")).answer), [409, "name_taken"])
    }).pipe(service))

  it.scoped("cannot be guessed: wrong codes count", () =>
    Effect.gen(function*() {
      const { code } = yield* invite("小王", "entry")
      for (let time = 0; time < 10; time++) assert.strictEqual((yield* signIn({ code: `tvi_${"A".repeat(21)}${time}` })).status, 401)
      assert.deepStrictEqual(codeOf(yield* signIn({ code })), [429, "too_many_attempts"])
    }).pipe(service))
})
