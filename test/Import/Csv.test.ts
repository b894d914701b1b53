import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { type Cents, currencyIn } from "../../src/Domain/Amount.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { fromEpochDay, type LocalDate, toEpochDay } from "../../src/Domain/LocalDate.ts"
import { maxCents } from "../../src/Domain/Typed.ts"
import { csvHeader, csvRow, type InvalidRows, readCsv, readCsvInParts } from "../../src/Import/Csv.ts"
import { byteOrderMark } from "../../src/Import/CsvLine.ts"
import { skippedSentence } from "../../src/Import/SkippedRow.ts"

const today = "2025-12-09" as LocalDate

const readBytes = (bytes: Uint8Array, contentTypeCharset?: string) => readCsv(bytes, { contentTypeCharset, today, book: DayBook.empty })
const read = (text: string) => readBytes(new TextEncoder().encode(text))

/** The days as `date=cents@line`, or the fault as one text. */
const outcome = (result: ReturnType<typeof readCsv>): ReadonlyArray<string> | string =>
  Either.match(result, {
    onLeft: (fault) =>
      fault._tag === "InvalidRows" ? fault.errors.map((error) => `${error.line} ${error.field}: ${error.message}`).join("\n") : fault._tag,
    onRight: ({ days }) => days.map(({ cents, date, line }) => `${date}=${cents}@${line}`)
  })

const invalidRows = (text: string): InvalidRows => {
  const result = read(text)
  if (Either.isRight(result) || result.left._tag !== "InvalidRows") throw new Error("expected invalid rows")
  return result.left
}

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
      "2025-12-08=100@1",
      "2025-01-02=200@2",
      "2025-01-03=300@3"
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
  const expectedDate = "expected a date YYYY-MM-DD from 2000-01-01 to 2025-12-09, got"
  const expectedAmount = "expected an amount from 0 to 9999999999.99 with at most two decimals, got"
  const cases: ReadonlyArray<readonly [name: string, text: string, fault: string]> = [
    ["is empty", "", "EmptyCsv"],
    ["is blank", "\r\n ,\n\uFEFF", "EmptyCsv"],
    ["has only a header", "date,amount\r\n", "EmptyCsv"],
    ["names a day that is none", "2025-02-30,1", `1 date: ${expectedDate} "2025-02-30"`],
    ["names tomorrow", "2025-12-10,1", `1 date: ${expectedDate} "2025-12-10"`],
    ["names a day before 2000", "1999-12-31,1", `1 date: ${expectedDate} "1999-12-31"`],
    ["mixes separators within a date", "2025-12/08,1", `1 date: ${expectedDate} "2025-12/08"`],
    ["has three decimals", "2025-12-08,1.234", `1 amount: ${expectedAmount} "1.234"`],
    ["has a negative amount", "2025-12-08,-1", `1 amount: ${expectedAmount} "-1"`],
    ["has too large an amount", "2025-12-08,10000000000", `1 amount: ${expectedAmount} "10000000000"`],
    ["lacks an amount", "2025-12-08,", `1 amount: ${expectedAmount} ""`],
    ["is wrong in both fields", "date,amount\nx,y", `2 date: ${expectedDate} "x"\n2 amount: ${expectedAmount} "y"`],
    ["has its header twice", "date,amount\ndate,amount", `2 date: ${expectedDate} "date"\n2 amount: ${expectedAmount} "amount"`],
    ["has one column", "2025-12-08", "1 row: expected two columns, date and amount, got \"2025-12-08\""],
    ["has a third column", "2025-12-08,1,,x,y", "1 row: expected two columns, date and amount, got \"2025-12-08,1,,x,y\""],
    ["has a quote that is not closed", "2025-12-07,1\n\"2025-12-08,1", "2 row: expected a closing quote, got \"2025-12-08,1\""],
    [
      "has text after a closing quote",
      "2025-12-08,\"1\"2",
      "1 row: expected nothing between a closing quote and the end of its field, got \"2025-12-08,1\""
    ],
    [
      "names a date twice with two amounts",
      "\n2025-12-08,1\n2025/12/8,2",
      "3 amount: expected 1.00, the amount of 2025-12-08 on line 2, got \"2\""
    ]
  ]
  for (const [name, text, fault] of cases) it(name, () => assert.deepStrictEqual(outcome(read(text)), fault))

  it("names the line on which the bad row starts, also after quoted line ends of any kind", () => {
    assert.deepStrictEqual(
      invalidRows("date,amount\r\n\"2025-12-07\r\n\r\r\n\n\",1\r\n\r\n\"2025\n-12-08\",2\n2025-12-08,x").errors.map((
        { field, line }
      ) => [line, field]),
      [[8, "date"], [10, "amount"]]
    )
  })

  it("lists the first hundred faults and counts all of them", () => {
    const fault = invalidRows(`2025-12-08,1\n${"x,y\n".repeat(120)}`)
    assert.strictEqual(fault.total, 240)
    assert.strictEqual(fault.errors.length, 100)
    assert.strictEqual(fault.errors[99]?.line, 51)
  })

  it("is not accepted because the fault comes after a thousand blanks", () => {
    for (const blanks of [990, 1000, 2000]) {
      assert.strictEqual(invalidRows(`"2025-12-08${" ".repeat(blanks)}x",1`).errors[0]?.field, "date")
    }
  })

  it("shows long values shortened", () => {
    const [error] = invalidRows(`2025-12-08,${"9".repeat(1000)}`).errors
    assert.strictEqual(error?.value, `${"9".repeat(80)}…`)
    assert.isBelow(error?.message.length ?? Infinity, 200)
  })
})

