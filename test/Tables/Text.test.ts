import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import { fromEpochDay, type LocalDate, toEpochDay } from "../../src/Domain/LocalDate.ts"
import { maxCents } from "../../src/Domain/TypedAmount.ts"
import { csvHeader, csvRow } from "../../src/Import/Csv.ts"
import { byteOrderMark } from "../../src/Import/CsvLine.ts"
import { readTextTables } from "../../src/Tables.ts"
import { type Answers, answersIn } from "../../src/Tables/Answers.ts"
import type { Outcome, ReadOptions } from "../../src/Tables/Outcome.ts"
import { plainOutcome } from "../../src/Tables/Plain.ts"

const today = "2025-12-09" as LocalDate

const optionsOf = (answers: Answers = {}, currency = "CNY"): ReadOptions => ({
  today,
  currency,
  zone: "Asia/Shanghai",
  locale: "zh-CN",
  dayStartsAt: 0,
  answers,
  known: new Map()
})

const readBytes = (bytes: Uint8Array, charset?: string) => readTextTables(bytes, optionsOf(), charset)
const read = (text: string, answers: Answers = {}, currency = "CNY") =>
  readTextTables(new TextEncoder().encode(text), optionsOf(answers, currency))

/** The days as `date=cents@line`, or the codes of the faults and questions. */
const outcome = ({ days, faults, outcome, questions }: Outcome): ReadonlyArray<string> | string =>
  outcome === "read"
    ? days.map(({ cents, date, lines }) => `${date}=${cents}@${lines[0]}`)
    : [...faults, ...questions].map(({ code }) => code).join()

const gb18030: Record<string, ReadonlyArray<number>> = {
  日期: [0xc8, 0xd5, 0xc6, 0xda],
  金额: [0xbd, 0xf0, 0xb6, 0xee],
  营业额: [0xd3, 0xaa, 0xd2, 0xb5, 0xb6, 0xee],
  "￥": [0xa3, 0xa4]
}

const ascii = (text: string): ReadonlyArray<number> => Array.from(text, (character) => character.charCodeAt(0))

const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  Array.from(text).forEach((character, index) => bytes.setUint16(index * 2, character.charCodeAt(0), littleEndian))
  return new Uint8Array(bytes.buffer)
}

