import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../../Database/TestFile.ts"
import { askTill, type Shop } from "./TillProgram.ts"

type Files = Readonly<Record<string, string | Uint8Array>>

/** Seconds since 1970 of 2026-11-20, 22:00 in Shanghai. */
const evening = 1_795_183_200

/** What the program makes of a folder. Each file is newer than the previous one. */
const inFolder = (files: Files, options: ReadonlyArray<string> = [], shop: Partial<Shop> = {}) =>
  Effect.gen(function*() {
    const folder = yield* temporaryFolder
    for (const [index, [name, content]] of Object.entries(files).entries()) {
      writeFileSync(join(folder, name), content)
      utimesSync(join(folder, name), evening + index, evening + index)
    }
    return (yield* askTill(["node", "tills/folder.mjs", folder, ...options], {}, shop)).replaceAll(folder, "FOLDER")
  })

const header = "门店,日期,实收\r\n"
const row = (amount: string, date = "2026-11-20") => `一号店,${date},${amount}\r\n`
const orders = `Order Id,Opened,Amount,Voided
1,2026-11-20 10:00:00,30.00,false
2,2026-11-20 11:00:00,500.00,true
3,2026-11-20 12:00:00,20.00,false
`
const tills = { "till-1.csv": "time,amount\n2026-11-20 10:00,100.00\n", "till-2.csv": "time,amount\n2026-11-20 11:00,40.00\n" }
const failed = "failed: the program ended with 1: "

const rows: ReadonlyArray<readonly [name: string, files: Files, options: ReadonlyArray<string>, expected: string]> = [
  ["a row of the day", { "a.csv": header + row("10", "2026-11-19") + row("3629.76") }, [], "362976 of 1"],
  ["GB18030", { "a.csv": Buffer.from("c8d5c6da2ccab5cad50d0a323032362f31312f32302c352e35300d0a", "hex") }, [], "550 of 1"],
  ["titles above and a total below", { "a.csv": `日报\r\n${header}${row("5")}合计,,5\r\n` }, [], "500 of 1"],
  ["a counted zero", { "a.csv": header + row("0.00") }, ["--amount-column", "实收"], "0 of 1"],
  [
    "receipts and a refund",
    { "a.csv": "单号,时间,实收\n1,2026-11-20 09:30:01,10\n2,2026/11/20 22:10,-2.50\n3,2026-11-21 00:00:00,9\n" },
    [],
    "750 of 2"
  ],
  // Reports of receipts that were cancelled and counted.
  [
    "voided receipts that nothing leaves out",
    { "orders.csv": orders },
    [],
    `${failed}orders.csv: rows with true in Voided: 1, together 500.00: `
  ],
  ["voided receipts that are left out", { "orders.csv": orders }, ["--skip", "Voided=true"], "5000 of 2"],
  ["the rows with a value alone", { "orders.csv": orders }, ["--only", "Voided=false"], "5000 of 2"],
  [
    "a column of --skip that is not there",
    { "orders.csv": orders },
    ["--skip", "Viod=true"],
    `${failed}orders.csv, line 1: expected a column's name in the header, or its position from 1, got Viod; `
    + "the header is: Order Id | Opened | Amount | Voided"
  ],
  [
    "a column that is not there",
    { "orders.csv": orders },
    ["--skip", "Voided=true", "--amount-column", "Amonut"],
    `${failed}orders.csv, line 1: expected a column's name in the header, or its position from 1, got Amonut; `
    + "the header is: Order Id | Opened | Amount | Voided"
  ],
  // Two tills, or two shifts, of one day: one of them is no day.
  ["two tills", tills, [], `${failed}till-1.csv and till-2.csv have different sums of 2026-11-20: --files add, or --files newest`],
  ["two tills that are added", tills, ["--files", "add"], "14000 of 2"],
  ["an export that was made again", tills, ["--files", "newest"], "4000 of 1"],
  ["one of the tills", tills, ["--name", "till-1"], "10000 of 1"],
  [
    "two shifts of the same amount",
    { "a.csv": "date,shift,amount\n2026-11-20,early,1000\n2026-11-20,late,1000\n" },
    [],
    `${failed}a.csv: `
  ],
  [
    "two shifts that are added",
    { "a.csv": "date,shift,amount\n2026-11-20,early,1000\n2026-11-20,late,1000\n" },
    ["--rows-of-a-day", "sum"],
    "200000 of 2"
  ],
  ["no row of the day", { "a.csv": header + row("1", "2026-11-19") }, [], "not_now: not now: no file in FOLDER has a row of 2026-11-20"],
  ["no file", {}, [], "not_now: not now: no file in FOLDER has a row of 2026-11-20"],
  [
    "a line that is cut off",
    { "a.csv": `${header}一号店,2026-11-20,36` },
    [],
    "not_now: not now: a.csv: its last line has no end, so it may still be being written; --unended if that is how the till writes"
  ],
  ["a last line without an end", { "a.csv": `${header}一号店,2026-11-20,36` }, ["--unended"], "3600 of 1"],
  [
    "another file that cannot be read",
    { "a.csv": header + row("1"), "b.pdf": "%PDF-1.7" },
    [],
    `${failed}b.pdf, line 1: expected a table as .xlsx, .xls, .ods or text: export it as one of these, got PDF; `
    + "--name leaves out other files"
  ],
  ["no amount of the day", { "a.csv": header + row("n/a") + row("5", "2026-11-19") }, [], `${failed}a.csv: `],
  [
    "three decimals",
    { "a.csv": header + row("1.2345") + row("7", "2026-11-19") },
    [],
    `${failed}a.csv: amounts with more decimals than the currency has: `
  ],
  [
    "three decimals and an answer",
    { "a.csv": header + row("1.2345") + row("7", "2026-11-19") },
    ["--decimals", "round"],
    "123 of 1"
  ],
  ["a misspelled option", {}, ["--onyl", "a=b"], `${failed}Unknown option '--onyl'`]
]

