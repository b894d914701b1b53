import { assert, describe, it } from "@effect/vitest"
import { currencyIn, formatMoney, isCurrency } from "../../src/Domain/Amount.ts"
import { decimalsOf } from "../../src/Domain/Decimals.ts"
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

  const places: ReadonlyArray<readonly [locale: string, code: string, text: string]> = [
    ["de-DE", "EUR", "2.229,21\u00a0€"],
    ["de-DE", "CNY", "2.229,21\u00a0¥"],
    ["de-AT", "EUR", "€\u00a02.229,21"],
    ["fr-FR", "EUR", "2\u202f229,21\u00a0€"],
    ["nl-NL", "EUR", "€\u00a02.229,21"],
    ["en-GB", "EUR", "€2,229.21"]
  ]
  it.each(places)("has in %s the place and the signs that %s has there: %s",
    (locale, code, text) => assert.strictEqual(formatMoney(222_921, currencyIn("en", code, locale)), text))

  it("has in every language the place that the language itself gives it, unless a locale is set", () => {
    for (const language of ["en", "zh-CN"] as const) {
      for (const code of Intl.supportedValuesOf("currency").filter((each) => each !== "CNY")) {
        const parts = new Intl.NumberFormat(language, { style: "currency", currency: code }).formatToParts(0)
        const before = parts.slice(0, parts.findIndex(({ type }) => type === "integer")).map(({ value }) => value).join("")
        assert.strictEqual(formatMoney(123_450, currencyIn(language, code)), `${before}1,234.50`)
      }
    }
  })

  // Rule 2.15.
  it("has decimals by the list of ISO 4217, and shows a fraction that is stored in every currency", () => {
    const rows: ReadonlyArray<readonly [code: string, whole: string, fraction: string]> = [
      ["CNY", "¥1,234.00", "¥1,234.50"],
      ["JPY", "¥1,234", "¥1,234.50"],
      ["KRW", "₩1,234", "₩1,234.50"],
      ["VND", "₫1,234", "₫1,234.50"],
      ["HUF", "HUF\u00a01,234.00", "HUF\u00a01,234.50"],
      ["IDR", "IDR\u00a01,234.00", "IDR\u00a01,234.50"],
      ["COP", "COP\u00a01,234.00", "COP\u00a01,234.50"]
    ]
    for (const [code, whole, fraction] of rows) {
      assert.deepStrictEqual([123_400, 123_450].map((cents) => formatMoney(cents, currencyIn("en", code))), [whole, fraction])
    }
    assert.deepStrictEqual(["ISK", "CLP", "KWD", "CLF", "EUR"].map(decimalsOf), [0, 0, 3, 4, 2])
  })

  it("has its sign after that of a negative amount", () => assert.strictEqual(formatMoney(-5, currencyIn("zh-CN", "HKD")), "-HK$0.05"))

  it("is known by its code in capitals", () =>
    assert.deepStrictEqual(["CNY", "USD", "usd", "YUAN", "", "$", "XYZ"].map(isCurrency), [true, true, false, false, false, false, false]))
})
