import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { codeOf, csvBody, httpService, jsonBody, raw, rawAdmin } from "../lib/HttpService.ts"

const service = httpService({ at: "2025-12-09T13:14:40+08:00" })

const correct = (amount: string, date = "2025-12-08") =>
  rawAdmin("/api/admin/turnover", { method: "PUT", body: `{"date":"${date}","amount":${amount}}` })

describe("an amount", () => {
  const refused = [
    "1e308",
    "-1e308",
    "1e400",
    "-1e400",
    "1e-308",
    "5e-324",
    "0.30000000000000004",
    "0.001",
    "9007199254740993",
    "9999999999.995",
    "1.000000000000000001",
    "9999999999.9900005",
    "-1e-400",
    "1e-400",
    "12.3400000000000000000001",
    "100.0000000000000000000e-19",
    "NaN",
    "Infinity",
    "-Infinity",
    "0x10",
    "01",
    "1_000",
    "+1",
    ".5",
    "5.",
    "1e",
    "true",
    "[1]",
    "{\"valueOf\":1}",
    "\"1\"",
    "\"NaN\""
  ]
  it.scoped.each(refused)("of %s is refused, and nothing is written", (amount) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(codeOf(yield* correct(amount)), [400, "invalid_request"])
      assert.strictEqual((yield* raw("/api/audit")).text, "[]")
    }).pipe(Effect.provide(service.layer)))

  const taken: ReadonlyArray<readonly [amount: string, kept: string]> = [
    ["-0", "0.00"],
    ["-0.0", "0.00"],
    ["0e308", "0.00"],
    ["1e2", "100.00"],
    ["1.10e1", "11.00"],
    ["9999999999.99", "9999999999.99"],
    ["0.29", "0.29"],
    ["1.005e2", "100.50"],
    ["4.35", "4.35"],
    ["1.15", "1.15"],
    ["1.500000000000000000000000", "1.50"],
    ["0.000e9", "0.00"],
    ["100.0000000000000000000e-1", "10.00"],
    ["9999999999990000e-6", "9999999999.99"]
  ]
  it.scoped("is stored to the cent, and never as negative zero", () =>
    Effect.gen(function*() {
      for (const [amount, kept] of taken) {
        assert.strictEqual((yield* correct(amount)).status, 200, amount)
        assert.include((yield* raw("/api/export")).text, `2025-12-08,${kept}\r\n`, amount)
        const { text } = yield* raw("/api/metrics")
        assert.notMatch(text, /-0\b(?!\d|:|-)|NaN|Infinity|null,"total"/, amount)
      }
    }).pipe(Effect.provide(service.layer)))

  const endless = 60_000
  const long: ReadonlyArray<readonly [what: string, amount: string]> = [
    ["zeros before a last digit", `1${"0".repeat(endless)}1`],
    ["zeros before a last decimal", `0.${"0".repeat(endless)}1`],
    ["zeros before an exponent", `1${"0".repeat(endless)}1e-${endless}`],
    ["an exponent of zeros", `1e${"0".repeat(endless)}1`],
    ["nines", "9".repeat(endless)],
    ["decimals", `1.${"10".repeat(endless / 2)}1`]
  ]
  it.scoped("that fills the body does not delay other requests", () =>
    Effect.gen(function*() {
      for (const [what, amount] of long) {
        const before = process.cpuUsage()
        const { status } = yield* correct(amount)
        const { system, user } = process.cpuUsage(before)
        assert.isBelow(status, 500, what)
        assert.isBelow((user + system) / 1000, 500, `${what}: milliseconds of processor time`)
      }
    }).pipe(Effect.provide(service.layer)))

  it.scoped("is looked for outside texts only", () =>
    Effect.gen(function*() {
      const reason = String.raw`1.000000000000000001 \\\" 1e400`
      const answer = yield* rawAdmin("/api/admin/turnover", {
        method: "PUT",
        body: `{"date":"2025-12-08","reason":"${reason}","amount":1}`
      })
      assert.strictEqual(answer.status, 200)
    }).pipe(Effect.provide(service.layer)))

  it.scoped("of ten cents and one of twenty are thirty, not 0.30000000000000004", () =>
    Effect.gen(function*() {
      yield* correct("0.1", "2025-12-01")
      yield* correct("0.2", "2025-12-02")
      const { last_week, this_month } = (yield* raw("/api/metrics")).json()
      assert.deepInclude(this_month, { total: 0.3 })
      assert.deepInclude(last_week, { total: 0.3 })
    }).pipe(Effect.provide(service.layer)))

  it.scoped("in a file is as strict, and one bad row writes none", () =>
    Effect.gen(function*() {
      for (const amount of ["1e308", "1e2", "NaN", "Infinity", "-1", "0x10", "1.005", "10000000000", "٣", "1.2.3", "--1", "∞"]) {
        const answer = yield* rawAdmin("/api/admin/import", csvBody(`2025-12-07,1\n2025-12-08,${amount}`))
        // One with three digits behind the point may be a thousand, and a day below zero may be left out: that is asked.
        assert.deepStrictEqual(codeOf(answer), [422, ["-1", "1.005"].includes(amount) ? "questions" : "invalid_rows"], amount)
      }
      assert.strictEqual((yield* raw("/api/audit")).text, "[]")
    }).pipe(Effect.provide(service.layer)))
})

