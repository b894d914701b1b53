import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../Database/TestFile.ts"
import { asked, sourceOf } from "../lib/Asking.ts"

type Files = Readonly<Record<string, string | Uint8Array>>

/** Writes the files so that each is newer than the previous one. */
const write = (folder: string, files: Files) => {
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    writeFileSync(join(folder, name), content)
    utimesSync(join(folder, name), 1_000_000 + index, 1_000_000 + index)
  }
}

const source = (folder: string, members: object = {}) => sourceOf({ kind: "csv", folder, date: "日期", amount: "实收", ...members })

const inFolder = (files: Files, members: object = {}) =>
  Effect.flatMap(temporaryFolder, (folder) => {
    write(folder, files)
    return asked(source(folder, members))
  })

const header = "门店,日期,实收\r\n"
const row = (amount: string, date = "2026-11-20") => `一号店,${date},${amount}\r\n`
const receipts = { rows: "receipts" }

const rows: ReadonlyArray<readonly [name: string, files: Files, members: object, expected: string]> = [
  ["a row of the day", { "a.csv": header + row("10", "2026-11-19") + row("3629.76") }, {}, "362976 of 1"],
  ["an amount with quotes, a sign and a comma", { "a.csv": header + row("\"¥3,629.76\"") }, {}, "362976 of 1"],
  ["GB18030", { "a.csv": Buffer.from("c8d5c6da2ccab5cad50d0a323032362f31312f32302c352e35300d0a", "hex") }, {}, "550 of 1"],
  ["titles above and a total below", { "a.csv": `日报\r\n${header}${row("5")}合计,,5\r\n` }, {}, "500 of 1"],
  ["the newest file", { "a.csv": header + row("1"), "b.csv": header + row("2") }, {}, "200 of 1"],
  ["the newest file that has the day", { "a.txt": header + row("1"), "b.csv": header + row("2", "2026-11-21") }, {}, "100 of 1"],
  ["a newer file of another kind", { "a.csv": header + row("1"), "b.txt": "name,phone\nx,1" }, {}, "100 of 1"],
  ["a counted zero", { "a.csv": header + row("0.00") }, {}, "0 of 1"],
  [
    "receipts with times and a refund",
    {
      "a.csv": header + row("10", "2026-11-20 09:30:01") + row("-2.50", "2026/11/20 22:10") + row("9", "2026-11-21 00:00:00")
    },
    receipts,
    "750 of 2"
  ],
  [
    "values behind a backtick",
    { "a.csv": header + row("`10.00", "`2026-11-20 09:30:01") + row("`1.00", "`2026-11-20 09:31:00") },
    receipts,
    "1100 of 2"
  ],
  [
    "no row of the day",
    { "a.csv": header + row("1", "2026-11-19") },
    {},
    "no_row: expected a row of 2026-11-20 in a file of the folder, got none"
  ],
  ["no file", {}, {}, "no_row: expected a row of 2026-11-20 in a file of the folder, got none"],
  [
    "two rows of the day",
    { "a.csv": header + row("1") + row("1") },
    {},
    "two_rows: a.csv, line 3: expected one row of 2026-11-20, got another (\"rows\": \"receipts\" adds them)"
  ],
  [
    "a row that is cut off",
    { "a.csv": `${header}一号店,2026-11-20,36` },
    {},
    "unfinished_file: a.csv: expected a whole file, got one whose last line has no end"
  ],
  [
    "a newer file that is cut off",
    { "a.csv": header + row("1"), "b.csv": `${header}一号店,2026-11-19,3` },
    {},
    "unfinished_file: b.csv: expected a whole file, got one whose last line has no end"
  ],
  [
    "a bad amount",
    { "a.csv": header + row("n/a") },
    {},
    "bad_row: a.csv, line 2: expected an amount with at most two decimals, got \"n/a\""
  ],
  ["no amount", { "a.csv": header + row("") }, {}, "bad_row: a.csv, line 2: expected an amount with at most two decimals, got \"\""],
  [
    "three decimals",
    { "a.csv": header + row("1.005") },
    {},
    "bad_row: a.csv, line 2: expected an amount with at most two decimals, got \"1.005\""
  ],
  [
    "a date that cannot be read",
    { "a.csv": header + row("1", "20.11.26") + row("1") },
    {},
    "bad_row: a.csv, line 2: expected a date, got \"20.11.26\""
  ],
  [
    "an amount that a comma has split",
    { "a.csv": `日期,实收,备注\r\n2026-11-20,3,388.00\r\n` },
    {},
    "bad_row: a.csv, line 2: expected an amount that the next field does not continue (quotes around 3,388.00), got \"3\""
  ],
  [
    "more fields than the header",
    { "a.csv": header + row("3,388.00") },
    {},
    "bad_row: a.csv, line 2: expected 3 fields, with quotes around an amount that has a comma, got \"一号店,2026-11-20,3,388.00\""
  ],
  ["a negative day", { "a.csv": header + row("-5") }, {}, "sum: expected a day's amount from 0 to 9999999999.99, got the sum -5.00"]
]

describe.concurrent("a folder of CSV files", () => {
  it.scopedLive.each(rows)("with %s",
    ([_, files, members, expected]) => Effect.map(inFolder(files, members), (result) => assert.strictEqual(result, expected)))

  it.scopedLive("that is not there is a fault, and so is a file that is too large", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      assert.strictEqual(yield* asked(source(join(folder, "none"))), "folder: expected a folder that can be read, got NotFound")
      mkdirSync(join(folder, "sub.csv"))
      writeFileSync(join(folder, "large.csv"), Buffer.alloc(10 * 1024 * 1024 + 1, 32))
      assert.strictEqual(yield* asked(source(folder)), "bad_file: large.csv: expected a file of at most 10 MiB, got 10485761 bytes")
    }))

  it.scopedLive("in which the till still writes has no figure yet", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      write(folder, { "a.csv": header + row("1") })
      let at = 2_000_000
      const writing = yield* Effect.fork(Effect.forever(Effect.zipRight(Effect.sync(() => {
        at++
        utimesSync(join(folder, "a.csv"), at, at)
      }), Effect.sleep("20 millis"))))
      assert.strictEqual(yield* asked(source(folder)), "unfinished_file: a.csv: expected a whole file, got one that changes")
      yield* writing.interruptAsFork(writing.id())
    }))
})