// Rule 6.12.
describe("a CSV that is accepted", () => {
  const december8 = ["2025-12-08=123450@1"]
  const cases: ReadonlyArray<readonly [name: string, text: string, days: ReadonlyArray<string>]> = [
    ["has no header", "2025-12-08,1234.50\n", december8],
    ["ends without a line end", "2025-12-08,1234.50", december8],
    ["has the header date,amount", "date,amount\r\n2025-12-08,1234.50\r\n", ["2025-12-08=123450@2"]],
    ["has a header in capitals with spaces", " DATE , Amount \n2025-12-08,1234.50", ["2025-12-08=123450@2"]],
    ["has the header 日期,金额", "日期,金额\n2025-12-08,1234.50", ["2025-12-08=123450@2"]],
    ["has the header 日期,营业额", "日期,营业额\n2025-12-08,1234.50", ["2025-12-08=123450@2"]],
    ["has a quoted header with empty columns", "\"date\",\"amount\",,\n2025-12-08,1234.50,,", ["2025-12-08=123450@2"]],
    ["has lines that end in LF, CRLF and CR", "2025-12-06,1\n2025-12-07,2\r\n2025-12-08,3\r2025-12-09,4", [
      "2025-12-06=100@1",
      "2025-12-07=200@2",
      "2025-12-08=300@3",
      "2025-12-09=400@4"
    ]],
    ["has blank lines and rows of empty cells", "\r\n\n2025-12-07,1\n   \n,,\n\"\"\n2025-12-08,2\n\n", [
      "2025-12-07=100@3",
      "2025-12-08=200@7"
    ]],
    ["has quoted fields", "\"2025-12-08\",\"1,234.50\"", december8],
    ["has blanks around fields and quotes", "  \"2025-12-08\"\t,\u3000 \"1,234.50\"  ", december8],
    ["has line ends within quotes", "\"\r\n2025-12-07\n\",\"1\n\"\r\n2025-12-08,2", ["2025-12-07=100@1", "2025-12-08=200@5"]],
    ["has trailing empty columns", "2025-12-08,1234.50,,", december8],
    ["has dates with slashes and short parts", "2025/12/8,1\n2025-1-2,2\n2025/01/03,3", [
      "2025-01-02=200@2",
      "2025-01-03=300@3",
      "2025-12-08=100@1"
    ]],
    ["has amounts as people write them", "2025-12-07,\"¥1,234.50\"\n2025-12-08,￥5\n2025-12-09,0", [
      "2025-12-07=123450@1",
      "2025-12-08=500@2",
      "2025-12-09=0@3"
    ]],
    ["has dates in Chinese, with points and in eight digits", "2025年12月7日,1\n2025.12.8,2\n20251209,3元", [
      "2025-12-07=100@1",
      "2025-12-08=200@2",
      "2025-12-09=300@3"
    ]],
    ["is separated by tabs", "日期\t金额\n2025-12-08\t1,234.50", ["2025-12-08=123450@2"]],
    ["is separated by tabs without a header", "2025-12-08\t1,234.50", december8],
    ["is separated by semicolons", "2025-12-08;\"1,234.50\"", december8],
    ["has tabs beside its commas", "2025-12-08\t,1234.50\t", december8],
    ["names a date twice with the same amount", "2025-12-08,1234.50\n2025/12/8,\"1,234.5\"", december8],
    ["reaches from the first date to today", "2000-01-01,9999999999.99\n2025-12-09,1", ["2000-01-01=999999999999@1", "2025-12-09=100@2"]]
  ]
  for (const [name, text, days] of cases) it(name, () => assert.deepStrictEqual(outcome(read(text)), days))
})

// Rule 6.13.
describe("a CSV that is refused", () => {
  const cases: ReadonlyArray<readonly [name: string, text: string, fault: string]> = [
    ["is empty", "", "empty"],
    ["is blank", "\r\n ,\n\uFEFF", "empty"],
    ["has only a header", "date,amount\r\n", "empty"],
    ["names a day that is none", "date,amount\n2025-02-30,1\n2025-03-01,1", "date"],
    ["names tomorrow", "2025-12-10,1", "future"],
    ["names a day before 2000", "1999-12-31,1", "date"],
    ["mixes separators within a date", "date,amount\n2025-12/08,1\n2025-12-09,1", "date"],
    ["has three decimals", "2025-12-08,1.2345", "decimals"],
    ["has a negative amount", "2025-12-08,-1", "negative_day"],
    ["has too large an amount", "2025-12-08,10000000000", "amount"],
    ["has a third field in a row", "date,amount\n2025-12-08,1,,x,y", "fields_of_header"],
    ["has a quote that is not closed", "2025-12-07,1\n\"2025-12-08,1", "quote"],
    ["has text after a closing quote", "date,amount\n2025-12-08,\"1\"2", "quote"],
    ["names a date twice with two amounts", "\n2025-12-08,1\n2025/12/8,2", "same_amount"],
    ["has an amount of another currency", "2025-12-05,€88", "currency"]
  ]
  for (const [name, text, fault] of cases) it(name, () => assert.include(outcome(read(text)), fault))

  it("names the line on which the bad row starts, also after quoted line ends of any kind", () => {
    const { faults } = read("date,amount\r\n\"2025-12-07\r\n\r\r\n\n\",1\r\n\r\n2025-12-32,2\n2025-12-08,x")
    assert.deepStrictEqual(faults.map(({ field, line }) => [line, field]), [[8, "date"], [9, "amount"]])
  })

  it("has more columns than are read, none of which is lost", () => {
    const days = Array.from({ length: 320 }, (_, at) => fromEpochDay(toEpochDay("2025-01-01" as LocalDate) + at))
    assert.strictEqual(outcome(read(`项目,${days.join()}\n营业额,${days.map(() => 5).join()}\n`)), "too_large")
    assert.strictEqual(outcome(read(`date,amount${",".repeat(400)}\n2025-12-08,1${",".repeat(400)}\n`)).length, 1)
  })

  it("shows long values shortened", () => assert.isAtMost(read(`2025-12-08,${"9".repeat(1000)}`).faults[0]?.value.length ?? Infinity, 81))

  it("may have the signs of the shop's currency beside its amounts", () =>
    assert.deepStrictEqual(
      outcome(read("date,amount\n2025-12-05,US$88\n2025-12-06,\"$1,234.50\"\n2025-12-07,5 USD\n合计,\"$1,327.50\"", {}, "USD")),
      ["2025-12-05=8800@2", "2025-12-06=123450@3", "2025-12-07=500@4"]
    ))
})

