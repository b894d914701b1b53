import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readConfigFile } from "../../src/Config/ConfigFile.ts"
import { moneyOf } from "../../src/Config/ShopConfig.ts"
import { filesInMemory } from "../lib/FilesInMemory.ts"

/** The settings as they are read in a zone. */
const read = (members: object, zone: string) => {
  const before = process.env["TZ"]
  process.env["TZ"] = zone
  return Effect.provide(
    readConfigFile("/srv/config.json"),
    filesInMemory(() => Buffer.from(JSON.stringify({ chat_webhook_url: "console:", fallback_push: "auto", ...members })))
  ).pipe(Effect.ensuring(Effect.sync(() => {
    if (before === undefined) delete process.env["TZ"]
    else process.env["TZ"] = before
  })))
}

const euros = { currency: "EUR", language: "en" }

// Rule 2.18.
describe("the locale", () => {
  const defaults: ReadonlyArray<readonly [zone: string, members: object, locale: string, written: string]> = [
    ["Asia/Shanghai", {}, "zh-CN", "¥2,229.21"],
    ["", {}, "zh-CN", "¥2,229.21"],
    ["Asia/Shanghai", { language: "en" }, "en-GB", "¥2,229.21"],
    ["America/New_York", { language: "en", currency: "USD" }, "en-GB", "$2,229.21"],
    ["Europe/Berlin", euros, "de-DE", "2.229,21\u00a0€"],
    ["Europe/Berlin", { language: "zh-CN" }, "de-DE", "2.229,21\u00a0¥"],
    ["Europe/Berlin", { ...euros, locale: "en-GB" }, "en-GB", "€2,229.21"],
    ["Asia/Shanghai", { locale: "de-at", currency: "EUR" }, "de-AT", "€\u00a02.229,21"],
    ["Asia/Shanghai", { locale: "ar-EG" }, "ar-EG-u-nu-latn", "2,229.21\u00a0¥"]
  ]
  for (const [zone, members, locale, written] of defaults) {
    it.effect(`of ${JSON.stringify(members)} in ${zone || "no zone"} is ${locale}`, () =>
      Effect.gen(function*() {
        const { config } = yield* read(members, zone)
        assert.deepStrictEqual([config.currency.locale, moneyOf(config)(222_921)], [locale, written])
      }))
  }

  it.effect("that no country has is a fault", () =>
    Effect.gen(function*() {
      for (const locale of ["de_DE", "xx-XX", "", "english", 5, `de-DE-x-${"a-".repeat(100)}a`]) {
        const message = yield* Effect.match(read({ locale }, "Europe/Berlin"), {
          onFailure: (fault) => fault.message,
          onSuccess: ({ config }) => `took a locale of ${config.currency.locale.length} characters`
        })
        assert.include(message, "locale: expected a language with its country by BCP 47, such as \"de-DE\" or \"en-GB\"")
        assert.isBelow(message.length, 250)
      }
    }))
})
