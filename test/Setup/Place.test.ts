import { assert, describe, it } from "vitest"
import { machineZone, placeAt } from "../../src/Setup/Place.ts"

// Rule 2.18.
describe("the place that a set-up proposes", () => {
  const places: ReadonlyArray<readonly [zone: string, currency: string | null, refused: string | null, locale: string]> = [
    ["Europe/Berlin", "EUR", null, "de-DE"],
    ["Europe/London", "GBP", null, "en-GB"],
    ["America/New_York", "USD", null, "en-GB"],
    ["America/Sao_Paulo", "BRL", null, "pt-BR"],
    ["Asia/Tokyo", "JPY", null, "en-GB"],
    ["Asia/Bangkok", "THB", null, "en-GB"],
    // Its dinar has three decimals: the currency is asked, and the sentence names it.
    ["Asia/Kuwait", null, "KWD", "en-GB"],
    ["Asia/Shanghai", "CNY", null, "en-GB"],
    // What is not known is asked, and never China's.
    ["Africa/Harare", null, null, "en-GB"],
    ["America/Panama", null, null, "en-GB"]
  ]

  it.each(places)("of %s has its currency %s",
    (zone, currency, refused, locale) => assert.deepStrictEqual(placeAt(zone, "en"), { zone, currency, refused, locale }))

  it("is in China only by the zones of China", () =>
    assert.deepStrictEqual(
      Intl.supportedValuesOf("timeZone").filter((zone) => placeAt(zone, "zh-CN").currency === "CNY"),
      ["Asia/Shanghai", "Asia/Urumqi"]
    ))

  it("is nowhere by a clock at UTC", () =>
    assert.deepStrictEqual(["UTC", "Etc/UTC", "GMT", "Europe/Berlin"].map(machineZone), [undefined, undefined, undefined, "Europe/Berlin"]))
})
