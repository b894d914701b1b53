import { assert, describe, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { Effect } from "effect"
import { writeXlsx } from "hucre/xlsx"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { version } from "../../../package.json"
import { rawTo } from "../../lib/HttpService.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"
import { turnover } from "./CommandProcess.ts"

const csv = "date,amount\r\n2025-12-07,10.00\r\n2025-12-08,20.50\r\n"

const withFile = Effect.tap(serviceFolder, (folder) => Effect.sync(() => writeFileSync(join(folder, "days.csv"), csv)))

const json = (text: string): Record<string, unknown> => JSON.parse(text)

const alter = (folder: string, statement: string) =>
  Effect.sync(() => {
    const db = new BetterSqlite(join(folder, "data/turnover.db"))
    try {
      db.exec(statement)
    } finally {
      db.close()
    }
  })

describe.concurrent("the command line", () => {
  it.scopedLive("answers wrong usage with 2 and a sentence, and what it knows with 0", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const wrong: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
        [["bogus"], "Invalid subcommand"],
        [["correct", "2025-12-08", "1.234"], "AMOUNT: 1.234 could be 1,234.00 or 1.234: write it with two decimals"],
        [["config"], "expected the command check"]
      ]
      for (const [words, sentence] of wrong) {
        const { code, stderr, stdout } = yield* turnover(folder, words)
        assert.deepStrictEqual([code, stdout], [2, ""], words.join(" "))
        assert.include(stderr, sentence)
        assert.notInclude(stderr, "\u001b")
      }
      const shown = yield* turnover(folder, ["--version"])
      assert.deepInclude(shown, { code: 0, stderr: "" })
      // The commit follows the version, if the build knows it.
      assert.match(shown.stdout, /^[^+]+(\+[0-9a-f]{7,}(-dirty)?)?\n$/)
      assert.isTrue(shown.stdout.startsWith(version))
      const all = (yield* turnover(folder, ["--help"])).stdout.split("\n")
      assert.notInclude(all.join("\n"), "wizard")
      assert.isTrue(all.every((line) => line.length <= 140), all.join("\n"))
      assert.isBelow(all.findIndex((line) => /^ {2}settle +Run the daily job now/.test(line)), 20)
      const help = yield* turnover(folder, ["settle", "--help"])
      assert.strictEqual(help.code, 0)
      assert.include(help.stdout, "$ turnover settle --date 2025-12-08")
      assert.include((yield* turnover(folder, ["--completions", "bash"])).stdout, "test-push")
      assert.isFalse(existsSync(join(folder, "data")))
    }))

  it.scopedLive("answers a program's wrong usage with JSON of the shape that a failure has", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      for (
        const [words, detail] of [
          [["bogus"], "Invalid subcommand"],
          [["correct", "2025-12-08"], "Missing argument <AMOUNT>"],
          [["settle", "--date", "yesterday"], "--date: expected a calendar date"]
        ] as const
      ) {
        const { code, stderr, stdout } = yield* turnover(folder, [...words, "--json"])
        assert.deepStrictEqual([code, stderr], [2, ""], words.join(" "))
        const answer = json(stdout)
        assert.deepStrictEqual([Object.keys(answer), answer["ok"], answer["error"]], [["ok", "error", "detail"], false, "wrong_usage"])
        assert.match(String(answer["detail"]), new RegExp(`^${detail}(.*\\S)?$`))
      }
    }))

  // Rules 8.1 and 8.3.
  it.scopedLive("creates a token that is shown once, lists it without its secret, and revokes it", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      yield* turnover(folder, ["import", "days.csv"])
      const created = yield* turnover(folder, ["token", "create", "小王", "--role", "entry", "--json"])
      const { secret } = json(created.stdout)
      assert.match(String(secret), /^tvr_[\w-]{43}$/)
      const again = yield* turnover(folder, ["token", "create", "小王", "--role", "entry", "--json"])
      assert.deepStrictEqual([again.code, json(again.stdout)["error"]], [1, "name_taken"])
      const list = yield* turnover(folder, ["token", "list"])
      assert.include(list.stdout, "entry   小王, never used, 0 devices")
      assert.notInclude(list.stdout, String(secret))
      assert.strictEqual((yield* turnover(folder, ["token", "revoke", "小王"])).code, 0)
      assert.strictEqual((yield* turnover(folder, ["token", "list"])).stdout, "0 tokens\n")
      assert.strictEqual((yield* turnover(folder, ["session", "list"])).stdout, "0 sessions\n")
      assert.strictEqual((yield* turnover(folder, ["session", "revoke", "7"])).code, 1)
      assert.strictEqual((yield* turnover(folder, ["token", "create", "settlement", "--role", "entry"])).code, 2)
    }))

  it.scopedLive("fails where its output cannot be written, with one sentence", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      yield* turnover(folder, ["import", "days.csv"])
      for (const words of [["export"], ["backup", "b.db", "--json"], ["--version"]]) {
        const { code, stderr } = yield* turnover(folder, words, { stdout: "/dev/full" })
        assert.deepStrictEqual(
          [code, stderr],
          [1, "standard output: expected to take the whole output, got ENOSPC: no space left on device\n"],
          words.join(" ")
        )
      }
      const push = yield* turnover(folder, ["test-push"], { stdout: "/dev/full" })
      assert.deepStrictEqual([push.code, push.stderr], [1, "Standard output does not take the message (ENOSPC: no space left on device)\n"])
      assert.strictEqual((yield* turnover(folder, ["bogus", "--json"], { stdout: "/dev/full" })).code, 2)
    }))

  it.scopedLive("ends with its own exit code and no error if nothing reads its output", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      yield* turnover(folder, ["import", "days.csv"])
      for (const [words, expected] of [[["export"], 0], [["--help"], 0], [["correct", "2999-01-01", "1", "--json"], 1]] as const) {
        const { code, stderr } = yield* turnover(folder, words, { stdout: "closed" })
        assert.deepStrictEqual([code, stderr], [expected, ""], words.join(" "))
      }
    }))

  it.scopedLive("sends what a chat refused again, only the daily messages, or gives it up", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      yield* turnover(folder, ["correct", "2025-12-07", "10"])
      yield* turnover(folder, ["correct", "2025-12-08", "20"])
      const refuse = alter(folder, "UPDATE notification SET state = 'failed', failure = 'no'")
      const said = (...words: ReadonlyArray<string>) =>
        Effect.map(turnover(folder, ["resend", ...words]), ({ code, stderr, stdout }) => [code, stdout, stderr])
      assert.deepStrictEqual(yield* said("all"), [0, "the chat main has refused no message\n", ""])
      yield* refuse
      assert.deepStrictEqual(yield* said("all", "--chat", "office"), [1, "", "--chat: expected one of main, got office\n"])
      assert.deepStrictEqual(yield* said("all"), [0, "2 messages to the chat main will be sent again, 0 messages given up\n", ""])
      yield* refuse
      assert.deepStrictEqual(yield* said("daily", "--json"), [0, "{\"ok\":true,\"chat\":\"main\",\"sent\":0,\"dropped\":2}\n", ""])
      assert.strictEqual((yield* said("some"))[0], 2)
    }))

  it.scopedLive("imports all rows or none, exports and corrects, for people and for programs", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      const dry = yield* turnover(folder, ["import", "days.csv", "--dry-run"])
      assert.strictEqual(dry.stdout.split("\n")[0], "2 days would be imported: 2 new, 0 changed, 0 unchanged", dry.stderr)
      const imported = yield* turnover(folder, ["import", "days.csv", "--json"])
      assert.strictEqual(imported.code, 0)
      assert.deepInclude(json(imported.stdout), {
        ok: true,
        imported: 2,
        new: 2,
        changed: 0,
        unchanged: 0,
        days: [{ date: "2025-12-07", amount: 10 }, { date: "2025-12-08", amount: 20.5 }],
        closed: [],
        questions: [],
        faults: [],
        marked_closed: 0
      })
      const bad = yield* turnover(folder, ["import", "-"], { stdin: "2025-12-09,30\n2025-12-10,x\n" })
      assert.strictEqual(bad.code, 1)
      assert.include(bad.stderr, "- has 1 fault\n  line 2: amount: expected an amount from 0 to 9999999999.99, got x\n")
      const corrected = yield* turnover(folder, ["correct", "2025-12-08", "¥21.00", "--reason", "💴".repeat(200), "--actor", "mei"])
      assert.strictEqual(corrected.stdout, "2025-12-08 is ¥21.00 now, it was ¥20.50\n")
      assert.strictEqual((yield* turnover(folder, ["export"])).stdout, "date,amount\r\n2025-12-07,10.00\r\n2025-12-08,21.00\r\n")
      const range = yield* turnover(folder, ["export", "--json", "--from", "2025-12-08", "--to", "2025-12-08"])
      assert.deepStrictEqual(json(range.stdout), { ok: true, days: [{ date: "2025-12-08", amount: 21, source: "manual" }] })
      const future = yield* turnover(folder, ["correct", "2999-01-01", "1", "--json"])
      assert.deepStrictEqual([future.code, json(future.stdout)["error"]], [1, "date_in_future"])
      assert.isFalse(existsSync(join(folder, "data/app.log")))
      writeFileSync(join(folder, "many.csv"), Array.from({ length: 8 }, (_, day) => `2025-11-0${day + 1},1\n`).join(""))
      const many = yield* turnover(folder, ["import", "many.csv", "--dry-run"])
      assert.strictEqual(many.stdout.split("\n")[1], "the file's days come to ¥8.00; 1 message to the chat", many.stderr)
      const each = yield* turnover(folder, ["import", "many.csv", "--json", "--notify", "per_row"])
      assert.deepInclude(json(each.stdout), { imported: 8, messages: 8 }, each.stderr)
    }))

  // Rules 6.22 and 6.23.
  it.scopedLive("reads a table as the shop has it, and says what every row is", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      writeFileSync(join(folder, "report.csv"),
        "门店营业日报\n门店,日期,实收,备注\n一店,2025年12月7日,10元,\n一店,20251208,20.50,雨\n合计,,31,\n")
      const { code, stderr, stdout } = yield* turnover(folder, ["import", "report.csv"])
      assert.deepStrictEqual([code, stderr, stdout.split("\n")], [0, "", [
        "2 days imported: 2 new, 0 changed, 0 unchanged",
        "the file's days come to ¥30.50; 2 messages to the chat",
        "format: utf-8",
        "date column: 日期",
        "amount column: 实收: the only column of amounts",
        "decimal sign: .: the only one behind which one or two digits stand",
        "warning: line 5 (合计) says 31.00, but the days add up to 30.50",
        "line 1 is title: 门店营业日报",
        "line 5 is total: 合计 | 31",
        ""
      ]])
      const again = json((yield* turnover(folder, ["import", "report.csv", "--dry-run", "--json"])).stdout)
      assert.deepInclude(again, { ok: true, imported: 2, unchanged: 2, dry_run: true })
      const rows = again["rows"] as ReadonlyArray<{ readonly line: number; readonly what: string }>
      assert.deepStrictEqual(rows.map(({ line, what }) => `${line} ${what}`), ["1 title", "2 header", "3 day", "4 day", "5 total"])
      assert.deepInclude(rows, { sheet: null, line: 5, what: "total", value: "合计 | 31", says: 31, sum: 30.5 } as never)
    }))

  // Rule 6.23.
  it.scopedLive("asks what a file does not settle, and takes answers as options", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      writeFileSync(join(folder, "open.csv"), "Datum;Umsatz\n01/11/25;1.234\n02/11/25;2.500\n03/11/25;closed\n")
      const asked = yield* turnover(folder, ["import", "open.csv"])
      assert.strictEqual(asked.code, 1)
      assert.include(asked.stderr, "open.csv does not settle how it is meant; import it again with one answer to each question\n")
      assert.include(asked.stderr, "  --date-order dmy  2025-11-01 … 2025-11-03  (proposed)\n")
      const inJson = json((yield* turnover(folder, ["import", "open.csv", "--dry-run", "--json"])).stdout)
      assert.deepInclude(inJson, { ok: false, error: "questions", closed: ["2025-11-03"], faults: [] })
      assert.deepStrictEqual((inJson["questions"] as ReadonlyArray<{ readonly code: string }>).map(({ code }) => code), [
        "date_order",
        "decimal_sign",
        "closed"
      ])
      const answers = ["--date-order", "dmy", "--decimal-sign", ",", "--closed", "closed"]
      const done = yield* turnover(folder, ["import", "open.csv", ...answers, "--year", "2024"])
      assert.deepStrictEqual([done.code, done.stderr], [0, ""])
      assert.include(done.stdout, "2 days imported: 2 new, 0 changed, 0 unchanged\n1 day marked closed\n")
      assert.include(done.stdout, "ignored: year: not asked of this file\n")
      assert.strictEqual((yield* turnover(folder, ["export"])).stdout, "date,amount\r\n2025-11-01,1234.00\r\n2025-11-02,2500.00\r\n")
      assert.strictEqual(json((yield* turnover(folder, ["audit", "verify", "--json"])).stdout)["records"], 3)
      writeFileSync(join(folder, "settled.csv"), "date,amount\n13/11/2025,1\n")
      for (const answer of [["--date-order", "dym"], ["--date-order", "mdy"], ["--closed", "zero", "--closed", "skip"]]) {
        const wrong = json((yield* turnover(folder, ["import", "settled.csv", ...answer, "--json"])).stdout)
        assert.deepInclude(wrong, { ok: false, error: "invalid_rows" }, answer.join(" "))
        assert.deepInclude((wrong["faults"] as ReadonlyArray<object>)[0], { field: "row", code: "answer" }, answer.join(" "))
      }
    }))

  // Rule 6.31.
  it.scopedLive("reads the sheets of a workbook, and refuses a file that is none", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      const day = (date: string) => new Date(`${date}T00:00:00Z`)
      const rows = [["日期", "门店", "实收", "备注"], [day("2025-12-07"), "一店", 10, null], [day("2025-12-08"), "一店", 20.5, "雨"]]
      const hidden = new Map([[1, { hidden: true }]])
      const bytes = yield* Effect.promise(() =>
        writeXlsx({ sheets: [{ name: "说明", rows: [["见下一张"]] }, { name: "十二月", rows, rowDefs: hidden }] })
      )
      writeFileSync(join(folder, "report.xlsx"), bytes)
      const wrong = json((yield* turnover(folder, ["import", "report.xlsx", "--sheet", "一月", "--json"])).stdout)
      assert.deepInclude((wrong["faults"] as ReadonlyArray<object>)[0], { code: "sheet", value: "一月" })
      const { stderr, stdout } = yield* turnover(folder, ["import", "report.xlsx"])
      assert.include(stdout, "2 days imported: 2 new, 0 changed, 0 unchanged\n", stderr)
      assert.include(stdout, "sheet: 十二月\n")
      assert.include(stdout, "warning: days in rows that are hidden, by a filter for example, count: 1\n")
      assert.include(stdout, "说明, line 1 is left out: 见下一张\n")
      writeFileSync(join(folder, "cut.xlsx"), bytes.slice(0, 1000))
      const cut = json((yield* turnover(folder, ["import", "cut.xlsx", "--json"])).stdout)
      assert.deepInclude((cut["faults"] as ReadonlyArray<object>)[0], { code: "no_workbook" })
    }))

  // Rule 3.7.
  it.scopedLive("reads 5 MiB of a file or of its standard input and no byte more, also where there is no end", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      const blank = "\n".repeat(5 * 1024 * 1024 - 13)
      const whole = yield* turnover(folder, ["import", "--json", "-"], { stdin: `2025-12-08,1\n${blank}` })
      assert.deepInclude(json(whole.stdout), { ok: true, imported: 1 }, whole.stdout)
      writeFileSync(join(folder, "long.csv"), `2025-12-08,1\n${blank}\n`)
      for (const [path, stdin] of [["long.csv", ""], ["-", `2025-12-08,1\n${blank}\n`], ["/dev/zero", ""]] as const) {
        const refused = yield* turnover(folder, ["import", "--json", path], { stdin })
        assert.deepStrictEqual([refused.code, json(refused.stdout)], [1, {
          ok: false,
          error: "too_large",
          detail: `expected a file of at most 5 MiB, got more: ${path}`
        }])
      }
      const none = yield* turnover(folder, ["import", ".", "--json"])
      assert.deepInclude(json(none.stdout), { error: "unreadable_file" })
    }))

  it.scopedLive("withdraws a figure once, and keeps it in the audit", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      yield* turnover(folder, ["import", "days.csv"])
      const words = ["withdraw", "2025-12-08", "--reason", "录错了日期", "--actor", "mei"]
      const { code, stderr, stdout } = yield* turnover(folder, words)
      assert.deepStrictEqual([code, stdout, stderr], [0, "2025-12-08 has no figure now, it was ¥20.50; the audit keeps both\n", ""])
      assert.strictEqual((yield* turnover(folder, ["export"])).stdout, "date,amount\r\n2025-12-07,10.00\r\n")
      const again = yield* turnover(folder, [...words, "--json"])
      assert.deepStrictEqual([again.code, json(again.stdout)], [1, {
        ok: false,
        error: "no_record",
        detail: "2025-12-08 has no figure that could be withdrawn"
      }])
      const withdrawn = json((yield* turnover(folder, ["withdraw", "2025-12-07", "--reason", "x", "--json"])).stdout)
      assert.deepStrictEqual(withdrawn, { ok: true, date: "2025-12-07", amount: 10, source: "import" })
      assert.deepStrictEqual(json((yield* turnover(folder, ["audit", "verify", "--json"])).stdout)["records"], 4)
    }))

  it.scopedLive("closes, opens and notes a day, each as often as it is asked", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      yield* turnover(folder, ["import", "days.csv"])
      const said: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
        [["close", "2025-12-09", "--note", "国庆节"], "2025-12-09 is closed now: 国庆节"],
        [["close", "2025-12-09"], "2025-12-09 stays as it is: closed, with the note: 国庆节"],
        [["close", "2025-12-09", "--note", "盘点"], "2025-12-09 has the note now: 盘点"],
        [["open", "2025-12-09"], "2025-12-09 is open now"],
        [["open", "2025-12-09"], "2025-12-09 stays as it is: open, with the note: 盘点"],
        [["note", "2025-12-09", ""], "2025-12-09 has no note now"],
        [["note", "2025-12-09", ""], "2025-12-09 stays as it is: open, without a note"],
        [["note", "2025-12-08", "大雨", "--actor", "mei"], "2025-12-08 has the note now: 大雨"],
        [["close", "2025-12-10"], "2025-12-10 is closed now"]
      ]
      for (const [words, sentence] of said)
        assert.deepStrictEqual(yield* turnover(folder, words), { code: 0, stdout: `${sentence}\n`, stderr: "" })
      const noted = json((yield* turnover(folder, ["note", "2025-12-07", "晴", "--json"])).stdout)
      assert.deepStrictEqual(noted, { ok: true, date: "2025-12-07", change: "noted", closed: false, note: "晴" })
      const figure = yield* turnover(folder, ["close", "2025-12-08"])
      assert.deepStrictEqual([figure.code, figure.stderr], [
        1,
        "2025-12-08 has the figure ¥20.50: withdraw it first with `turnover withdraw 2025-12-08 --reason WHY`\n"
      ])
      assert.deepStrictEqual(json((yield* turnover(folder, ["close", "2025-12-08", "--json"])).stdout)["error"], "day_has_figure")
      const ahead = yield* turnover(folder, ["close", "2999-01-01", "--json"])
      assert.deepStrictEqual([ahead.code, json(ahead.stdout)["error"]], [1, "date_in_future"])
      assert.strictEqual(json((yield* turnover(folder, ["audit", "verify", "--json"])).stdout)["ok"], true)
    }))

  it.scopedLive("reports a week in words and in JSON", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      yield* turnover(folder, ["import", "days.csv"])
      const week = yield* turnover(folder, ["report", "week", "--date", "2025-12-08"])
      assert.strictEqual(week.code, 0, week.stderr)
      assert.include(week.stdout, "周报 ¥20.50 · ")
      assert.include(week.stdout, "已录 1/7 天")
      const month = json((yield* turnover(folder, ["report", "month", "--date", "2025-12-08", "--json"])).stdout)
      assert.deepInclude(month, {
        period: "2025-12",
        total: 30.5,
        counted_days: 2,
        mean: null,
        best: { date: "2025-12-08", amount: 20.5 },
        sent: null,
        changes: []
      })
      const ahead = yield* turnover(folder, ["report", "week", "--date", "2999-01-01"])
      assert.deepStrictEqual([ahead.code, ahead.stdout], [1, ""])
      assert.strictEqual((yield* turnover(folder, ["report", "year"])).code, 2)
    }))

  it.scopedLive("settles today and open days, and generates no missing one", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      writeFileSync(join(folder, "config.json"),
        JSON.stringify({ ...json(readFileSync(join(folder, "config.json"), "utf8")), cutoff_time: "00:00" }))
      yield* turnover(folder, ["import", "days.csv"])
      yield* alter(folder, "INSERT INTO turnover (date, amount_cents, is_final, source) VALUES ('2025-12-05', 500, 0, 'manual')")
      const missing = yield* turnover(folder, ["settle", "--date", "2025-12-06"])
      assert.deepStrictEqual([missing.code, missing.stdout], [1, ""])
      assert.include(missing.stderr, "a day that was missed is never invented")
      const open = json((yield* turnover(folder, ["settle", "--date", "2025-12-05", "--json"])).stdout)
      assert.deepStrictEqual([open["result"], open["amount"], open["is_final"]], ["finalized", 5, true])
      const final = yield* turnover(folder, ["settle", "--date", "2025-12-07"])
      assert.deepStrictEqual([final.code, final.stdout], [0, "2025-12-07 was settled before: ¥10.00\n"])
      assert.strictEqual(json((yield* turnover(folder, ["settle", "--json"])).stdout)["result"], "generated")
      assert.strictEqual((yield* turnover(folder, ["audit", "verify"])).code, 0)
      assert.strictEqual((yield* turnover(folder, ["settle", "--date", "2999-01-01"])).code, 1)
    }))

  it.scopedLive("verifies the audit against the table, and names the first day that does not hold", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      assert.strictEqual((yield* turnover(folder, ["audit", "verify"])).code, 1)
      assert.isFalse(existsSync(join(folder, "data")), "a look leaves no database behind")
      yield* turnover(folder, ["import", "days.csv"])
      const { head, ...rest } = json((yield* turnover(folder, ["audit", "verify", "--json"])).stdout)
      assert.deepStrictEqual(rest, {
        ok: true,
        records: 2,
        first_broken_id: null,
        mismatch: null,
        mark_mismatch: null,
        goal_mismatch: null
      })
      const { stdout } = yield* turnover(folder, ["audit", "verify"])
      assert.match(stdout, /^the chain holds: 2 records, the newest is 2:[0-9a-f]{64}\nevery final day is as its newest record says\n/)
      assert.include(stdout, "what this does not show: newest records that were removed")
      const against = (text: string) => turnover(folder, ["audit", "verify", "--head", text])
      const short = String(head).slice(0, 18)
      assert.include((yield* against(short)).stdout, "the head 2 is there: the records up to it are as they were when it was noted")
      const another = yield* against(`2:${"0".repeat(16)}`)
      assert.deepStrictEqual([another.code, /record 2 has another hash than the head/.test(another.stdout)], [1, true])
      const tooShort = yield* against(short.slice(0, -1))
      assert.deepStrictEqual([tooShort.code, /--head: expected N:HASH with at least 16 digits/.test(tooShort.stderr)], [1, true])
      const later = yield* against(`3:${"0".repeat(16)}`)
      assert.deepStrictEqual([later.code, /the head 3 is not there: the audit has 2 records/.test(later.stdout)], [1, true])
      yield* alter(folder, "INSERT INTO day_mark (date, closed, note) VALUES ('2025-12-01', 1, '盘点')")
      assert.include((yield* turnover(folder, ["audit", "verify"])).stdout,
        "the first mark that differs from its record: 2025-12-01 is marked closed (盘点), without an audit record")
      yield* alter(folder, "DELETE FROM day_mark; INSERT INTO goal (month, amount_cents) VALUES ('2026-01', 500)")
      assert.include((yield* turnover(folder, ["audit", "verify"])).stdout,
        "the first goal that differs from its record: 2026-01 has ¥5.00, without an audit record")
      yield* alter(folder, "DELETE FROM goal")
      yield* alter(folder, "UPDATE turnover SET amount_cents = 1 WHERE date = '2025-12-08'")
      const altered = yield* turnover(folder, ["audit", "verify"])
      assert.strictEqual(altered.code, 1)
      assert.include(altered.stdout, "2025-12-08 is stored as ¥0.01 import, record 2 says ¥20.50 import")
      yield* alter(folder, "DROP TRIGGER audit_no_update; UPDATE audit SET actor = 'nobody' WHERE id = 1")
      assert.include((yield* turnover(folder, ["audit", "verify"])).stdout, "does not hold at record 1")
      const backup = yield* turnover(folder, ["backup", "b.db"])
      assert.strictEqual(backup.code, 1)
      assert.include(backup.stderr, "its audit chain does not hold at record 1")
      assert.deepStrictEqual(readdirSync(folder).filter((name) => name.startsWith("b.db")), [])
    }))

  it.scopedLive("reports every fault of the configuration at once", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const weak = yield* turnover(folder, ["config", "check"], { env: { ADMIN_TOKEN: "sesame" } })
      assert.deepStrictEqual([weak.code, weak.stdout.split("\n")[0]], [0, "warning: ADMIN_TOKEN has 6 characters, expected at least 12"])
      writeFileSync(join(folder, "config.json"), JSON.stringify({ chat_webhook_url: "x", cutoff_time: "25:00", backup_keep: 0 }))
      const { code, stdout } = yield* turnover(folder, ["config", "check"], { env: { TZ: "Mars/Olympus" } })
      assert.strictEqual(code, 1)
      for (const key of ["TZ", "chat_webhook_url", "cutoff_time", "backup_keep"]) assert.include(stdout, `: ${key}: expected`)
      const doctor = yield* turnover(folder, ["doctor"], { env: { TZ: "Mars/Olympus" } })
      assert.strictEqual(doctor.code, 1)
      assert.include(doctor.stdout, "FAIL  configuration  config.json: cutoff_time: expected")
      const settle = yield* turnover(folder, ["settle", "--json"])
      assert.deepStrictEqual([settle.code, json(settle.stdout)["error"]], [1, "invalid_config"])
    }))
})