// Rule 6.22.
describe("a total below the days", () => {
  const skippedOf = (text: string) => Either.getOrThrow(read(text)).skipped
  const days = "date,amount\n2025-12-07,1000\n2025-12-08,\"2,000.50\"\n"

  for (const word of ["合计", "总计", "共计", "Total", "合 计", "合计：", " TOTAL: "]) {
    it(`is left out and named, when it is called ${JSON.stringify(word)}`, () => {
      assert.deepStrictEqual(skippedOf(`${days}${word},3000.50\n`), [{
        line: 4,
        reason: "total",
        value: word.trim(),
        total: 300_050,
        sum: 300_050
      }])
    })
  }

  const sentence = (text: string) => skippedOf(text).map(skippedSentence)

  it("is named with a warning where it is not the sum of the days", () => {
    assert.deepStrictEqual(sentence(`${days}合计,3000.50元`), ["line 4 is a total (合计) and is left out"])
    assert.deepStrictEqual(sentence(`${days}合计,3000`), [
      "line 4 is a total (合计) and is left out; it says 3000.00, but the days add up to 3000.50"
    ])
  })

  it("may have no amount, more cells than its days, or an amount of more than one day", () => {
    assert.deepStrictEqual(skippedOf(`${days}合计`).map(({ total }) => total), [null])
    assert.deepStrictEqual(skippedOf(`${days}合计,3000.50,,2 天`).map(({ total }) => total), [300_050])
    assert.deepStrictEqual(
      skippedOf("2025-12-07,9999999999.99\n2025-12-08,9999999999.99\n合计,19999999999.98").map(({ sum, total }) => [total, sum]),
      [[1_999_999_999_998, 1_999_999_999_998]]
    )
  })

  it("is a fault where another row follows, or where the word is not in the first cell", () => {
    assert.deepStrictEqual(invalidRows(`${days}合计,3000.50\n2025-12-09,1`).errors.map(({ field, line, value }) => [line, field, value]), [[
      4,
      "date",
      "合计"
    ]])
    assert.deepStrictEqual(invalidRows(`${days}2025-12-09,合计`).errors.map(({ field, line }) => [line, field]), [[4, "amount"]])
    assert.deepStrictEqual(invalidRows(`${days}小计,1`).errors.map(({ field, line }) => [line, field]), [[4, "date"]])
  })

  it("alone is no day", () => assert.strictEqual(outcome(read("date,amount\n合计,0")), "EmptyCsv"))
})

