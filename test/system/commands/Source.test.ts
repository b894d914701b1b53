import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { tillDouble } from "../../lib/TillDouble.ts"
import { serviceFolder } from "../lib/ServiceProcess.ts"
import { turnover } from "./CommandProcess.ts"

const configure = (folder: string, source: object, more: object = {}) => {
  const path = join(folder, "config.json")
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), amount_source: source, ...more }))
}

const json = (text: string): Record<string, unknown> => JSON.parse(text)

const token = "till-token-0123456789"

describe.concurrent("turnover source try", () => {
  it.scopedLive("shows what the source answers, without the service and without its tokens", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const till = yield* tillDouble(({ headers, query }) =>
        headers.authorization === `Bearer ${token}` ? { total: query.get("d") === "2025-12-08" ? 12.5 : null, echo: token } : {}
      )
      configure(folder, {
        kind: "http",
        url: `${till.url}/day?d={date}`,
        headers: { authorization: "Bearer $TILL_TOKEN" },
        amount: "/total"
      })
      writeFileSync(join(folder, ".env"), `TILL_TOKEN=${token}\n`)

      const shown = yield* turnover(folder, ["source", "try", "--date", "2025-12-08"])
      assert.deepInclude(shown, { code: 0, stderr: "" })
      const [request, headers, hash, figure] = shown.stdout.split("\n")
      assert.deepStrictEqual([request, headers, figure], [
        `GET ${till.url}/day?d=2025-12-08`,
        "headers: accept, user-agent, authorization, accept-encoding",
        "2025-12-08: ¥12.50; nothing is stored"
      ])
      assert.match(hash ?? "", /^sha256 [0-9a-f]{64}, 1 item$/)

      const { sha256, ...answer } = json((yield* turnover(folder, ["source", "try", "--date", "2025-12-08", "--json"])).stdout)
      assert.match(String(sha256), /^[0-9a-f]{64}$/)
      assert.deepStrictEqual(answer, {
        ok: true,
        date: "2025-12-08",
        amount: 12.5,
        items: 1,
        request: {
          method: "GET",
          address: `${till.url}/day?d=2025-12-08`,
          headers: ["accept", "user-agent", "authorization", "accept-encoding"]
        }
      })

      const failed = yield* turnover(folder, ["source", "try", "--date", "2025-12-07"])
      assert.strictEqual(failed.code, 1)
      assert.include(failed.stdout, "2025-12-07: no figure: /total: expected an amount, got null")
      const failedJson = yield* turnover(folder, ["source", "try", "--date", "2025-12-07", "--json"])
      assert.strictEqual(failedJson.code, 1)
      assert.deepInclude(json(failedJson.stdout), {
        ok: false,
        date: "2025-12-07",
        amount: null,
        items: null,
        sha256: null,
        error: "source_failed"
      })

      const checked = yield* turnover(folder, ["doctor"])
      assert.match(checked.stdout, /warn {2}source +no figure for \d{4}-\d\d-\d\d: \/total: expected an amount, got null → fix it/)

      for (const { stderr, stdout } of [shown, failed, failedJson, checked]) assert.notInclude(stdout + stderr, token)
      assert.isFalse(existsSync(join(folder, "data")))
    }))

  it.scopedLive("reads a till's SQLite file and a folder, which doctor checks as well", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      writeFileSync(join(folder, "day.csv"), "date,total\n2025-12-08,7.25\n")
      configure(folder, { kind: "csv", folder, date: "date", amount: "total" })
      assert.include((yield* turnover(folder, ["source", "try", "--date", "2025-12-08"])).stdout, `READ ${folder}\n`)
      configure(folder, { kind: "sql", url: `file:${join(folder, "till.db")}`, query: "select 1" })
      const missing = yield* turnover(folder, ["source", "try", "--date", "2025-12-08"])
      assert.include(missing.stdout, "2025-12-08: no figure: the query has no answer: there is no such file")
      assert.isFalse(existsSync(join(folder, "till.db")))
    }))

  // Rule 4.7.
  it.scopedLive("asks for a day as the shop's database has it, for a new shop as the settings say", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const begun: Array<string> = []
      const till = yield* tillDouble(({ query }) => {
        begun.push(String(query.get("from")))
        return { total: 1 }
      })
      const source = { kind: "http", url: `${till.url}/day?from={day.start}`, amount: "/total" }
      configure(folder, source, { day_starts_at: "04:00" })
      const asked = turnover(folder, ["source", "try", "--date", "2025-12-08"])
      yield* asked
      configure(folder, source, { day_starts_at: "00:00" })
      assert.strictEqual((yield* turnover(folder, ["correct", "2025-12-01", "1"])).code, 0)
      // The service has not stored another start of the days yet.
      configure(folder, source, { day_starts_at: "04:00" })
      yield* asked
      yield* turnover(folder, ["doctor"])
      assert.deepStrictEqual(begun.map((from) => from.slice(10, 16)), ["T04:00", "T00:00", "T00:00"])
    }))

  it.scopedLive("refuses wrong usage with 2, and what cannot be asked with 1", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const wrong = yield* turnover(folder, ["source"])
      assert.deepStrictEqual([wrong.code, wrong.stderr.includes("expected the command try")], [2, true])
      assert.strictEqual((yield* turnover(folder, ["source", "try", "--date", "soon"])).code, 2)
      const nobody = yield* turnover(folder, ["source", "try"])
      assert.deepStrictEqual([nobody.code, nobody.stderr], [1, "amount_source is \"range\": nobody is asked for a figure\n"])
      configure(folder, { kind: "http", url: "$NO_SUCH_TILL", amount: "/total" })
      const unset = yield* turnover(folder, ["source", "try"])
      assert.strictEqual(unset.code, 1)
      assert.include(unset.stderr, "config.json: amount_source.url: expected the environment variable NO_SUCH_TILL to be set, got nothing")
    }))
})
