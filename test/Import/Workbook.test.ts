import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { writeXlsx } from "hucre/xlsx"
import { deflateRawSync } from "node:zlib"
import * as DayBook from "../../src/Domain/DayBook.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { readCsv } from "../../src/Import/Csv.ts"
import { readWorkbook } from "../../src/Import/Workbook.ts"
import { isWorkbook } from "../../src/Import/WorkbookBytes.ts"
import { dateWithin } from "../Domain/Arbitraries.ts"

type Rows = NonNullable<Parameters<typeof writeXlsx>[0]["sheets"][number]["rows"]>

const book = async (sheets: Parameters<typeof writeXlsx>[0]["sheets"], dateSystem: "1900" | "1904" = "1900") =>
  Uint8Array.from(await writeXlsx({ sheets, dateSystem }))

const oneSheet = (rows: Rows, dateSystem?: "1900" | "1904") => book([{ name: "日报", rows }], dateSystem)

const midnight = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** Each sheet as `name: csv`, or the fault. */
const outcome = async (bytes: Uint8Array<ArrayBuffer>) => {
  const found = await readWorkbook(bytes)
  if ("cell" in found) return `${found.fault} ${found.sheet} ${found.cell}`
  return "fault" in found ? found.fault : found.sheets.map(({ csv, name }) => `${name}: ${csv}`)
}

/** A ZIP archive; `declared` is the size of each part in its directory. */
const archive = (files: Readonly<Record<string, string>>, declared = (length: number) => length): Uint8Array<ArrayBuffer> => {
  const parts: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(declared(Buffer.byteLength(text)), 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, tail, Buffer.from(name))
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, Buffer.from(name), packed])
    parts.push(local)
    at += local.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Uint8Array.from(Buffer.concat([...parts, ...directory, end]))
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/** A workbook whose rows have the given XML. */
const parts = (sheet: string, workbook = "<sheet name=\"a&amp;b\" sheetId=\"1\" r:id=\"rId1\"/>") => ({
  "[Content_Types].xml": "<Types/>",
  "_rels/.rels": `<Relationships><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns:r="${relations}"><sheets>${workbook}</sheets></workbook>`,
  "xl/_rels/workbook.xml.rels":
    `<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`
})

// Rule 6.31.
describe("an .xlsx file", () => {
  it("gives its dates, numbers and texts as CSV, each row on the line of its number", async () => {
    const rows: Rows = [["门店日报"], [], ["日期", "实收", "备注"], [midnight("2025-12-08"), 3001.5, "雨,\n\"大\""], [
      "2025年12月9日",
      "3001元",
      null
    ]]
    assert.deepStrictEqual(await outcome(await oneSheet(rows)), [
      "日报: \"门店日报\"\n\n\"日期\",\"实收\",\"备注\"\n\"2025-12-08\",\"3001.5\",\"雨, \"\"大\"\"\"\n\"2025年12月9日\",\"3001元\""
    ])
  })

  it("may count its days from 1904", async () => {
    assert.deepStrictEqual(await outcome(await oneSheet([[midnight("2025-12-08"), 1]], "1904")), ["日报: \"2025-12-08\",\"1\""])
  })

  it("keeps the time of a date that has one, so that it is refused", async () => {
    assert.deepStrictEqual(await outcome(await oneSheet([[new Date("2025-12-08T13:18:00Z"), 1]])), ["日报: \"2025-12-08 13:18:00\",\"1\""])
  })

  it("gives a formula by its stored value, to the fifteen digits that Excel has", async () => {
    const row =
      "<row r=\"1\"><c r=\"A1\" t=\"str\"><f>TEXT(1,2)</f><v>2025-12-08</v></c><c r=\"B1\"><f>0.1+0.2</f><v>0.30000000000000004</v></c><c r=\"C1\"><f>SUM(A1)</f></c></row>"
    assert.deepStrictEqual(await outcome(archive(parts(row))), ["a&b: \"2025-12-08\",\"0.3\""])
  })

  it("gives each visible sheet that has any content, in order", async () => {
    assert.deepStrictEqual(
      await outcome(
        await book([{ name: "空", rows: [] }, { name: "藏", rows: [["x"]], hidden: true }, { name: "十月", rows: [["a"]] }, {
          name: "十一月",
          rows: [["b"]]
        }])
      ),
      ["十月: \"a\"", "十一月: \"b\""]
    )
    assert.strictEqual(await outcome(await oneSheet([[null, ""]])), "empty")
  })

  it("counts the rows with content that are hidden, as a filter leaves them", async () => {
    const rows = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"2\" hidden=\"1\"><c r=\"A2\"><v>2</v></c></row>" +
      "<x:row r='3' hidden = 'true'><c r=\"A3\"><v>3</v></c></x:row><row r=\"4\" hidden=\"1\"/><row hidden=\"0\"><c><v>5</v></c></row>"
    const found = await readWorkbook(archive(parts(rows)))
    assert.deepStrictEqual("fault" in found ? found.fault : found.sheets, [{
      name: "a&b",
      csv: "\"1\"\n\"2\"\n\"3\"\n\n\"5\"",
      hiddenRows: [2, 3]
    }])
  })

  it("is recognized by its first bytes, unlike CSV and an old or encrypted workbook", async () => {
    const ole = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
    assert.deepStrictEqual([await oneSheet([["a"]]), ole, new TextEncoder().encode("PK,1")].map(isWorkbook), [true, true, false])
    assert.strictEqual(await outcome(ole), "old_workbook")
  })

  it("holds the days that were written, whatever they are", async () => {
    const day = FastCheck.record({
      date: dateWithin("2000-01-01", "2025-12-09"),
      cents: FastCheck.integer({ min: 0, max: 999_999_999_999 })
    })
    await FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.uniqueArray(day, { selector: ({ date }) => date, minLength: 1, maxLength: 20 }),
        FastCheck.constantFrom("1900" as const, "1904" as const), async (days, system) => {
        const found = await readWorkbook(await oneSheet(days.map(({ cents, date }) => [midnight(date), cents / 100]), system))
        if ("fault" in found) throw new Error(found.fault)
        const options = { contentTypeCharset: "utf-8", today: "2025-12-09" as LocalDate, book: DayBook.empty }
        const read = Either.getOrThrow(readCsv(new TextEncoder().encode(found.sheets[0].csv), options))
        assert.deepStrictEqual(read.days.map(({ cents, date, line }) => ({ cents, date, line })),
          days.map((each, index) => ({ ...each, line: index + 1 } as (typeof read.days)[number])))
      }),
      { numRuns: 50 }
    )
  })
})

