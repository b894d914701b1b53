import { assert, describe, it } from "@effect/vitest"
import { currencyIn, formatMoney, isCurrency } from "../../src/Domain/Amount.ts"
import type { Language } from "../../src/Domain/Language.ts"

const forms: ReadonlyArray<readonly [language: Language, code: string, text: string]> = [
  ["zh-CN", "CNY", "¥1,234.50"],
  ["zh-CN", "USD", "US$1,234.50"],
  ["zh-CN", "HKD", "HK$1,234.50"],
  ["zh-CN", "EUR", "€1,234.50"],
  ["zh-CN", "JPY", "JP¥1,234.50"],
  ["en", "USD", "$1,234.50"],
  ["en", "JPY", "¥1,234.50"],
  ["en", "KWD", "KWD\u00a01,234.50"],
  ["en", "HKD", "HK$1,234.50"],
  ["en", "EUR", "€1,234.50"],
  ["en", "CNY", "¥1,234.50"]
]

// Rule 2.15.
describe("a currency", () => {
  it.each(forms)("in %s of %s is written like %s",
    (language, code, text) => assert.strictEqual(formatMoney(123_450, currencyIn(language, code)), text))

  it("has its sign after that of a negative amount", () => assert.strictEqual(formatMoney(-5, currencyIn("zh-CN", "HKD")), "-HK$0.05"))

  it("is known by its code in capitals", () =>
    assert.deepStrictEqual(["CNY", "USD", "usd", "YUAN", "", "$", "XYZ"].map(isCurrency), [true, true, false, false, false, false, false]))
})