// Rule 6.23.
describe("a file of more columns", () => {
  const text = "门店营业日报\n\n门店,日期,应收,实收,实收\n一店,2025-12-07,10,9,1\n一店,2025-12-08,20,19,2\n合计,,30,28,3\n"
  const readBy = (date: string | undefined, amount: string | undefined, content = text) =>
    readCsv(new TextEncoder().encode(content), { contentTypeCharset: undefined, today, book: DayBook.empty, columns: { date, amount } })

  it("is read by the names of its columns, in any order and below its titles", () => {
    const file = Either.getOrThrow(readBy("日期", " 应收 "))
    assert.deepStrictEqual(outcome(Either.right(file)), ["2025-12-07=1000@4", "2025-12-08=2000@5"])
    assert.deepStrictEqual(file.skipped.map(skippedSentence), [
      "line 1 is a title (门店营业日报) and is left out",
      "line 6 is a total (合计) and is left out"
    ])
    assert.deepStrictEqual(outcome(readBy("B", "A", "a;b\n5;2025-12-07")), ["2025-12-07=500@2"])
  })

  it("is read by the positions of its columns, also without a header", () => {
    assert.deepStrictEqual(outcome(readBy("日期", "4")), ["2025-12-07=900@4", "2025-12-08=1900@5"])
    assert.deepStrictEqual(outcome(readBy("2", "3", "一店,2025-12-07,10\n一店,2025-12-08,20")), ["2025-12-07=1000@1", "2025-12-08=2000@2"])
  })

  it("is not taken for one of another delimiter because of its quotes", () => {
    const quoted = "\"日报\"\n\"日期\",\"门店\",\"实收\"\n\"2025-12-07\",\"一店\",\"10\""
    assert.deepStrictEqual(outcome(readBy("日期", "实收", quoted)), ["2025-12-07=1000@3"])
    assert.deepStrictEqual(invalidRows(quoted).columns.map(({ column }) => column), ["日期", "门店", "实收"])
  })

  it("needs one name only, where the other column has a known one", () => {
    assert.deepStrictEqual(outcome(readBy(undefined, "应收")), ["2025-12-07=1000@4", "2025-12-08=2000@5"])
  })

  it("names what stands in the chosen columns as its faults", () => {
    assert.deepStrictEqual(outcome(readBy("日期", "应收", "门店,日期,应收\n一店,2025-12-07,x\n一店,2025-12-08")), [
      "2 amount: expected an amount from 0 to 9999999999.99 with at most two decimals, got \"x\"",
      "3 amount: expected an amount from 0 to 9999999999.99 with at most two decimals, got \"\""
    ].join("\n"))
  })

  it("is refused where a row has more fields than the header, as an amount with a comma and without quotes gives it", () => {
    const header = "日期,实收,备注\n"
    const more = (found: string) =>
      `2 row: expected at most 3 fields, as many as the header has, with quotes around an amount that has a comma, got "${found}"`
    assert.strictEqual(outcome(readBy("日期", "实收", `${header}2025-10-01,3,388.00,晴`)), more("2025-10-01,3,388.00,晴"))
    assert.strictEqual(outcome(readBy("1", "2", `${header}2025-10-01,3,388.00,晴`)), more("2025-10-01,3,388.00,晴"))
    assert.strictEqual(outcome(readBy("日期", "实收", `日期,实收,备注,,\n2025-10-01,3,388.00,晴`)), more("2025-10-01,3,388.00,晴"))
    for (const row of ["2025-10-01,\"3,388.00\",晴", "2025-10-01,3388.00,晴,,", "2025-10-01,3388.00"]) {
      assert.deepStrictEqual(outcome(readBy("日期", "实收", header + row)), ["2025-10-01=338800@2"])
    }
  })

  it("is refused without a header where its rows have different numbers of fields", () => {
    assert.strictEqual(
      outcome(readBy("1", "2", "2025-10-01,388.00,晴\n2025-10-02,3,388.00,晴\n2025-10-03,388.00,")),
      "2 row: expected 3 fields, as many as the first row has, with quotes around an amount that has a comma, got \"2025-10-02,3,388.00,晴\""
    )
    assert.strictEqual(
      outcome(readBy("1", "2", "2025-10-01,3,388.00,晴\n2025-10-02,388.00,晴\n2025-10-03,1388.00,晴,")),
      "2 row: expected 4 fields, as many as the first row has, with quotes around an amount that has a comma, got \"2025-10-02,388.00,晴\""
    )
  })

  it("is refused where each amount can be the beginning of one with a comma", () => {
    const split = (line: number, value: string) =>
      `${line} amount: expected an amount that the next field does not continue (quotes around 3,388.00, or 3.00 where it ends), got "${value}"`
    assert.strictEqual(outcome(readBy("日期", "实收", "日期,实收,备注\n2025-10-01,3,388.00\n2025-10-02,388.00")), split(2, "3"))
    assert.strictEqual(outcome(readBy("日期", "实收", "日期,实收,备注\n2025-10-01,¥3,388.00元\n")), split(2, "¥3"))
    assert.strictEqual(outcome(readBy("1", "2", "2025-10-01,3,388.00\n")), split(1, "3"))
    // An amount below a thousand never has a comma.
    for (const small of ["2025-10-02,950.00,12", "2025-10-02,4,95"]) {
      assert.strictEqual(outcome(readBy("日期", "实收", `日期,实收,单数\n2025-10-01,3,388.00,\n${small}`)), split(2, "3"))
    }
    for (
      const [rows, days] of [
        ["2025-10-01,3,388\n2025-10-02,1200,388", ["2025-10-01=300@2", "2025-10-02=120000@3"]],
        ["2025-10-01,3.00,388", ["2025-10-01=300@2"]],
        ["2025-10-01,\"3\",\"388\"", ["2025-10-01=300@2"]]
      ] as const
    ) assert.deepStrictEqual(outcome(readBy("日期", "实收", `日期,实收,单数\n${rows}`)), days)
    assert.deepStrictEqual(outcome(readBy("日期", "实收", "日期;实收;单数\n2025-10-01;3;388")), ["2025-10-01=300@2"])
  })

  it("has no header by its positions where the first row has digits, and names one that it has", () => {
    assert.deepStrictEqual(
      outcome(readBy("1", "2", "10月1日,3OO.00,晴\n2025-10-02,388.00,晴")),
      "1 date: expected a date YYYY-MM-DD from 2000-01-01 to 2025-12-09, got \"10月1日\"\n1 amount: expected an amount from 0 to 9999999999.99 with at most two decimals, got \"3OO.00\""
    )
    const file = Either.getOrThrow(readBy("1", "2", "营业日,实收,实收\n2025-10-02,388.00,1"))
    assert.deepStrictEqual(file.skipped.map(skippedSentence), ["line 1 is a header (营业日, 实收) and is left out"])
    assert.deepStrictEqual(Either.getOrThrow(readBy("日期", "4")).skipped.map(({ reason }) => reason), ["title", "total"])
  })

  it("is refused with its columns, where none or the wrong ones are chosen", () => {
    const columns = (date?: string, amount?: string, content?: string) =>
      Either.match(readBy(date, amount, content), {
        onLeft: (fault) => fault._tag === "InvalidRows" ? fault.columns.map(({ column, example }) => `${column}: ${example}`) : fault._tag,
        onRight: () => "accepted"
      })
    const all = ["门店: 一店", "日期: 2025-12-07", "应收: 10", "4: 9", "5: 1"]
    assert.deepStrictEqual(columns(), all)
    assert.deepStrictEqual(columns("日期", "实收"), all)
    assert.deepStrictEqual(columns("日期", "日期"), all)
    assert.deepStrictEqual(columns("日期", "9"), all)
    assert.deepStrictEqual(columns(undefined, undefined, "营业日期,实收\n2025-12-07,1"), ["营业日期: 2025-12-07", "实收: 1"])
    assert.deepStrictEqual(columns(undefined, undefined, "2025-12-07,1,一店"), ["1: 2025-12-07", "2: 1", "3: 一店"])
    assert.deepStrictEqual(columns(undefined, undefined, "2025-12-07,x"), [])
    assert.strictEqual(
      outcome(readBy("日期", "实收")),
      "3 row: expected the column \"实收\" once in the header, got \"门店, 日期, 应收, 实收, 实收\""
    )
    const header = (asked: string) => `3 row: expected the columns ${asked} once each in the header, got "门店, 日期, 应收, 实收, 实收"`
    assert.strictEqual(outcome(readBy("Day", "Sales")), header("\"Day\" and \"Sales\""))
    assert.strictEqual(outcome(readBy("门店", undefined)),
      "3 row: expected the column \"amount\" once in the header, got \"门店, 日期, 应收, 实收, 实收\"")
    assert.strictEqual(outcome(readBy("日期", "日期")),
      "3 row: expected the columns \"日期\" and \"日期\" to be two, got \"门店, 日期, 应收, 实收, 实收\"")
  })

  it("has one fault, that of its header, where no column is chosen", () => {
    assert.strictEqual(
      outcome(readBy(undefined, undefined, "日报\n营业日期,实收\n2025-12-07,1\n2025-12-08,x")),
      "2 row: expected the columns \"date\" and \"amount\" once each in the header, got \"营业日期, 实收\""
    )
    assert.strictEqual(
      outcome(readBy(undefined, undefined)),
      "3 row: expected two columns, date and amount, got \"门店,日期,应收,实收,实收\""
    )
  })
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
    ["is refused when it is unknown", new TextEncoder().encode(text), "klingon", "UndecodableText"],
    ["is refused when the bytes are not in the named one", chinese("金额"), "utf-8", "UndecodableText"],
    ["is refused when the bytes are in none", Uint8Array.from([0xff, 0xff, 0x00]), undefined, "UndecodableText"],
    ["is refused when UTF-16 is cut in half", utf16(byteOrderMark + text, true).subarray(0, -1), undefined, "UndecodableText"]
  ]
  for (const [name, bytes, charset, found] of cases) {
    it(name, () => assert.deepStrictEqual(outcome(readBytes(bytes, charset)), found))
  }

  it("is not asked of an Excel workbook, which is refused by its name", () => {
    const fault = Either.flip(readBytes(Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0])))
    assert.strictEqual(Either.getOrThrow(fault).message, "expected CSV text, got an Excel workbook: save it as CSV")
  })

  it("is named in the refusal", () => {
    const message = (bytes: Uint8Array, charset: string) => Either.getOrThrow(Either.flip(readBytes(bytes, charset))).message
    assert.strictEqual(message(chinese("金额"), "klingon"), "expected a known charset such as utf-8 or gb18030, got \"klingon\"")
    assert.strictEqual(message(chinese("金额"), "utf-8"), "expected text in \"utf-8\", got bytes that are none")
  })
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
        Either.getOrThrow(read(withMark ? byteOrderMark + text : text)).days,
        expected.map((day, index) => ({ date: day.date, cents: day.cents as Cents, line: index + 2 }))
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
      const result = readCsv(input, { contentTypeCharset, today, book: DayBook.empty })
      if (Either.isRight(result)) return assert.isNotEmpty(result.right.days)
      if (result.left._tag !== "InvalidRows") return
      assert.isAbove(result.left.total, 0)
      for (const { line } of result.left.errors) assert.isTrue(line >= 1 && line <= input.length)
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