// Rule 6.31.
describe("an .xlsx file that is refused", () => {
  it("is cut off anywhere, or has any byte changed, and is never an exception", async () => {
    const whole = await oneSheet([["日期", "金额"], [midnight("2025-12-08"), 1]])
    await FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.nat(whole.length - 1), FastCheck.integer({ min: 1, max: 255 }), async (at, change) => {
        assert.strictEqual(await outcome(whole.slice(0, at)), "no_workbook")
        const changed = whole.slice()
        changed[at] = (changed[at] ?? 0) ^ change
        await readWorkbook(changed)
      }),
      { numRuns: 200 }
    )
  })

  it("is any archive without a workbook, or none at all", async () => {
    assert.strictEqual(await outcome(archive({ "a.txt": "hello" })), "no_workbook")
    assert.strictEqual(await outcome(new TextEncoder().encode("PK\u0003\u0004 but not an archive")), "no_workbook")
    assert.strictEqual(await outcome(new Uint8Array()), "no_workbook")
  })

  it("is more than 5 MiB, or 16 MiB once inflated", async () => {
    assert.strictEqual(await outcome(new Uint8Array(5 * 1024 * 1024 + 1)), "too_large")
    assert.strictEqual(await outcome(archive(parts(" ".repeat(17 * 1024 * 1024)))), "too_large")
  })

  it("has parts that are larger than its directory declares", async () => {
    const bomb = parts(`<row r="1"><c r="A1"><v>1</v></c></row>${" ".repeat(8 * 1024 * 1024)}`)
    assert.strictEqual(await outcome(archive(bomb, () => 1000)), "no_workbook")
    assert.strictEqual(await outcome(archive(bomb, () => 0)), "no_workbook")
    assert.strictEqual(
      await outcome(archive({ ...bomb, "xl/workbook.xml": " ".repeat(8 * 1024 * 1024) }, (length) => Math.min(length, 1000))),
      "no_workbook"
    )
  })

  it("has so many sheets that reading them takes long", async () => {
    const sheets = "<sheet name=\"a\" sheetId=\"1\" r:id=\"rId1\"/>".repeat(70)
    assert.strictEqual(await outcome(archive(parts(" ".repeat(1024 * 1024), sheets))), "too_large")
  })

  it("is a list of sheets that is never closed, in any size", async () => {
    assert.strictEqual(await outcome(archive(parts("", "<sheet ".repeat(100_000)))), "empty")
    assert.strictEqual(await outcome(archive(parts("", "<sheet ".repeat(1_000_000)))), "no_workbook")
  })

  for (
    const [what, rows] of [
      ["has a row twice", "<row r=\"2\"><c r=\"A2\"><v>1</v></c></row><row r=\"2\"><c r=\"A2\"><v>2</v></c></row>"],
      ["has the row 0", "<row r=\"0\"><c><v>1</v></c></row>"],
      ["has a row before the first", "<row r=\"-5\"><c><v>1</v></c></row><row r=\"1\"><c><v>1</v></c></row>"],
      ["has a row without a number", "<row r=\"x\"><c><v>1</v></c></row><row r=\"1.5\"><c><v>1</v></c></row>"],
      ["has a cell twice", "<row r=\"2\"><c r=\"A2\"><v>1</v></c><c r=\"B2\"><v>1</v></c><c r=\"B2\"><v>2</v></c></row>"],
      ["has a cell twice, once without its name", "<row r=\"2\"><c r=\"B2\"><v>1</v></c><c r=\"A2\"><v>1</v></c><c><v>2</v></c></row>"],
      ["has a cell of another row", "<row r=\"2\"><c r=\"A3\"><v>1</v></c></row>"]
    ] as const
  ) it(`${what}, one of which would be lost`, async () => assert.strictEqual(await outcome(archive(parts(rows))), "misplaced_rows"))

  const cell = (content: string, attributes = "") =>
    `<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="B2"${attributes}>${content}</c><c r="C2"><v>1</v></c></row>`
  for (
    const [what, content, attributes] of [
      ["reading aid", "<is><t>3001</t><rPh sb=\"0\" eb=\"1\"><t>99</t></rPh></is>", " t=\"inlineStr\""],
      ["reading aid in another namespace", "<x:is><x:t>3001</x:t><x:rPh><x:t>99</x:t></x:rPh></x:is>", " t='inlineStr'"],
      ["reading aid beside runs", "<is><r><t>3001</t></r><rPh><t>99</t></rPh></is>", " t=\"inlineStr\""],
      ["second value", "<v>3001</v><v>99</v>", ""],
      ["second value after an empty one", "<v/><v>99</v>", ""],
      ["second value after one of another cell in a comment", "<v>3001</v><!-- <c r=\"B3\"> --><v>99</v>", ""],
      ["second value after one of another cell in an attribute", "<v>3001</v><f a=\"<c r='D2'>\"/><v>99</v>", ""],
      ["second text", "<is><t>3001</t><t>99</t></is>", " t=\"inlineStr\""],
      ["second text in a run", "<is><r><t>3001</t><t>99</t></r><r/></is>", " t=\"inlineStr\""],
      ["text beside runs", "<is><t>3001</t><r><t>99</t></r></is>", " t=\"inlineStr\""],
      ["value beside a text", "<v>3001</v><is><t>99</t></is>", " t=\"inlineStr\""],
      ["number in hex", "<v>0xBB9</v>", ""],
      ["number in hex, of a style", "<v>0xBB9</v>", " s=\"1\" t=\"n\""],
      ["number in binary", "<v>0b11</v>", ""],
      ["number with a comma", "<v>3,001</v>", ""],
      ["number as an entity", "<v>&#48;xBB9</v>", ""],
      ["number in a mark", "<v><![CDATA[0xBB9]]></v>", ""],
      ["number without an end", "<v>Infinity</v>", ""],
      ["number of a text in hex", "<v>0x1</v>", " t=\"s\""],
      ["number as a date", "<v>3001</v>", " t=\"d\""]
    ] as const
  )
    it(`names the cell that has a ${what}`, async () =>
      assert.strictEqual(await outcome(archive(parts(cell(content, attributes)))), "odd_cell a&b B2"))

  it("names the cell without a name by its place", async () =>
    assert.strictEqual(
      await outcome(archive(parts(`<row r="3"><c r="Z3"><v>1</v></c><c><v>0xBB9</v></c></row>`))),
      "odd_cell a&b AA3"
    ))

  it("is none with what Excel and others write in a cell", async () => {
    const cells = [
      "<c><v>3001</v></c>",
      "<c t='n'><f>SUM(1)</f><v>3.001E3</v></c>",
      "<c><v>-1.5e-7</v></c>",
      "<c t=\"d\"><v>2025-12-08</v></c>",
      "<c t=\"inlineStr\"><is><r><rPr><b/></rPr><t>30</t></r><r><t xml:space=\"preserve\">01</t></r><phoneticPr fontId=\"1\"/></is></c>",
      "<c t=\"str\"><f>A1&amp;\"0x1\"</f><v>0x1</v></c>",
      "<c t=\"e\"><v>#N/A</v></c>",
      "<c t=\"b\"><v>1</v></c>",
      "<c s=\"1\"><v></v></c>",
      "<c s=\"1\"/>"
    ]
    assert.deepStrictEqual(await outcome(archive(parts(`<!-- a sheet --><row>${cells.join("")}</row>`))), [
      "a&b: \"3001\",\"3001\",\"-1.5e-7\",\"2025-12-08\",\"3001\",\"0x1\",\"#N/A\",\"true\""
    ])
  })

  it("has a cell that is never closed, in any size", async () => {
    assert.strictEqual(await outcome(archive(parts("<row><c a=\"".repeat(1_000_000)))), "empty")
    assert.strictEqual(await outcome(archive(parts("<row><c><v><!--".repeat(500_000)))), "odd_cell a&b A1")
  })

  it("has too many rows or cells", async () => {
    assert.strictEqual(await outcome(archive(parts("<row><c><v>1</v></c></row>".repeat(50_001)))), "too_large")
    assert.strictEqual(await outcome(archive(parts("<row r=\"1048576\"><c r=\"A1048576\"><v>1</v></c></row>"))), "too_large")
    assert.strictEqual(
      await outcome(
        archive(parts(Array.from({ length: 70 }, (_, row) => `<row r="${row + 1}"><c r="XFD${row + 1}"><v>1</v></c></row>`).join("")))
      ),
      "too_large"
    )
  })
})