// Rule 6.12.
describe("the charset of a CSV", () => {
  const rows = ascii("\r\n2025-12-08,1234.50\r\n")
  const chinese = (name: string) => Uint8Array.from([...gb18030.日期 ?? [], 44, ...gb18030[name] ?? [], ...rows])
  const text = "日期,金额\r\n2025-12-08,1234.50\r\n"
  const december8 = ["2025-12-08=123450@2"]

  const cases: ReadonlyArray<
    readonly [name: string, bytes: Uint8Array, charset: string | undefined, found: ReadonlyArray<string> | string]
  > = [
    ["is UTF-8", new TextEncoder().encode(text), undefined, december8],
    ["is UTF-8 with a byte order mark", new TextEncoder().encode(byteOrderMark + text), undefined, december8],
    ["is GB18030 where the bytes are not valid UTF-8", chinese("金额"), undefined, december8],
    ["is GB18030 with the other header", chinese("营业额"), undefined, december8],
    ["is GB18030 by name", chinese("金额"), "gb18030", december8],
    ["is GB2312 by name", chinese("金额"), "GB2312", december8],
    [
      "is GB18030 with a full-width currency sign",
      Uint8Array.from([...ascii("2025-12-08,"), ...gb18030["￥"] ?? [], ...ascii("1234.50")]),
      undefined,
      ["2025-12-08=123450@1"]
    ],
    ["is UTF-16LE by its byte order mark", utf16(byteOrderMark + text, true), undefined, december8],
    ["is UTF-16BE by its byte order mark", utf16(byteOrderMark + text, false), undefined, december8],
    [
      "is UTF-16LE separated by tabs, as Excel's Unicode text",
      utf16(byteOrderMark + text.replaceAll(",", "\t"), true),
      undefined,
      december8
    ],
    ["is UTF-16LE by name", utf16(text, true), "utf-16le", december8],
    ["is the byte order mark's, whatever the name", new TextEncoder().encode(byteOrderMark + text), "gb18030", december8],
    ["is refused when it is unknown", new TextEncoder().encode(text), "klingon", "encoding"],
    ["is refused when the bytes are not in the named one", chinese("金额"), "utf-8", "encoding"],
    ["is refused when UTF-16 is cut in half", utf16(byteOrderMark + text, true).subarray(0, -1), undefined, "encoding"]
  ]
  for (const [name, bytes, charset, found] of cases) {
    it(name, () => assert.deepStrictEqual(outcome(readBytes(bytes, charset)), found))
  }
})

