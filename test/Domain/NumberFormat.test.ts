import { assert, describe, it } from "@effect/vitest"
import { changeIn, digitsIn, percentIn } from "../../src/Domain/NumberFormat.ts"

const amounts = [0, 0.01, 0.5, 1.5, 99.99, 999.5, 1000, 3629.76, 99_999.99, 123_456.5, 1_000_000, 9_999_999_999.99]
const percents = [0, 0.1, 6.5, 38, 99.95, 100, 999.9]

describe("numbers of a page whose shop sets no locale", () => {
  // First in this file: a format that is made once is kept.
  it("need no format of Intl, whose first one keeps a slow phone from its first figure", () => {
    const { NumberFormat } = Intl
    Object.assign(Intl, { NumberFormat: undefined })
    try {
      assert.strictEqual(digitsIn("en", 12_345.6, 2), "12,345.60")
      assert.strictEqual(percentIn("en", 6.5, 1), "6.5%")
    } finally {
      Object.assign(Intl, { NumberFormat })
    }
  })

  it("are written as English and Chinese write them", () => {
    for (const decimals of [0, 1, 2]) {
      for (const amount of amounts) assert.strictEqual(digitsIn("en", amount, decimals), digitsIn("en-GB", amount, decimals))
      for (const percent of percents) assert.strictEqual(percentIn("en", percent, decimals), percentIn("zh-CN", percent, decimals))
    }
  })
})

describe("a change in percent", () => {
  it("has its sign, also where it is level, on pages and in messages", () => {
    const written = (locale: string) => [110, 97, 100.01, 100].map((now) => changeIn(locale, now, 100))
    for (const locale of ["en", "zh-CN", "en-GB"]) assert.deepStrictEqual(written(locale), ["+10.0%", "−3.0%", "±0.0%", "±0.0%"])
    assert.deepStrictEqual(written("de-DE"), ["+10,0\u00a0%", "−3,0\u00a0%", "±0,0\u00a0%", "±0,0\u00a0%"])
  })

  it("is none of nothing, and none of 1,000 % or more", () => {
    assert.deepStrictEqual([[5, 0], [1099.96, 100], [31_390.39, 0.03], [0, 0]].map(([now = 0, before = 0]) => changeIn("en", now, before)),
      [null, null, null, null])
    assert.strictEqual(changeIn("en", 1099.9, 100), "+999.9%")
  })
})
