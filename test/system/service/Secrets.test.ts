import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { feishuDouble } from "../../lib/FeishuDouble.ts"
import { codeOf, connectTo, head, type RawRequest, rawTo } from "../../lib/HttpService.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"

/** Each has characters that are escaped in JSON or in a URL. */
const adminToken = "admin/Token+\"0123456789\"\\"
const chatSecret = "chat secret/+\"9876543210\"\\"
const hookToken = "hook-4f3d2c1b0a-token"
const alertToken = "alert-9a8b7c6d5e-token"

/** The forms of a secret: plain, in JSON, in JSON inside JSON, in a URL, and in Base64. */
const formsOf = (secret: string): ReadonlyArray<string> => {
  const json = (text: string) => JSON.stringify(text).slice(1, -1)
  return [secret, json(secret), json(json(secret)), encodeURIComponent(secret), encodeURI(secret), Buffer.from(secret).toString("base64")]
}

const filesBelow = (folder: string): ReadonlyArray<readonly [name: string, text: string]> =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "latin1")])

describe("a secret", () => {
  it.scopedLive("shows nowhere in a full run: no answer, log line, metric, message or file has it", () =>
    Effect.gen(function*() {
      const bot = yield* feishuDouble({ secret: chatSecret, token: hookToken })
      const folder = yield* serviceFolder
      const configure = (changes: object = {}) =>
        writeFileSync(join(folder, "config.json"), JSON.stringify({
          chat_webhook_url: bot.url,
          chat_secret: chatSecret,
          alert_webhook_url: bot.url.replace(hookToken, alertToken),
          shop_name: "Corner shop",
          import_notify: "digest",
          ...changes
        }))
      configure()
      const service = yield* serviceProcess(folder, {
        ADMIN_TOKEN: adminToken,
        LOG_LEVEL: "trace"
      })
      const port = yield* service.port

      const shown: Array<readonly [where: string, text: string]> = []
      const ask = (path: string, { headers = {}, ...rest }: RawRequest = {}) =>
        Effect.tap(rawTo(port, path, { ...rest, headers: { "x-admin-token": adminToken, ...headers } }),
          (answer) => Effect.sync(() => shown.push([path, `${JSON.stringify(answer.headers)}${answer.text}`])))
      const push = ask("/api/admin/test_push", { method: "POST" })
      const correct = (amount: number) =>
        ask("/api/admin/turnover", { method: "PUT", body: JSON.stringify({ date: "2025-12-08", amount, reason: "recount" }) })
      const reload = ask("/api/admin/reload_cutoff", { method: "POST" })

      // The bot's reply repeats every secret that the bot received, as text, in a URL and in Base64, and one that it was never sent.
      const telling = `${adminToken} ${chatSecret} ${bot.url} ${encodeURIComponent(chatSecret)} ${hookToken}`
      // The shown part of a reply ends inside the token.
      const cut = (length: number) => adminToken.padStart(length + 12, "-")
      bot.script(...[19002, 9499, 11246].map((code) => ({ body: { code, msg: telling } })))
      assert.deepStrictEqual(codeOf(yield* push), [502, "push_failed"])
      bot.script({ status: 404, body: telling }, { status: 307, headers: { location: bot.url }, body: telling }, { fault: "reset" })
      assert.strictEqual((yield* push).status, 502)
      bot.script(...[120, 179].map((length) => ({ body: { code: 19002, msg: cut(length) } })))
      bot.script({ status: 404, body: cut(200) })
      assert.strictEqual((yield* push).status, 502)
      assert.strictEqual((yield* push).status, 200)

      bot.script({ body: { code: 19021, msg: telling } })
      assert.strictEqual((yield* correct(1)).status, 200)
      assert.strictEqual((yield* correct(2)).status, 200)
      yield* ask("/api/admin/import", { method: "POST", headers: { "content-type": "text/csv" }, body: "2025-12-07,3\n" })
      const settled = Effect.map(ask("/api/health"),
        (answer) => (answer.json()["notifications"] as { readonly pending: number }).pending === 0)
      yield* Effect.repeat(settled, { schedule: Schedule.spaced("100 millis"), until: (none) => none })

      for (const token of [adminToken.slice(0, -1), `${adminToken}x`, adminToken.toUpperCase(), chatSecret]) {
        const refused = yield* ask("/api/admin/logs", { headers: { "x-admin-token": token } })
        assert.deepStrictEqual(codeOf(refused), [401, "unauthorized"])
      }
      const faulty = [{ chat_secret: [chatSecret] }, { chat_webhook_url: `ftp://${hookToken}` }, { alert_webhook_url: alertToken }, {
        cutoff_time: "25:00"
      }]
      for (const changes of faulty) {
        configure(changes)
        assert.deepStrictEqual(codeOf(yield* reload), [422, "invalid_config"])
      }
      writeFileSync(join(folder, "config.json"), `{"chat_secret": ${JSON.stringify(chatSecret)} "${hookToken}"`)
      assert.deepStrictEqual(codeOf(yield* reload), [422, "invalid_config"])
      configure({ shop_name: "Another shop" })
      assert.strictEqual((yield* reload).status, 200)

      const paths = [
        "/",
        "/admin",
        "/docs",
        "/openapi.json",
        "/metrics",
        "/api/metrics",
        "/api/series7",
        "/api/revenue",
        "/api/audit",
        "/api/health",
        "/api/export",
        "/api/admin/notifications",
        "/api/admin/audit/verify",
        "/api/none",
        "/api/series7?days=x",
        "/api/admin/logs?lines=5000"
      ]
      for (const path of paths) yield* ask(path)
      const stream = yield* connectTo(port)
      yield* stream.send(head("GET", "/api/events"))
      shown.push(["/api/events", yield* stream.heard(/"tick"/)])

      yield* service.kill("SIGTERM")
      const { code, stderr, stdout } = yield* service.ended
      assert.strictEqual(code, 0)
      shown.push(["standard output", stdout], ["standard error", stderr])
      shown.push(...filesBelow(join(folder, "data")))
      const signatures = bot.requests.map(({ json }) => String(json?.["sign"]))
      assert.isAbove(signatures.length, 8)
      // The signature may only be in the message.
      const messages = bot.requests.map(({ body }, index) => ["a message", body.replace(signatures[index] ?? "", "")] as const)

      const log = stderr + String(shown.find(([where]) => where === "app.log"))
      for (const said of ["push not delivered", "push delivered", "wrong token"]) assert.include(log, said)
      const secrets = [adminToken, adminToken.slice(0, 12), chatSecret, hookToken, alertToken, ...signatures]
      for (const [where, text] of [...shown, ...messages]) {
        for (const [index, secret] of secrets.entries()) {
          assert.isFalse(formsOf(secret).some((form) => text.includes(form)), `secret ${index} in ${where}`)
        }
      }
    }))
})