describe("by property", () => {
  const date = FastCheck.integer({ min: toEpochDay("2000-01-01" as LocalDate), max: toEpochDay(today) }).map(fromEpochDay)
  const days = FastCheck.uniqueArray(FastCheck.record({ date, cents: FastCheck.integer({ min: 0, max: maxCents }) }), {
    selector: (day) => day.date,
    minLength: 1
  })

  it("an export that is read again gives the same days", () => {
    FastCheck.assert(FastCheck.property(days, FastCheck.boolean(), (expected, withMark) => {
      const text = csvHeader + expected.map((day) => csvRow(day.date, day.cents as Cents)).join("")
      assert.deepStrictEqual(
        read(withMark ? byteOrderMark + text : text).days,
        expected.map((day, index) => ({ date: day.date, cents: day.cents, lines: [index + 2] })).sort((a, b) => a.date < b.date ? -1 : 1)
      )
    }))
  })

  const fragment = FastCheck.constantFrom("\"", ",", "\t", ";", "\r", "\n", "\r\n", " ", "date", "amount", "2025-12-08", "1.5", "x", "¥",
    "\uFEFF", "\0")
  const bytes = FastCheck.oneof(
    FastCheck.uint8Array({ maxLength: 200 }),
    FastCheck.array(fragment, { maxLength: 60 }).map((parts) => new TextEncoder().encode(parts.join("")))
  )
  const charset = FastCheck.oneof(FastCheck.constantFrom(undefined, "utf-8", "gb18030", "utf-16le", "latin1"), FastCheck.string())

  it("no bytes and no charset make it throw, and every fault names a line of the file", () => {
    FastCheck.assert(FastCheck.property(bytes, charset, (input, contentTypeCharset) => {
      const { days, faults, outcome } = readBytes(input, contentTypeCharset)
      if (outcome === "read") return assert.isNotEmpty(days)
      for (const { line } of faults) assert.isTrue(line >= 1 && line <= Math.max(1, input.length))
    }), { numRuns: 1000 })
  })

  it("a row is on the line that counting line ends gives", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.constantFrom("\n", "\r\n", "\r", ",\n", " \r\n"), { maxLength: 20 }), (ends) => {
        // A CR followed by an LF is one line end.
        const before = ends.join("")
        const line = before.replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n").length
        assert.deepStrictEqual(outcome(read(`${before}2025-12-08,1`)), [`2025-12-08=100@${line}`])
      })
    )
  })
})

