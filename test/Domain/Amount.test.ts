import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { Amount, type Cents, currencyIn, formatMoney, formatPlain, parseTyped, toYuan, yuan as currency } from "../../src/Domain/Amount.ts"
import { faultsOf } from "../../src/Domain/Fault.ts"
import { groupingOf, maxCents, readingsIn, readTyped } from "../../src/Domain/TypedAmount.ts"
import { cents, fullWidth } from "./Arbitraries.ts"

const inYuan = (cents: number): string => formatMoney(cents, currency)

const decode = (value: unknown): number | string =>
  Either.match(Schema.decodeUnknownEither(Amount)(value), {
    onLeft: (error) => faultsOf(error).map(({ message }) => message).join("\n"),
    onRight: (decoded): number | string => decoded
  })

const outOfRange = "expected an amount from 0 to 9999999999.99, got"
const tooFine = "expected at most two decimals, got"

// Rule 4.2.
describe("an amount of the API", () => {
  const accepted: ReadonlyArray<readonly [json: string, cents: number]> = [
    ["0", 0],
    ["0.01", 1],
    ["0.1", 10],
    ["1.1", 110],
    ["3629.76", 362_976],
    ["1.10", 110],
    ["12e2", 120_000],
    ["1.005e3", 100_500],
    ["0.29", 29],
    ["1.15", 115],
    ["9999999999.99", maxCents]
  ]
  it.each(accepted)("%s is exact in cents", (json, expected) => assert.strictEqual(decode(JSON.parse(json)), expected))

  it("of minus zero is zero", () => assert.isTrue(Object.is(decode(JSON.parse("-0")), 0)))

  const refused: ReadonlyArray<readonly [json: string, sentence: string]> = [
    ["12.345", `${tooFine} 12.345`],
    ["0.001", `${tooFine} 0.001`],
    ["1e-7", `${tooFine} 1e-7`],
    ["-0.01", `${outOfRange} -0.01`],
    ["9999999999.991", `${outOfRange} 9999999999.991`],
    ["10000000000", `${outOfRange} 10000000000`],
    ["1e308", `${outOfRange} 1e+308`],
    ["1e400", `${outOfRange} Infinity`],
    ["\"5\"", `${outOfRange} "5"`],
    ["null", `${outOfRange} null`],
    ["true", `${outOfRange} true`],
    ["[5]", `${outOfRange} [5]`]
  ]
  it.each(refused)("%s is refused, never rounded", (json, sentence) => assert.strictEqual(decode(JSON.parse(json)), sentence))

  it("that no JSON can hold is refused as well", () => {
    assert.strictEqual(decode(0.1 + 0.2), `${tooFine} 0.30000000000000004`)
    assert.strictEqual(decode(Number.NaN), `${outOfRange} NaN`)
    assert.strictEqual(decode(undefined), `${outOfRange} nothing`)
  })

  it("comes back as it was sent, for all cents there are", () =>
    FastCheck.assert(FastCheck.property(cents(), (value) => {
      const json = JSON.stringify(Schema.encodeSync(Amount)(value))
      assert.match(json, /^\d+(\.\d{1,2})?$/)
      assert.strictEqual(decode(JSON.parse(json)), value)
    }), { numRuns: 2000 }))

  it("sums exactly beyond what one day may hold", () => assert.strictEqual(JSON.stringify(toYuan(maxCents * 366)), "3659999999996.34"))
})

