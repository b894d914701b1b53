import { afterAll, assert, describe, it } from "vitest"
import { tableWords } from "../../words/Tables.ts"

interface Format {
  readonly money: (amount: number | null) => string
  readonly roundMoney: (amount: number) => string
  readonly moneyRange: (range: { readonly min: number; readonly max: number }) => string
  readonly localDigits: (text: string) => string
  readonly signedMoney: (difference: number) => string
  readonly percent: (now: number, before: number) => string | null
  readonly wholePercent: (percent: number) => string
  readonly parseAmount: (text: string) => number | null
  readonly dateRange: (start: string, end: string) => string
  readonly dayLabel: (date: string) => string
  readonly periodLabel: (period: string) => string
  readonly isWeekend: (date: string) => boolean
}

interface Clock {
  readonly hear: (serverNow: string) => void
  readonly known: () => boolean
  readonly now: () => number
  readonly instant: () => string
  readonly today: () => string
}

const page = (name: string): string => new URL(`../../static/scripts/${name}.ts`, import.meta.url).href

// The pages read their language from the document.
const root = { lang: "zh-CN" }
Object.assign(globalThis, { document: { documentElement: root } })
const format: Format = Object.assign({}, ...await Promise.all(
  ["money", "typed", "local-digits", "dates", "times", "moments"].map((name) => import(page(`shared/format/${name}`)))
))
const { makeClock }: { makeClock: () => Clock } = await import(page("shared/live/clock"))
const { faultsCsv }: { faultsCsv: (faults: ReadonlyArray<object>) => string } = await import(page("admin/import/faults"))
const { said }: { said: (sentence: { readonly key: string; readonly values: object }) => string } = await import(
  page("admin/import/questions")
)
const { addWords }: { addWords: (words: object) => void } = await import(page("shared/language"))
const { pauseAfter }: { pauseAfter: (failures: number, chance: (limit: number) => number) => number } = await import(
  page("shared/live/backoff")
)

// Test files share their globals.
afterAll(() => Reflect.deleteProperty(globalThis, "document"))

describe("the faulty rows to be downloaded", () => {
  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\0=1", "＝1+1"])("never hold %j as a formula", (original) => {
    const file = faultsCsv([{ line: 1, field: "amount", code: "amount", value: original }])
    assert.include(file, `,"'${original}",`)
    assert.notInclude(file, `,"${original}"`)
  })
})

// Rule 2.18.
describe("what the reader of tables says on a page", () => {
  it("has amounts and dates as the shop writes them, and the file's own text as it is", () => {
    addWords(tableWords)
    Object.assign(root, { lang: "en", dataset: { before: "", after: "\u00a0€", currency: "EUR", locale: "de-DE" } })
    assert.strictEqual(said({ key: "ask.rows_of_a_day", values: { n: 2, date: "2026-11-01", amounts: "1234.50, -3.00" } }),
      "days with several rows: 2; Sun 1 Nov 2026 has 1.234,50\u00a0€, −3,00\u00a0€")
    assert.strictEqual(said({ key: "ask.row_rule", values: { n: 3, name: "Art", value: "10.00", sum: "1234.50" } }),
      "rows with 10.00 in Art: 3, together 1.234,50\u00a0€")
    assert.strictEqual(said({ key: "shown", values: { text: "2026-11-01 … 2026-11-03" } }), "Sun 1 Nov 2026 … Tue 3 Nov 2026")
    assert.strictEqual(said({ key: "warn.total", values: { line: 9, label: "2026-11-01", says: "1.50", sum: "2.50" } }),
      "line 9 (2026-11-01) says 1,50\u00a0€, but the days add up to 2,50\u00a0€")
    Object.assign(root, { lang: "zh-CN" })
    Reflect.deleteProperty(root, "dataset")
  })
})