// Rule 6.31.
describe("a table as accountants keep it", () => {
  const closed = answersIn([["closed", "closed"]]) as Answers
  const days = (
    { closed, days }: Outcome
  ) => [...days.map(({ cents, date }) => `${date}=${cents}`), ...closed.map((date) => `${date} closed`)]

  it("may be German, with weekdays, months and days of rest", () => {
    const takings = "Café Lindenhof;;;\nUmsatzliste;;;\nDatum;Bar;EC-Karte;Gesamt\nSo, 02.11.2025;12,50;1.204,80;1.217,30\n" +
      "Mo, 03.11.2025;Ruhetag;;\nDi, 04.11.2025;50,00;980,20;1.030,20\nSumme;62,50;2.185,00;2.247,50\n"
    assert.deepStrictEqual(days(read(takings, { ...closed, amount_column: ["Gesamt"] }, "EUR")), [
      "2025-11-02=121730",
      "2025-11-04=103020",
      "2025-11-03 closed"
    ])
    const written =
      "Tag;Umsatz\n30. Oktober 2025;1.200,50\n1. Dez. 2025;980,00\n2. Dezember 2025;geschlossen\n3. M\u00e4rz 2025;5,00\n4. Mai 2025;6,00\n"
    assert.deepStrictEqual(days(read(written, closed, "EUR")), [
      "2025-03-03=500",
      "2025-05-04=600",
      "2025-10-30=120050",
      "2025-12-01=98000",
      "2025-12-02 closed"
    ])
    assert.deepStrictEqual(days(read("Umsatz 2025\nWochentag;Datum;Umsatz\nSo;02.11.;5,00\nMo;03.11.;6,00\n", {}, "EUR")), [
      "2025-11-02=500",
      "2025-11-03=600"
    ])
  })

  it("has a German total of its ways of payment, and never one of them for the turnover", () => {
    const rows = "22.11.2025;12,50;1.204,80;1.217,30;194,36\n24.11.2025;50,00;980,20;1.030,20;164,49\n"
    assert.deepStrictEqual(outcome(read(`Datum;Bar;EC-Karte;Gesamt;MwSt 19\n${rows}`, {}, "EUR")), "amount_column")
    assert.deepStrictEqual(outcome(read(`Datum;Bar;EC-Karte;Gesamt;Belege\n${rows}`, {}, "EUR")), [
      "2025-11-22=121730@2",
      "2025-11-24=103020@3"
    ])
    const { questions: [asked] } = read(`Datum;Bar;EC-Karte;Umsatz brutto;davon MwSt 19%\n${rows}`, {}, "EUR")
    assert.deepStrictEqual([asked?.code, asked?.proposed], ["amount_column", ["Umsatz brutto"]])
    const { questions: [which] } = read("Datum;Steuerbetrag;Betrag\n22.11.2025;87,50;1.217,30\n24.11.2025;64,10;1.030,20\n", {}, "EUR")
    assert.deepStrictEqual(which?.proposed, ["Betrag"])
  })

  it("is a German day's turnover by its whole name", () => {
    for (
      const name of ["Umsatz", "Tagesumsatz", "Gesamtumsatz", "Betrag", "Gesamtbetrag", "Einnahmen", "Tageseinnahme", "Summe", "Gesamt"]
    ) {
      const days = ["2025-11-27=123450@2", "2025-11-28=98000@3"]
      assert.deepStrictEqual(outcome(read(`Datum;${name}\n27.11.2025;1.234,50 €\n28.11.2025;980,00 €\n`, {}, "EUR")), days, name)
    }
    assert.deepStrictEqual(outcome(read("Datum;Wareneinsatz\n27.11.2025;1.234,50\n", {}, "EUR")), "amount_column")
  })

  it("is no turnover in thousands, however the name says so", () => {
    for (
      const name of ["Sales (000s)", "Sales ('000)", "Umsatz (TEUR)", "Umsatz in Tsd. EUR", "Revenue in thousands", "Revenue (millions)"]
    )
      assert.include(outcome(read(`Date,${name}\n2025-11-01,3.1\n2025-11-02,2.9\n`, {}, "EUR")), "unit", name)
  })

  it("may have blanks alone between its columns, if each day has all of them", () => {
    const days = ["2025-12-07=123450@3", "2025-12-08=500@4"]
    assert.deepStrictEqual(outcome(read("12月\n日期 金额\n2025-12-07 1,234.50\n2025-12-08 5 \n合计 1,239.50")), days)
    assert.deepStrictEqual(outcome(read("\nDate    Net Sales\n2025-12-07   1 234,50\n2025-12-08        5,00")), days)
    assert.deepStrictEqual(outcome(read("\n日期　　星期　金额\n12月7日　周日　1234.50\n12月8日　周一　5", { year: "2025" })), days)
    for (
      const open of [
        "Date Gross Sales Net Sales\n2025-12-07 10.00 9.00\n2025-12-08 5.00 4.00",
        "日期 现金 合计\n2025-12-07 10.00 19.00\n2025-12-08 5.00"
      ]
    ) assert.strictEqual(read(open).outcome, "refused")
  })

  it("may have dates such as 11.1, if it has kept their zeros", () => {
    const november = (days: ReadonlyArray<string>) => read(`2025年11月,\n日期,金额\n${days.map((day) => `${day},5\n`).join("")}`)
    assert.deepStrictEqual(outcome(november(["11.9", "11.10", "11.20"])), ["2025-11-09=500@3", "2025-11-10=500@4", "2025-11-20=500@5"])
    assert.deepStrictEqual(outcome(november(["11.01", "11.13"])), ["2025-11-01=500@3", "2025-11-13=500@4"])
    assert.strictEqual(outcome(november(["11.1", "11.10"])), "date_order")
    // A spreadsheet writes 11.10 as 11.1.
    assert.strictEqual(outcome(november(["11.9", "11.1", "11.11"])), "date,date,date")
  })

  it("has sums without a name between its days", () =>
    assert.deepStrictEqual(outcome(read("日期,营业额\n2025-10-30,100\n2025-10-31,300\n,400\n2025-11-01,330\n,330\n")), [
      "2025-10-30=10000@2",
      "2025-10-31=30000@3",
      "2025-11-01=33000@5"
    ]))

  it("has the month of its title, not that of the day on which it was filled in", () =>
    assert.deepStrictEqual(
      days(read("梧桐里2025年10月营业额统计表\n店长：李梅,,填表日期：2025年11月1日\n日期,星期,营业额\n1,三,3820\n2,四,3980\n")),
      ["2025-10-01=382000", "2025-10-02=398000"]
    ))
})

