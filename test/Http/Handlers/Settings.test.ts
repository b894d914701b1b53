import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { NotReplaced } from "../../../src/Config/WholeFile.ts"
import { httpService, jsonBody, raw, rawAdmin } from "../../lib/HttpService.ts"
import { members } from "../../lib/TestService.ts"
import { whileTimePasses } from "../../lib/WhileTimePasses.ts"

const at = "2025-12-09T13:14:40+08:00"
const path = "/api/admin/settings"
const hook = "https://open.feishu.cn/open-apis/bot/v2/hook/abc"

const read = Effect.map(rawAdmin(path), (answer) => answer.json() as { hash: string; kept: string | null; set: Record<string, unknown> })
const change = (hash: string, set: object) => rawAdmin(path, jsonBody({ hash, set }))
const attempt = (hash: string, set: object, chat: string) => rawAdmin(`${path}/try`, { ...jsonBody({ hash, set, chat }), method: "POST" })
const codes = (answer: { json: () => Record<string, unknown> }) =>
  (answer.json()["errors"] as ReadonlyArray<{ code: string; field: string }>).map(({ code, field }) => `${field}: ${code}`)

// Rule 1.19.
describe("the settings", () => {
  it.scoped("are changed in the file and take effect at once, and keep what a page does not know", () => {
    const config = { file: members({ chat_webhook_url: hook, chat_secret: "signing", own_key: 1 }) }
    return Effect.gen(function*() {
      const before = yield* read
      assert.notInclude(JSON.stringify(before), "signing")
      const answer = yield* change(before.hash, { shop_name: "小店", chat_secret: "\u2026", cutoff_time: "22:00" })
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepInclude(answer.json(), { ok: true, changed: ["shop_name", "cutoff_time"] })
      assert.deepStrictEqual(JSON.parse(String(config.file)), {
        ...members({ chat_webhook_url: hook, chat_secret: "signing", own_key: 1 }),
        shop_name: "小店",
        cutoff_time: "22:00"
      })
      const metrics = (yield* raw("/api/metrics")).json()
      assert.deepStrictEqual([metrics["shop_name"], metrics["cutoff_time"]], ["小店", "22:00"])
      assert.deepStrictEqual((answer.json()["settings"] as { hash: string }).hash, (yield* read).hash)
    }).pipe(Effect.provide(httpService({ at, config }).layer))
  })

  it.scoped("of a file that was changed meanwhile are not overwritten, and a fault changes nothing", () => {
    const config = { file: members() as object }
    return Effect.gen(function*() {
      const { hash } = yield* read
      config.file = members({ shop_name: "别人改的" })
      const late = yield* change(hash, { shop_name: "小店" })
      assert.deepStrictEqual([late.status, late.json()["error"]], [409, "changed_meanwhile"])
      const faulty = yield* change((yield* read).hash, { cutoff_time: "25:00", closed_weekdays: ["MON"], backup_dir: "/proc/none" })
      assert.strictEqual(faulty.status, 422)
      assert.deepStrictEqual(codes(faulty), ["backup_dir: folder_below"])
      assert.deepStrictEqual(codes(yield* change((yield* read).hash, { cutoff_time: "25:00", currency: "KWD" })), [
        "currency: currency_decimals",
        "cutoff_time: time"
      ])
      assert.deepStrictEqual(config.file, members({ shop_name: "别人改的" }))
    }).pipe(Effect.provide(httpService({ at, config: config as { file: Record<string, unknown> } }).layer))
  })

  it.scoped("are tried before they are stored: a chat gets a test message", () => {
    const service = httpService({ at })
    return Effect.gen(function*() {
      const { hash } = yield* read
      const set = { chats: [{ name: "老板", url: hook }], backup_dir: "data/only-tried" }
      const tried = yield* whileTimePasses(attempt(hash, set, "老板"))
      assert.strictEqual(tried.status, 200, tried.text)
      assert.deepStrictEqual(service.bot.sent.map(({ chat, format }) => [chat, format]), [["老板", "card"]])
      assert.deepStrictEqual((yield* read).set["chats"], undefined)
      assert.isFalse(existsSync("data/only-tried"), "nothing is stored, and no folder is made")
      assert.strictEqual((yield* attempt(hash, set, "没有")).status, 400)
    }).pipe(Effect.provide(service.layer))
  })

  it.scoped("that the service does not write are answered with the lines to add", () => {
    const settingsKept = new NotReplaced({ why: "owner", found: "0" })
    return Effect.gen(function*() {
      const { hash, kept } = yield* read
      assert.strictEqual(kept, "owner")
      const answer = yield* change(hash, { shop_name: "小店" })
      assert.deepInclude(answer.json(), { error: "settings_kept", status: 409, lines: ["\"shop_name\": \"小店\","] })
    }).pipe(Effect.provide(httpService({ at, settingsKept }).layer))
  })
})
