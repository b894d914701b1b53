import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { centsOf } from "../../src/Source/Printed.ts"

describe("a decimal of a till", () => {
  const numbers: ReadonlyArray<readonly [string, bigint | string]> = [
    ["12.5", 1250n],
    ["12", 1200n],
    ["0.1", 10n],
    ["12.50000", 1250n],
    ["12.505", "decimals"],
    ["0.005", "decimals"],
    ["0.30000000000000004", "decimals"],
    ["1.2e1", 1200n],
    ["1250E-2", 1250n],
    ["10e-3", 1n],
    ["5e-3", "decimals"],
    ["1e-400", "decimals"],
    ["1e400", "amount"],
    ["0e99999999999", 0n],
    ["-0.00", 0n],
    ["-3.1", -310n],
    [`${"9".repeat(100_000)}`, "amount"]
  ]
  it.each(numbers.map(([number, expected]) => [number.slice(0, 30), expected, number] as const))("%s is %s",
    (_, expected, number) => assert.strictEqual(centsOf(number, true), expected))

  it.each(["", " 1", "1 ", "1,234.50", "1.234,50", "¥12", "1e2", "+5", ".5", "5.", "0x10", "Infinity", "NaN", "１２", "--1", "null"])(
    "is not the text %j",
    (text) => assert.strictEqual(centsOf(text, false), "amount")
  )

  it("may be a text of digits with a point", () => {
    assert.strictEqual(centsOf("00012.50", false), 1250n)
    assert.strictEqual(centsOf("-7.00", false), -700n)
  })

  const cents = FastCheck.bigInt({ min: -999_999_999_999n, max: 999_999_999_999n })
  const written = (value: bigint, decimals: number): string => {
    const digits = String(value < 0n ? -value : value).padStart(decimals + 1, "0")
    return `${value < 0n ? "-" : ""}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  }

  it("is counted to the cent, with any zeros behind it and any exponent", () =>
    FastCheck.assert(FastCheck.property(cents, FastCheck.nat(8), FastCheck.integer({ min: -30, max: 8 }), (value, zeros, exponent) => {
      assert.strictEqual(centsOf(written(value, 2) + "0".repeat(zeros), true), value)
      // The same value, with its decimal point moved by the exponent.
      const digits = written(value * 10n ** BigInt(Math.max(0, -exponent)), 2)
      assert.strictEqual(centsOf(`${digits}e${Math.min(0, exponent)}`, true), value)
    })))

  it("is refused, never rounded, with anything but zeros behind the second decimal", () =>
    FastCheck.assert(
      FastCheck.property(cents, FastCheck.integer({ min: 1, max: 9 }), FastCheck.nat(5),
        (value, digit, zeros) => assert.strictEqual(centsOf(`${written(value, 2)}${"0".repeat(zeros)}${digit}`, true), "decimals"))
    ))

  it("is an amount or a fault, whatever the text", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.string(), FastCheck.boolean(),
        (text, isNumber) => assert.include(["bigint", "string"], typeof centsOf(text, isNumber)))
    ))
})
