import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { fromVariables } from "../../src/Config/Environment.ts"
import { fingerprintOf } from "../../src/Config/Fingerprint.ts"
import { parse, settingNames } from "../../src/Config/ShopConfig.ts"

const read = (members: object) =>
  Either.getOrThrow(parse("config.json", JSON.stringify({ chat_webhook_url: "console:", ...members }))).config

const fingerprint = (members: object, env: Readonly<Record<string, string>> = {}) =>
  Effect.map(fromVariables(env), (environment) => fingerprintOf(read(members), environment))

describe("the fingerprint of the settings", () => {
  it.effect("names each by its key in the file", () =>
    Effect.gen(function*() {
      const { ADMIN_TOKEN, TZ, ...settings } = yield* fingerprint({})
      assert.deepStrictEqual(Object.keys(settings).sort(), settingNames.filter((name) => name !== "cutoff_hour").toSorted())
      assert.isDefined(TZ)
      assert.isDefined(ADMIN_TOKEN)
    }))

  it.effect("differs in the settings that differ, secrets among them", () =>
    Effect.gen(function*() {
      const before = yield* fingerprint({}, { TZ: "UTC" })
      const after = yield* fingerprint({ chat_secret: "quiet", weekday_range: [1, 2], chat_webhook_url: "https://bot.example/hook/1" }, {
        ADMIN_TOKEN: "test-token-0123456789"
      })
      assert.deepStrictEqual(Object.keys(after).filter((key) => before[key] !== after[key]).sort(), [
        "ADMIN_TOKEN",
        "TZ",
        "chat_secret",
        "chat_webhook_url",
        "weekday_range"
      ])
      // The hash is too short to reveal the secret.
      for (const key of ["ADMIN_TOKEN", "chat_secret", "chat_webhook_url", "alert_webhook_url"]) assert.match(after[key] ?? "",
          /^[0-9a-f]{2}$/)
      assert.match(after["weekday_range"] ?? "", /^[0-9a-f]{8}$/)
    }))
})