describe("what the pages write", () => {
  it("names the days of a reported week, and a reported month", () => {
    assert.deepStrictEqual(["2026-W47", "2026-W53", "2027-W01", "2026-11"].map(format.periodLabel), [
      "11月16日 – 22日",
      "12月28日 – 1月3日",
      "1月4日 – 10日",
      "2026年11月"
    ])
  })

  // Rule 2.15.
  it("has no decimals where the currency has none, but for a stored fraction, and takes none", () => {
    Object.assign(root, { dataset: { before: "¥", currency: "JPY", decimals: "0" } })
    assert.deepStrictEqual([format.money(3629), format.money(0), format.money(3629.5), format.signedMoney(-20)], [
      "¥3,629",
      "¥0",
      "¥3,629.50",
      "−¥20"
    ])
    assert.deepStrictEqual([format.parseAmount("3,629"), format.parseAmount("3629.5")], [3629, null])
    Reflect.deleteProperty(root, "dataset")
  })

  it("writes the shop's currency, which the page has", () => {
    Object.assign(root, { dataset: { before: "HK$", currency: "HKD" } })
    assert.deepStrictEqual([format.money(3629.76), format.signedMoney(-20), format.money(null)], ["HK$3,629.76", "−HK$20.00", "—"])
    Reflect.deleteProperty(root, "dataset")
    assert.strictEqual(format.money(3629.76), "¥3,629.76")
  })

  // Rule 2.18.
  it("writes and reads amounts as the shop's locale does", () => {
    Object.assign(root, { dataset: { before: "", after: "\u00a0€", currency: "EUR", locale: "de-DE" } })
    assert.deepStrictEqual([format.money(2229.21), format.signedMoney(-20), format.roundMoney(1150), format.percent(110, 100)], [
      "2.229,21\u00a0€",
      "−20,00\u00a0€",
      "1.150\u00a0€",
      "+10,0\u00a0%"
    ])
    assert.deepStrictEqual(["1.150,50", "1150,50", "11,50", "1.150", "1,150"].map(format.parseAmount), [1150.5, 1150.5, 11.5, 1150, null])
    assert.deepStrictEqual([format.localDigits("1.2万"), format.localDigits("1150.5"), format.moneyRange({ min: 2800, max: 3600.5 })], [
      "1,2万",
      "1150,5",
      "2.800–3.600,50\u00a0€"
    ])
    Reflect.deleteProperty(root, "dataset")
    assert.deepStrictEqual([format.moneyRange({ min: 2800, max: 3600 }), format.localDigits("1.2万")], ["¥2,800–3,600", "1.2万"])
  })

  it("writes amounts with their currency, and differences with a sign, to the cent", () => {
    assert.deepStrictEqual([3629.76, 0, 9_999_999_999.99].map(format.money), ["¥3,629.76", "¥0.00", "¥9,999,999,999.99"])
    assert.strictEqual(format.money(null), "—")
    assert.deepStrictEqual([312.4, -20, 0].map(format.signedMoney), ["+¥312.40", "−¥20.00", "±¥0.00"])
    assert.deepStrictEqual([format.percent(110, 100), format.percent(97, 100), format.percent(100.01, 100)], ["+10.0%", "−3.0%", "±0.0%"])
    assert.isNull(format.percent(5, 0))
    // A share that is too large to compare.
    assert.isNull(format.percent(33_880, 2935.53))
    assert.isNull(format.percent(31_390.39, 0.03))
  })

  it("writes dates and ranges in both languages", () => {
    assert.strictEqual(format.dayLabel("2025-12-09"), "12月9日 周二")
    assert.strictEqual(format.dateRange("2025-12-08", "2025-12-14"), "12月8日 – 14日")
    assert.strictEqual(format.dateRange("2025-12-29", "2026-01-04"), "12月29日 – 1月4日")
    assert.strictEqual(format.dateRange("2025-11-01", "2026-11-27"), "2025年11月1日 – 2026年11月27日")
    root.lang = "en"
    assert.strictEqual(format.dayLabel("2024-02-29"), "Thu 29 Feb")
    assert.strictEqual(format.dateRange("2025-12-08", "2025-12-08"), "8 Dec")
    assert.strictEqual(format.dateRange("2024-02-29", "2025-03-01"), "29 Feb 2024 – 1 Mar 2025")
    root.lang = "zh-CN"
    assert.deepStrictEqual(["2025-12-12", "2025-12-13", "2025-12-14", "2025-12-15"].map(format.isWeekend), [false, true, true, false])
  })
})

