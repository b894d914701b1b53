import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { deflateRawSync } from "node:zlib"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { readTables } from "../../src/Tables.ts"
import type { Outcome } from "../../src/Tables/Outcome.ts"

const read = (bytes: Uint8Array): Promise<Outcome> =>
  readTables(Uint8Array.from(bytes), {
    today: "2026-11-26" as LocalDate,
    currency: "CNY",
    zone: "Asia/Shanghai",
    locale: "zh-CN",
    dayStartsAt: 0,
    answers: {},
    known: new Map()
  })

const outcomeOf = async (bytes: Uint8Array): Promise<string> => {
  const { faults: [first], outcome } = await read(bytes)
  return outcome === "refused" ? first?.code ?? "" : outcome
}

/** A ZIP archive; `declared` is the size of each part in its directory. */
const archive = (files: Readonly<Record<string, string>>, declared = (length: number) => length): Uint8Array => {
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
  return Buffer.concat([...parts, ...directory, end])
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/** A workbook with this XML in its sheet, and with these shared texts and sheets. */
const xlsx = (sheet: string, texts = "", sheets = "<sheet name=\"a\" sheetId=\"1\" r:id=\"rId1\"/>", after = "") => ({
  "[Content_Types].xml": "<Types/>",
  "_rels/.rels": `<Relationships><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns:r="${relations}"><sheets>${sheets}</sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  "xl/sharedStrings.xml": `<sst>${texts}</sst>`,
  "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData>${after}</worksheet>`
})

const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`
const row = (at: number, date: string, amount: string) => `<row r="${at}">${text(`A${at}`, date)}<c r="B${at}"><v>${amount}</v></c></row>`
const head = `<row r="1">${text("A1", "日期")}${text("B1", "营业额")}</row>`
const good = `${head}${row(2, "2026-11-01", "5")}${row(3, "2026-11-02", "7")}`

const mebibyte = 1024 * 1024

/** Milliseconds of the processor for one file, of which the slowest needs less than two thousand. */
const longest = 20_000

const worked = () => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

const within = async (bytes: Uint8Array): Promise<string> => {
  const [began, before] = [worked(), process.memoryUsage().rss]
  const outcome = await outcomeOf(bytes)
  assert.isBelow(worked() - began, longest)
  assert.isBelow((process.memoryUsage().rss - before) / mebibyte, 900)
  return outcome
}

// Rule 6.31.
describe("a damaged file", () => {
  const files = join(import.meta.dirname, "files")
  const whole = readdirSync(files, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:xlsx|xls|ods)$/.test(name)).sort()
    .map((name) => readFileSync(join(files, name)))

  it("is never an exception, wherever it is cut off or changed", async () => {
    const change = FastCheck.record({
      file: FastCheck.nat(whole.length - 1),
      at: FastCheck.double({ min: 0, max: 1, noNaN: true }),
      to: FastCheck.nat(255),
      isCut: FastCheck.boolean()
    })
    await FastCheck.assert(
      FastCheck.asyncProperty(change, async ({ at, file, isCut, to }) => {
        const bytes = Uint8Array.from(whole[file] ?? [])
        const place = Math.min(bytes.length - 1, Math.floor(at * bytes.length))
        bytes[place] = to
        const began = worked()
        await read(isCut ? bytes.slice(0, place) : bytes)
        assert.isBelow(worked() - began, longest)
      }),
      // The same cases in every run: a search over others takes a time of its own.
      { numRuns: 400, seed: 20_261_126 }
    )
  })

  const bomb = xlsx(`${good}${" ".repeat(8 * mebibyte)}`)
  const repeated = (name: string, content: string) =>
    archive({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "META-INF/manifest.xml": "<manifest:manifest/>",
      "content.xml":
        `<office:document-content><office:body><office:spreadsheet><table:table table:name="${name}">${content}</table:table></office:spreadsheet></office:body></office:document-content>`
    })
  const odsRow = (attributes: string) =>
    `<table:table-row ${attributes}><table:table-cell office:value-type="string"><text:p>2026-11-01</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="5"/></table:table-row>`

  /** An archive whose end is preceded by the place of a ZIP64 directory, which readers prefer. */
  const inZip64 = (bytes: Uint8Array): Uint8Array =>
    Buffer.concat([bytes.subarray(0, -22), Buffer.from([0x50, 0x4b, 6, 7]), Buffer.alloc(16), bytes.subarray(-22)])

  const cases: ReadonlyArray<readonly [what: string, bytes: Uint8Array, outcome: ReadonlyArray<string>]> = [
    ["is whole", archive(xlsx(good)), ["read"]],
    ["inflates to more than 16 MiB", archive(xlsx(" ".repeat(17 * mebibyte))), ["too_large"]],
    ["inflates to more than it declares", archive(bomb, () => 1000), ["no_workbook"]],
    ["declares no size", archive(bomb, () => 0), ["no_workbook"]],
    ["is an archive of other files", archive({ "a.txt": "hello" }), ["not_a_table"]],
    ["begins like an archive", new TextEncoder().encode("PK\u0003\u0004 but not an archive"), ["no_workbook"]],
    ["begins like an old workbook", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, ...new Uint8Array(2000)), ["no_workbook"]],
    ["has text numbers that are not there", archive(xlsx(good.replace("<c r=\"B2\"><v>5</v>", "<c r=\"B2\" t=\"s\"><v>99999999</v>"))), [
      "ask",
      "read",
      "no_workbook",
      "amount"
    ]],
    ["has negative text numbers", archive(xlsx(good.replace("<c r=\"B2\"><v>5</v>", "<c r=\"B2\" t=\"s\"><v>-1</v>"))), [
      "ask",
      "read",
      "no_workbook",
      "amount"
    ]],
    ["has shared texts within shared texts", archive(xlsx(good, "<si><t>a".repeat(200_000))), ["read", "no_workbook"]],
    ["has a million shared texts", archive(xlsx(good, "<si><t>a</t></si>".repeat(800_000))), ["read"]],
    ["has negative rows", archive(xlsx(good.replaceAll("r=\"2\"", "r=\"-2\"").replaceAll("A2", "A-2"))), ["read", "no_workbook"]],
    ["has the last row of all", archive(xlsx(`${good}${row(1_048_576, "2026-11-03", "1")}`)), ["too_large", "no_workbook"]],
    ["has a row far beyond the last", archive(xlsx(`${good}${row(4_294_967_295, "2026-11-03", "1")}`)), ["too_large", "no_workbook"]],
    ["has a column far beyond the last", archive(xlsx(good.replace("</row>", `${text("ZZZZZZ1", "x")}</row>`))), [
      "read",
      "no_workbook",
      "too_large"
    ]],
    [
      "has a range that is merged over the whole sheet",
      archive(xlsx(good, "", undefined, "<mergeCells><mergeCell ref=\"A1:XFD1048576\"/></mergeCells>")),
      ["empty"]
    ],
    [
      "has ten thousand merged ranges",
      archive(xlsx(good, "", undefined, `<mergeCells>${"<mergeCell ref=\"C1:Z100000\"/>".repeat(10_000)}</mergeCells>`)),
      [
        "read",
        "no_workbook"
      ]
    ],
    [
      "has 70 sheets of one part",
      archive(xlsx(`${good}${" ".repeat(mebibyte)}`, "", "<sheet name=\"a\" sheetId=\"1\" r:id=\"rId1\"/>".repeat(70))),
      [
        "too_large",
        "read",
        "ask",
        "no_workbook"
      ]
    ],
    [
      "shows a long text in each of its cells",
      archive(xlsx(
        `${good}${Array.from({ length: 90_000 }, (_, at) => `<row r="${at + 9}"><c r="A${at + 9}" t="s"><v>0</v></c></row>`).join("")}`,
        `<si><t>${"x".repeat(32_000)}</t></si>`
      )),
      ["too_large"]
    ],
    [
      "merges a text over the same cells two thousand times",
      archive(
        xlsx(`${good}<row r="90000">${text("A90000", "x")}</row>`, "", undefined,
          `<mergeCells>${"<mergeCell ref=\"A2:CV90000\"/>".repeat(2000)}</mergeCells>`)
      ),
      ["too_large"]
    ],
    [
      "has a cell in the last column of each row",
      archive(
        xlsx(`${good}${Array.from({ length: 90_000 }, (_, at) => `<row r="${at + 9}">${text(`XFD${at + 9}`, "x")}</row>`).join("")}`)
      ),
      ["too_large"]
    ],
    [
      "repeats a text of .ods over all columns",
      repeated("a",
        "<table:table-row table:number-rows-repeated=\"1200\"><table:table-cell table:number-columns-repeated=\"16000\"><text:p>2026-11-01</text:p></table:table-cell></table:table-row>"),
      [
        "too_large"
      ]
    ],
    [
      "has formatted columns to the end of an .ods",
      repeated("a",
        `${
          odsRow("")
        }<table:table-row table:number-rows-repeated="1048575"><table:table-cell table:style-name="c" table:number-columns-repeated="16384"/></table:table-row>`),
      ["read"]
    ],
    ["has another directory beside its own", inZip64(archive(xlsx(good))), ["no_workbook"]],
    ["has a list of sheets that is never closed", archive(xlsx(good, "", "<sheet ".repeat(1_000_000))), ["no_workbook", "empty"]],
    ["has a cell that is never closed", archive(xlsx("<row><c a=\"".repeat(1_000_000))), ["no_workbook", "empty"]],
    ["has a comment that is never closed", archive(xlsx("<row><c><v><!--".repeat(500_000))), ["no_workbook", "empty", "no_days"]],
    [
      "has other part names",
      archive(Object.fromEntries(Object.entries(xlsx(good)).map(([name, part]) => [name.replaceAll("/", "\\"), part]))),
      ["read"]
    ],
    ["repeats a row of .ods to the end", repeated("a", odsRow("table:number-rows-repeated=\"1048576\"")), [
      "too_large",
      "ask",
      "read",
      "no_workbook"
    ]],
    ["repeats a row of .ods a billion times", repeated("a", odsRow("table:number-rows-repeated=\"1000000000\"")), [
      "too_large",
      "ask",
      "read",
      "no_workbook"
    ]],
    [
      "spans a billion columns in a page",
      new TextEncoder().encode(
        "<html><table><tr><td colspan=1000000000 rowspan=1000000000>2026-11-01</td><td>5</td></tr><tr><td>2026-11-02</td><td>6</td></tr></table></html>"
      ),
      ["ask", "read", "date", "no_days", "no_amounts", "merged_amount", "no_workbook"]
    ],
    ["opens a million tables in a page", new TextEncoder().encode(`<html>${"<table><tr><td>".repeat(250_000)}`), [
      "empty",
      "no_days",
      "too_large"
    ]],
    [
      "has a far row in an XML Spreadsheet",
      new TextEncoder().encode(
        "<?xml version=\"1.0\"?><Workbook><Worksheet ss:Name=\"a\"><Table><Row ss:Index=\"9999999\"><Cell ss:Index=\"9999999\"><Data ss:Type=\"String\">x</Data></Cell></Row></Table></Worksheet></Workbook>"
      ),
      ["empty", "no_days", "too_large"]
    ]
  ]
  it("has a chart's sheet, which is no sheet", async () => {
    const sheets = "<sheet name=\"a\" sheetId=\"1\" r:id=\"rId1\"/><sheet name=\"Chart\" sheetId=\"2\" r:id=\"rId3\"/>"
    const parts = xlsx(good, "", sheets)
    const chart = `<Relationship Id="rId3" Type="${relations}/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>`
    const rels = parts["xl/_rels/workbook.xml.rels"].replace("</Relationships>", chart)
    const { outcome } = await read(archive({ ...parts, "xl/_rels/workbook.xml.rels": rels, "xl/chartsheets/sheet1.xml": "<chartsheet/>" }))
    assert.strictEqual(outcome, "read")
  })

  for (const [what, bytes, outcomes] of cases)
    it(`${what}: takes a bounded time and memory`, async () => assert.include(outcomes, await within(bytes)))
})