describe("beside a running service", () => {
  it.scopedLive("a command's change is shown at once, and its message is sent by the service", () =>
    Effect.gen(function*() {
      const folder = yield* withFile
      const service = yield* serviceProcess(folder, { ADMIN_TOKEN: "test-token-0123456789" })
      const port = yield* service.port
      const imported = yield* turnover(folder, ["import", "days.csv"])
      assert.deepStrictEqual([imported.code, imported.stderr], [0, ""])
      assert.notInclude(imported.stdout, "导入")
      const shown = yield* Effect.repeat(Effect.map(rawTo(port, "/api/export"), ({ text }) => text), { until: (text) => text === csv })
      assert.strictEqual(shown, csv)
      const restore = yield* Effect.zipRight(turnover(folder, ["backup", "b.db"]), turnover(folder, ["restore", "b.db"]))
      assert.strictEqual(restore.code, 1)
      assert.include(restore.stderr, "is open in another program: stop the service first")
      yield* service.kill("SIGTERM")
      const { stdout } = yield* service.ended
      assert.include(stdout, "导入")
      assert.strictEqual((yield* turnover(folder, ["correct", "2025-12-08", "99"])).code, 0)
      const restored = yield* turnover(folder, ["restore", "b.db", "--json"])
      assert.strictEqual(restored.code, 0, restored.stderr)
      assert.deepInclude(json(restored.stdout), { tokens_carried_over: 0, tokens_to_check: [] })
      assert.strictEqual((yield* turnover(folder, ["export"])).stdout, csv)
      const kept = new BetterSqlite(join(folder, String(json(restored.stdout)["kept"])), { readonly: true })
      assert.strictEqual(kept.prepare("SELECT amount_cents FROM turnover WHERE date = '2025-12-08'").pluck().get(), 9900)
      kept.close()
    }))
})