describe("A CSV that is read in parts", () => {
  const pausesIn = (text: string, charset?: string): number => {
    const reading = readCsvInParts(new TextEncoder().encode(text), { contentTypeCharset: charset, today, book: DayBook.empty })
    let pauses = 0
    while (reading.next().done !== true) pauses++
    return pauses
  }

  for (
    const [what, text] of [
      ["many rows", "2025-12-08,1.00\n".repeat(65_536)],
      ["rows that are wrong", `date,amount\n${"x,y,z\n\n".repeat(131_072)}`],
      ["one row of commas", ",".repeat(1 << 20)],
      ["blank lines", "\n".repeat(1 << 20)],
      ["blank rows of quotes", "\"\",\n".repeat(1 << 18)]
    ] as const
  ) {
    it(`pauses after every 16 KiB of ${what}`, () => assert.isAtLeast(pausesIn(text), text.length / 16_384 - 1))
  }

  it("pauses while it decodes", () => {
    assert.isAtLeast(pausesIn(`2025-12-08,${"9".repeat(1 << 20)}`, "gb18030"), 7)
  })
})

// Rules 2.15 and 6.12.
describe("a file of a shop with another currency", () => {
  const dollars = currencyIn("zh-CN", "USD")
  const options = { contentTypeCharset: undefined, today, book: DayBook.empty, currency: dollars }
  const inDollars = (text: string, columns = {}) => outcome(readCsv(new TextEncoder().encode(text), { ...options, ...columns }))

  it("may have the currency's signs beside its amounts", () => {
    assert.deepStrictEqual(
      inDollars("date,amount\n2025-12-05,US$88\n2025-12-06,\"$1,234.50\"\n2025-12-07,5 USD\n合计,\"$1,327.50\""),
      ["2025-12-05=8800@2", "2025-12-06=123450@3", "2025-12-07=500@4"]
    )
    assert.include(inDollars("2025-12-05,€88"), "1 amount: expected an amount")
    assert.include(outcome(read("2025-12-05,$88")), "1 amount: expected an amount")
  })

  it("is refused where a comma has split an amount with a sign", () => {
    const columns = { columns: { date: "1", amount: "2" } }
    assert.include(inDollars("2025-12-05,$3,388.00", columns), "that the next field does not continue (quotes around 3,388.00")
  })
})