describe("a number of a query", () => {
  it.scoped("is whole and within bounds, or refused", () =>
    Effect.gen(function*() {
      for (
        const days of ["1e308", "NaN", "Infinity", "-0", "7.5", "0x10", "9007199254740993", "%EF%BC%97", "7%00", "7&days=8", "", "%20"]
      ) {
        for (const path of ["/api/series7", "/api/revenue", "/api/audit"]) {
          const answer = yield* raw(`${path}?days=${days}`)
          assert.deepStrictEqual(codeOf(answer), [400, "invalid_request"], `${path} ${days}`)
        }
      }
    }).pipe(Effect.provide(service.layer)))
})

describe("an id near 2^53", () => {
  const largest = Number.MAX_SAFE_INTEGER
  const withLargeIds = Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO audit ${
      sql.insert({
        id: largest - 2,
        created_at: Date.parse("2025-12-09T13:00:00+08:00"),
        date: "2025-12-01",
        action: "note",
        before_cents: null,
        after_cents: null,
        source: null,
        reason: "",
        actor: "admin",
        hash: "0".repeat(64)
      })
    }`
    // SQLite continues after the largest id that the table has ever had.
    yield* sql`INSERT INTO sqlite_sequence ${sql.insert({ name: "notification", seq: largest - 2 })}`
  })

  it.scoped("names its own record and no other, in responses and in paths", () =>
    Effect.gen(function*() {
      const put = (amount: number) => rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-08", amount }))
      const undo = (id: string) => rawAdmin(`/api/admin/changes/${id}/undo`, { ...jsonBody({}), method: "POST" })
      assert.strictEqual((yield* put(1)).json()["id"], largest - 1)
      assert.strictEqual((yield* put(2)).json()["id"], largest)
      assert.include((yield* raw("/api/audit")).text, `"id":${largest},`)
      assert.include((yield* rawAdmin("/api/admin/notifications")).text, `"id":${largest},`)
      // As doubles, 2^53 and 2^53 + 1 are the same number.
      for (const beyond of ["9007199254740992", "9007199254740993", "18014398509481982", "99999999999999999999"]) {
        assert.deepStrictEqual(codeOf(yield* undo(beyond)), [400, "invalid_request"], beyond)
        assert.deepStrictEqual(codeOf(yield* rawAdmin(`/api/admin/notifications/${beyond}/resend`, { method: "POST" })), [
          400,
          "invalid_request"
        ], beyond)
        assert.deepStrictEqual(codeOf(yield* rawAdmin(`/api/admin/tokens/${beyond}`, { method: "DELETE" })), [400, "invalid_request"],
          beyond)
      }
      assert.deepStrictEqual(codeOf(yield* undo(String(largest - 1))), [409, "changed_meanwhile"])
      assert.deepStrictEqual((yield* raw("/api/days/2025-12-08")).json()["amount"], 2)
    }).pipe(Effect.provide(httpService({ at: "2025-12-09T13:14:40+08:00", before: withLargeIds }).layer)))
})
