import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import * as Config from "../src/Config.ts"
import { fromVariables, layerOf } from "../src/Config/Environment.ts"
import * as Secrets from "../src/Logging/Secrets.ts"
import { filesInMemory } from "./lib/FilesInMemory.ts"

const configFile = "/srv/shop/shop.json"
const shop = {
  chat_webhook_url: "console:",
  weekday_range: [1, 2],
  weekend_range: [3, 4],
  fallback_push: "auto",
  shop_name: "一号店",
  cutoff_time: "23:00"
}

/** The settings over a file in memory, which a test may change or, with null, remove; and the logged warnings. */
const settings = (file: { content: object | string | null }) => {
  const warnings: Array<unknown> = []
  const files = filesInMemory((path) => {
    if (file.content === null || path !== configFile) return undefined
    return typeof file.content === "string" ? file.content : JSON.stringify(file.content)
  })
  const recording = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => warnings.push(message)))
  const environment = layerOf(fromVariables({ CONFIG_FILE: configFile, ADMIN_TOKEN: "open sesame" }))
  const layer = Config.layer.pipe(Layer.provideMerge(Layer.mergeAll(environment, files, Secrets.layer)), Layer.provideMerge(recording))
  return { warnings, layer }
}

// Rule 2.6.
it.effect("replaces all settings on reload, and names the keys that changed", () => {
  const file: Parameters<typeof settings>[0] = { content: shop }
  return Effect.gen(function*() {
    const config = yield* Config.Config
    const before = yield* config.current
    file.content = { ...shop, cutoff_time: "13:18", shop_name: "二号店" }
    const reloaded = yield* config.reload
    const current = yield* config.current
    assert.strictEqual(reloaded.previous, before)
    assert.strictEqual(reloaded.current, current)
    assert.deepStrictEqual(reloaded.changedKeys, ["shop_name", "cutoff_time"])
    assert.deepStrictEqual({ name: current.shopName, cutoff: current.cutoff }, { name: "二号店", cutoff: { hour: 13, minute: 18 } })
    assert.deepStrictEqual((yield* config.reload).changedKeys, [])
  }).pipe(Effect.provide(settings(file).layer))
})

const faults: ReadonlyArray<readonly [why: string, content: object | string | null, message: string]> = [
  [
    "one key of several is bad",
    { ...shop, shop_name: "二号店", cutoff_time: "25:00" },
    "shop.json: cutoff_time: expected a time HH:MM from 00:00 to 23:59, got \"25:00\""
  ],
  [
    "it is no JSON",
    "{\n  \"shop_name\": \"a\"\n  \"chat_webhook_url\": \"console:\"\n}",
    "shop.json: expected JSON, got a text that is not JSON from line 3, column 3 on"
  ],
  [
    "a key that is not known is nested too deeply",
    `{"chat_webhook_url":"console:","shop_name":"二号店","other":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
    "shop.json: expected JSON of at most 32 levels, got more"
  ],
  [
    "it is too large",
    { ...shop, shop_name: "二号店", other: "x".repeat(1_048_576) },
    "shop.json: expected a file of at most 1 MiB, got 1048731 bytes"
  ],
  ["it has gone", null, "shop.json: expected a readable file, got NotFound"]
]

// Rule 2.6.
it.effect.each(faults)("keeps the settings as they were when the file is read again and %s", ([, content, message]) => {
  const file: Parameters<typeof settings>[0] = { content: shop }
  return Effect.gen(function*() {
    const config = yield* Config.Config
    const before = yield* config.current
    file.content = content
    assert.strictEqual((yield* Effect.flip(config.reload)).message, message)
    assert.strictEqual(yield* config.current, before)
    file.content = shop
    assert.deepStrictEqual((yield* config.reload).changedKeys, [])
  }).pipe(Effect.provide(settings(file).layer))
})

it.effect.each(faults)("does not start when %s", ([, content, message]) =>
  Effect.gen(function*() {
    const fault = yield* Effect.flip(Layer.launch(settings({ content }).layer))
    assert.strictEqual(fault.message, message)
  }))

it.effect("warns of each unknown key when the file is read", () => {
  const { layer, warnings } = settings({ content: { ...shop, cutof_time: "13:18" } })
  return Effect.gen(function*() {
    yield* Config.Config
    assert.deepStrictEqual(warnings, [["shop.json: \"cutof_time\": unknown key, ignored"]])
  }).pipe(Effect.provide(layer))
})

// Rule 2.7.
it.effect("hides the admin token, the signing secret and the webhook's token wherever they are logged, old ones too", () => {
  const hook = "https://open.feishu.cn/open-apis/bot/v2/hook/"
  const file: Parameters<typeof settings>[0] = { content: { ...shop, chat_webhook_url: `${hook}f00-ba2/`, chat_secret: "signing" } }
  return Effect.gen(function*() {
    const config = yield* Config.Config
    const { scrub } = yield* Secrets.Secrets
    file.content = { ...shop, chat_webhook_url: `${hook}ba2-f00`, chat_secret: "" }
    yield* config.reload
    assert.strictEqual(Redacted.value((yield* config.current).webhookUrl), `${hook}ba2-f00`)
    assert.strictEqual(
      scrub(`${hook}f00-ba2/ | f00-ba2 | ba2-f00 | signing | open sesame | shop`),
      "<redacted> | <redacted> | <redacted> | <redacted> | <redacted> | shop"
    )
  }).pipe(Effect.provide(settings(file).layer))
})
