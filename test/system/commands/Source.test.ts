import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { serviceFolder } from "../lib/ServiceProcess.ts"
import { turnover } from "./CommandProcess.ts"

const configure = (folder: string, source: object, more: object = {}) => {
  const path = join(folder, "config.json")
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), amount_source: source, ...more }))
}

const json = (text: string): Record<string, unknown> => JSON.parse(text)

const token = "till-token-0123456789"

/** A program that knows one day, and writes its token where it should not. */
const till = `const { TILL_TOKEN, TURNOVER_DATE } = process.env
if (TURNOVER_DATE === "2025-12-08") console.log(JSON.stringify({ amount: "12.50", items: 3 }))
else {
  console.error("no day for " + TILL_TOKEN)
  process.exitCode = 1
}`

describe.concurrent("turnover source try", () => {
  it.scopedLive("shows what the program prints, without the service and without its tokens", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      writeFileSync(join(folder, "till.mjs"), till)
      configure(folder, { kind: "command", run: ["node", "till.mjs"], env: ["TILL_TOKEN"] })
      writeFileSync(join(folder, ".env"), `TILL_TOKEN=${token}\n`)

      const shown = yield* turnover(folder, ["source", "try", "--date", "2025-12-08"])
      assert.deepInclude(shown, { code: 0, stderr: "" })
      const [request, variables, hash, figure] = shown.stdout.split("\n")
      assert.deepStrictEqual([request, variables, figure], [
        "RUN node till.mjs",
        "variables: TILL_TOKEN",
        "2025-12-08: ¥12.50; nothing is stored"
      ])
      assert.match(hash ?? "", /^sha256 [0-9a-f]{64}, 3 items$/)

      const { sha256, ...answer } = json((yield* turnover(folder, ["source", "try", "--date", "2025-12-08", "--json"])).stdout)
      assert.match(String(sha256), /^[0-9a-f]{64}$/)
      assert.deepStrictEqual(answer, {
        ok: true,
        date: "2025-12-08",
        amount: 12.5,
        items: 3,
        request: { method: "RUN", address: "node till.mjs", variables: ["TILL_TOKEN"] }
      })

      const failed = yield* turnover(folder, ["source", "try", "--date", "2025-12-07"])
      assert.strictEqual(failed.code, 1)
      assert.include(failed.stdout, "2025-12-07: no figure: the program ended with 1: no day for <redacted>")
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

      for (const { stderr, stdout } of [shown, failed, failedJson]) assert.notInclude(stdout + stderr, token)
      assert.isFalse(existsSync(join(folder, "data")))
    }))

  // Rule 4.7.
  it.scopedLive("asks for a day as the shop's database has it, for a new shop as the settings say", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const log = join(folder, "begun")
      writeFileSync(
        join(folder, "till.mjs"),
        `import { appendFileSync } from "node:fs"
appendFileSync(${JSON.stringify(log)}, process.env.TURNOVER_DAY_START.slice(10, 16) + "\\n")
console.log('{"amount":1}')`
      )
      const source = { kind: "command", run: ["node", "till.mjs"] }
      configure(folder, source, { day_starts_at: "04:00" })
      const asked = turnover(folder, ["source", "try", "--date", "2025-12-08"])
      yield* asked
      configure(folder, source, { day_starts_at: "00:00" })
      assert.strictEqual((yield* turnover(folder, ["correct", "2025-12-01", "1"])).code, 0)
      // The service has not stored another start of the days yet.
      configure(folder, source, { day_starts_at: "04:00" })
      yield* asked
      assert.deepStrictEqual(readFileSync(log, "utf8").trim().split("\n"), ["T04:00", "T00:00"])
    }))

  it.scopedLive("refuses wrong usage with 2, and what cannot be asked with 1", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const wrong = yield* turnover(folder, ["source"])
      assert.deepStrictEqual([wrong.code, wrong.stderr.includes("expected the command try")], [2, true])
      assert.strictEqual((yield* turnover(folder, ["source", "try", "--date", "soon"])).code, 2)
      const nobody = yield* turnover(folder, ["source", "try"])
      assert.deepStrictEqual([nobody.code, nobody.stderr], [1, "amount_source is \"range\": nobody is asked for a figure\n"])
      configure(folder, { kind: "command", run: ["till"], env: ["NO_SUCH_TILL"] })
      const unset = yield* turnover(folder, ["source", "try"])
      assert.strictEqual(unset.code, 1)
      assert.include(unset.stderr,
        "config.json: amount_source.env[0]: expected the name of an environment variable that is set, got another (not shown")
    }))
})