const plain = (text: string, answers: Answers = {}, known: ReadOptions["known"] = new Map()): Outcome | null => {
  const reading = plainOutcome(new TextEncoder().encode(text), { ...optionsOf(answers), known })
  for (;;) {
    const { done, value } = reading.next()
    if (done === true) return value
  }
}

// Rule 6.12.
describe("date,amount as it is specified", () => {
  const closed = answersIn([["closed", "closed"]]) as Answers

  it("is read as by the whole reader", () => {
    const cases = [
      "date,amount\n2025-12-08,1\n",
      "\uFEFFdate,amount\r\n2025-12-08,1.5\r\n2025-12-07,0\r\n2025-12-09,1234.56\r\n2025-12-08,1.50",
      "date,amount\n2025-10-01,1\n2025-11-01,2\n2025-12-01,3\n",
      "date,amount\n2025-11-01,1\n2025-11-02,closed\n2025-11-03,3\n2025-11-03,closed\n"
    ]
    for (const text of cases) {
      const of = (found: Outcome | null) => [found?.outcome, found?.days.map(({ cents, date }) => `${date} ${cents}`), found?.closed]
      assert.deepStrictEqual(of(plain(text, closed)), of(read(text, closed)), text)
    }
  })

  it("is left to the whole reader wherever it is anything else", () => {
    const cases = [
      "date,amount\n",
      "2025-12-08,1\n",
      "date,amount\n2025/12/8,1\n",
      "date,amount\n2025-02-30,1\n",
      "date,amount\n2025-12-10,1\n",
      "date,amount\n2025-12-08,1\n2025-12-08,2\n",
      "date,amount\n2025-12-08,1.234\n",
      "date,amount\n2025-12-08,closed\n",
      "date,amount\n2025-12-08,1\n合计,1\n",
      "date,amount\n2025-12-08,1,\n"
    ]
    for (const text of cases) assert.isNull(plain(text), text)
    assert.isNull(plain("date,amount\n2025-12-08,1\n", answersIn([["decimal_sign", "."]]) as Answers))
  })

  it("may have a day in the future that the ledger has with the same amount", () => {
    const text = "date,amount\n2025-12-10,1\n"
    assert.isNotNull(plain(text, {}, new Map([["2025-12-10" as LocalDate, 100]])))
    assert.isNull(plain(text, {}, new Map([["2025-12-10" as LocalDate, 200]])))
  })

  it("pauses after every 64 KiB", () => {
    const reading = plainOutcome(new TextEncoder().encode(`date,amount\n${"2025-12-08,1.00\n".repeat(65_536)}`), optionsOf())
    let pauses = 0
    while (reading.next().done !== true) pauses++
    assert.isAtLeast(pauses, 15)
  })

  // Rule 2.15.
  it("are whole where the shop's currency has no decimals", () => {
    assert.deepStrictEqual(outcome(read("date,amount\n2025-12-01,1200.00\n", {}, "JPY")), ["2025-12-01=120000@2"])
    assert.strictEqual(outcome(read("date,amount\n2025-12-01,1200.50\n", {}, "JPY")), "decimals")
  })
})