describe.concurrent("tills/folder.mjs", () => {
  it.scopedLive.each(rows)("with %s", ([_, files, options, expected]) =>
    Effect.map(inFolder(files, options), (found) => {
      if (expected.endsWith(": ") || expected.includes("Unknown")) assert.include(found, expected)
      else assert.strictEqual(found, expected)
    }))

  it.scopedLive("counts receipts after midnight to the evening before, by the start of the shop's day", () =>
    Effect.gen(function*() {
      const file =
        "单号,时间,实收\n1,2026-11-20 03:59:59,1\n2,2026-11-20 04:00:00,10\n3,2026-11-21 03:59:59,100\n4,2026-11-21 04:00:00,1000\n"
      assert.strictEqual(yield* inFolder({ "a.csv": file }, [], { dayStart: { hour: 4, minute: 0 } }), "11000 of 2")
    }))

  it.scopedLive("ignores a file from before the day, even if it is broken", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "old.csv"), "%PDF")
      utimesSync(join(folder, "old.csv"), evening - 3 * 86_400, evening - 3 * 86_400)
      writeFileSync(join(folder, "a.csv"), header + row("1"))
      assert.strictEqual(yield* askTill(["node", "tills/folder.mjs", folder], {}), "100 of 1")
    }))

  it.scopedLive("has no figure while a file is written", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const file = join(folder, "a.csv")
      writeFileSync(file, header + row("1"))
      let at = evening
      const writing = yield* Effect.fork(
        Effect.forever(Effect.zipRight(Effect.sync(() => utimesSync(file, ++at, at)), Effect.sleep("20 millis")))
      )
      assert.strictEqual(yield* askTill(["node", "tills/folder.mjs", folder], {}), "not_now: not now: a.csv is being written")
      yield* writing.interruptAsFork(writing.id())
    }))
})