describe("an amount as people type it", () => {
  // Rule 2.15.
  it("may have the signs of the shop's currency, and of no other", () => {
    Object.assign(root, { dataset: { before: "US$", currency: "USD" } })
    const texts = ["$88", "US$1,234.50", "＄88", "88 USD", "usd 88.5", "¥88", "88", "$1,23"]
    assert.deepStrictEqual(texts.map(format.parseAmount), [88, 1234.5, 88, 88, 88.5, 88, 88, 1.23])
    for (const text of ["€88", "$", "$-5", "$$88", "$¥88", "$88元", "USD"]) assert.isNull(format.parseAmount(text), text)
    Object.assign(root, { dataset: { before: "CHF\u00a0", currency: "CHF" } })
    assert.deepStrictEqual(["CHF 88", "88 CHF", "$88"].map(format.parseAmount), [88, 88, null])
    Reflect.deleteProperty(root, "dataset")
    assert.isNull(format.parseAmount("$88"))
  })

  const understood: ReadonlyArray<readonly [string, number]> = [
    ["1234.5", 1234.5],
    ["1,234.5", 1234.5],
    [" ¥1,234.50 ", 1234.5],
    ["\uffe51\uff0c234\uff0e50", 1234.5],
    ["１２３４\u3002５", 1234.5],
    ["88元", 88],
    ["0", 0],
    ["1,23", 1.23],
    // Somebody who types the cents passes through these.
    ["3388.", 3388],
    ["3388\u3002", 3388],
    ["1,234.", 1234],
    ["9,999,999,999.99", 9_999_999_999.99]
  ]
  for (const [text, amount] of understood) {
    it(`reads ${JSON.stringify(text)} as ${amount}`, () => assert.strictEqual(format.parseAmount(text), amount))
  }
  for (
    const text of [
      "",
      "abc",
      "1.234",
      "-5",
      "1e3",
      "12,34,567",
      "10000000000",
      "0x10",
      "1 234",
      ".",
      "①",
      "½",
      "10²",
      "١٢٣",
      "𝟙𝟚",
      "㍿5",
      "1０．①"
    ]
  ) {
    it(`does not guess at ${JSON.stringify(text)}`, () => assert.isNull(format.parseAmount(text)))
  }
})

describe("the server's clock in the page", () => {
  it("is read in the server's zone, whatever the browser's", () => {
    const clock = makeClock()
    assert.isFalse(clock.known())
    clock.hear("2025-12-31T23:59:59+08:00")
    assert.strictEqual(clock.instant().slice(0, 16), "2025-12-31T23:59")
    assert.strictEqual(clock.today(), "2025-12-31")
    assert.isTrue(clock.instant().endsWith("+08:00"))
  })

  it("follows when a clock was set, and holds still for what is merely late", () => {
    const clock = makeClock()
    clock.hear("2025-12-09T12:00:00+08:00")
    const before = clock.now()
    clock.hear("2025-12-09T11:59:58+08:00")
    assert.isAtMost(Math.abs(clock.now() - before), 500)
    clock.hear("2025-12-09T15:00:00+08:00")
    assert.strictEqual(clock.instant().slice(11, 15), "15:0")
    clock.hear("nonsense")
    assert.strictEqual(clock.instant().slice(11, 15), "15:0")
  })
})

describe("the pause before another attempt", () => {
  it("doubles from a second to a minute, half of it left to chance", () => {
    const none = (failures: number) => pauseAfter(failures, () => 0)
    const all = (failures: number) => pauseAfter(failures, (limit) => limit)
    assert.deepStrictEqual([0, 1, 2, 3, 6, 50].map(none), [500, 1_000, 2_000, 4_000, 30_000, 30_000])
    assert.deepStrictEqual([0, 1, 2, 3, 6, 50].map(all), [1_000, 2_000, 4_000, 8_000, 60_000, 60_000])
  })
})