describe("an amount as text", () => {
  const forms: ReadonlyArray<readonly [cents: number, plain: string, yuan: string]> = [
    [0, "0.00", "¥0.00"],
    [5, "0.05", "¥0.05"],
    [100, "1.00", "¥1.00"],
    [99_999, "999.99", "¥999.99"],
    [362_976, "3629.76", "¥3,629.76"],
    [100_000_000, "1000000.00", "¥1,000,000.00"],
    [maxCents, "9999999999.99", "¥9,999,999,999.99"]
  ]
  it.each(forms)("of %i cents reads %s and %s", (value, plain, yuan) => {
    assert.strictEqual(formatPlain(value), plain)
    assert.strictEqual(inYuan(value), yuan)
  })

  it("of a negative difference has its sign before the currency", () => {
    assert.strictEqual(inYuan(-362_976), "-¥3,629.76")
    assert.strictEqual(inYuan(-5), "-¥0.05")
  })

  it("shows sums to the cent: of 3,660 days with the largest amount too, and says so where a larger one is no longer exact", () => {
    const largest = 3_660 * 999_999_999_999
    for (const cents of [largest, largest - 1, largest - 99]) {
      const plain = `${BigInt(cents) / 100n}.${String(cents % 100).padStart(2, "0")}`
      assert.strictEqual(formatPlain(cents), plain)
      assert.strictEqual(toYuan(cents).toFixed(2), plain)
    }
    assert.strictEqual(inYuan(Number.MAX_SAFE_INTEGER), "¥90,071,992,547,409.91")
    for (const cents of [Number.MAX_SAFE_INTEGER + 1, 50_000 * 999_999_999_999]) {
      assert.strictEqual(inYuan(cents), "over ¥90,071,992,547,409.91")
      assert.strictEqual(formatPlain(cents), "over 90071992547409.91")
    }
  })

  it("is read back from both forms", () =>
    FastCheck.assert(FastCheck.property(cents(), (value) => {
      assert.strictEqual(parseTyped(formatPlain(value)), value)
      assert.strictEqual(parseTyped(inYuan(value)), value)
      assert.strictEqual(parseTyped(`${formatPlain(value)}元`), value)
      assert.strictEqual(parseTyped(fullWidth(inYuan(value))), value)
    })))

  const typed: ReadonlyArray<readonly [text: string, cents: number | undefined]> = [
    ["3629.76", 362_976],
    ["1234.5", 123_450],
    ["1,234.5", 123_450],
    ["¥1,234.50", 123_450],
    ["￥ 5", 500],
    ["  7 ", 700],
    ["007", 700],
    ["9,999,999,999.99", maxCents],
    ["10000000000", undefined],
    ["99999999999999999999999999", undefined],
    ["12.345", undefined],
    ["12.", undefined],
    [".5", undefined],
    ["-1", undefined],
    ["+1", undefined],
    ["1e3", undefined],
    ["1,23", 123],
    ["11,5", 1150],
    ["1150,50", 115_050],
    ["1.150,50", 115_050],
    ["1.150.000", 115_000_000],
    ["1.150.50", undefined],
    ["1.150,500", undefined],
    ["1'150.50", undefined],
    ["12,34.5", undefined],
    ["1,2345", undefined],
    ["0,150", undefined],
    ["$5", undefined],
    ["5元", 500],
    ["￥3,001.00", 300_100],
    ["¥3001.5 元", 300_150],
    ["３，００１．５０元", 300_150],
    ["\u3000３００１\u3000", 300_100],
    ["3 001.50", undefined],
    ["3\u00a0001", undefined],
    ["5元元", undefined],
    ["元5", undefined],
    ["5块", undefined],
    ["3.2万", undefined],
    ["10²", undefined],
    ["①", undefined],
    ["-5元", undefined],
    ["NaN", undefined],
    ["", undefined]
  ]
  it.each(typed)("typed as %j is %s", (text, expected) => assert.strictEqual(parseTyped(text), expected as Cents | undefined))

  // Rule 2.18.
  const local: ReadonlyArray<readonly [locale: string, text: string, read: number | string | undefined]> = [
    ["de-DE", "1.150,50", 115_050],
    ["de-DE", "1150,50", 115_050],
    ["de-DE", "11,50", 1150],
    ["de-DE", "11.50", 1150],
    ["de-DE", "1.150", 115_000],
    ["de-DE", "1,150.50", 115_050],
    ["de-DE", "1,150", "1.150,00 1,15"],
    ["de-DE", "1,155", "1.155,00 1,155"],
    ["de-DE", "2.229,21\u00a0€", 222_921],
    ["de-DE", "1 150,50", undefined],
    ["en-GB", "1.150", "1,150.00 1.15"],
    ["en-GB", "1,150", 115_000],
    ["zh-CN", "１。１５０", undefined],
    ["fr-FR", "1\u202f150,50", 115_050],
    ["fr-FR", "1 150", 115_000],
    ["fr-FR", "1.150", "1\u202f150,00 1,15"],
    ["de-CH", "1'150.50", 115_050],
    ["de-CH", "1’150", 115_000],
    ["de-AT", "1.150", 115_000],
    ["en-IN", "1,23,456.78", 12_345_678],
    ["en-IN", "\u20ac12,34,567", 123_456_700],
    ["hi-IN", "1,23,456", 12_345_600],
    ["en-IN", "123,456.5", 12_345_650],
    ["en-IN", "1,23,45", undefined],
    ["en-IN", "1,23,456,78", undefined],
    ["en-GB", "1,23,456.78", undefined],
    ["zh-CN", "1,23,456", undefined]
  ]
  it.each(local)("typed in %s as %j is %s", (locale, text, expected) => {
    const read = readTyped(text, { signs: ["€"], grouping: groupingOf(locale) })
    assert.strictEqual(typeof read === "object" ? Object.values(readingsIn(locale, read)).join(" ") : read, expected)
  })

  // Rule 2.15.
  it("typed in a currency without decimals is whole, so that three digits behind a sign are a group", () => {
    const rows: ReadonlyArray<readonly [locale: string, text: string, expected: number | undefined]> = [
      ["en-GB", "1,150", 115_000],
      ["en-GB", "1.150", 115_000],
      ["de-DE", "1.150", 115_000],
      ["en-GB", "1200.00", 120_000],
      ["en-GB", "1200.5", undefined],
      ["en-GB", "12,50", undefined]
    ]
    for (const [locale, text, expected] of rows)
      assert.strictEqual(readTyped(text, { signs: ["¥"], grouping: groupingOf(locale), isWhole: true }), expected, text)
  })

  it("is read back as any locale writes it", () =>
    FastCheck.assert(
      FastCheck.property(cents(), FastCheck.constantFrom("de-DE", "de-AT", "de-CH", "fr-FR", "es-ES", "sv-SE", "pt-BR", "en-IN", "hi-IN"),
        (value, locale) =>
          assert.strictEqual(
            readTyped(formatMoney(value, currencyIn("en", "EUR", locale)), { signs: ["€"], grouping: groupingOf(locale) }),
            value
          ))
    ))
})
