import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { type Problem, problemFacts, problemMessage, unavailableReasons } from "../../src/Codes/HealthProblem.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { problemsOf, type ShopState } from "../../src/Health/Problems.ts"
import { at, line, messages, settings, sound } from "../lib/SoundShop.ts"
import { cents, date, turnover } from "../lib/Stored.ts"

const { now } = sound
const minute = 60_000

const pushed = (at: number) =>
  DayBook.make([
    turnover("2026-03-14", { isFinal: false, source: "feed", soFar: { audited: cents(5), reason: "" }, changed: { at, by: "pos" } })
  ])

const fault = (purpose: "figure" | "so_far", code: "failed" | "not_now"): ShopState["source"] => ({
  ...sound.source,
  lastFault: { code, params: {}, at: 0, question: { date: date("2026-03-14"), purpose } }
})

const failedImport = { ok: false, code: "import_file", params: {}, detail: "AUTO_IMPORT_FILE cannot be read: see the log" } as const

const waits = { pending: 2, oldestPendingAt: now.epochMillis - 5 * minute }
const noFigure = settings({ amount_source: { kind: "none" } })

/** A state, and what is to be said of it: code and sentence. */
const rows: ReadonlyArray<readonly [what: string, state: Partial<ShopState>, ...said: ReadonlyArray<readonly [string, string]>]> = [
  ["nothing is wrong", {}],
  ["the database does not answer", { notifications: null }, ["database_silent", "The database does not answer."]],
  ["a COMMIT waits for a standby, which is not down", { notifications: null, isCommitWaiting: true }, [
    "commits_wait",
    "The database's server waits for a synchronous standby with each commit, so changes are refused, and one that was refused may be stored later: start the standby, or clear synchronous_standby_names."
  ]],
  ["the clock is that of a machine without a battery, which says nothing about days and backups", {
    now: DateTime.unsafeMakeZoned("1970-01-03T22:00:00+08:00", { timeZone: "Asia/Shanghai" }),
    earliest: now.epochMillis,
    backup: { ...sound.backup, futureDays: [date("2026-03-13")] }
  }, [
    "clock_wrong",
    "The machine's clock says 1970-01-03 22:00, so no day is settled and nothing is sent: set it by NTP, and the service goes on."
  ]],
  ["the clock was ahead", { clockAhead: 2_400 }, [
    "clock_ahead",
    "The clock of this machine was 2 s ahead of the database server's when this process began to serve: set both by NTP, then restart it."
  ]],
  ["the clock was behind", { clockAhead: -3_000 }, [
    "clock_behind",
    "The clock of this machine was 3 s behind the database server's when this process began to serve: set both by NTP, then restart it."
  ]],
  ["the clock was off by less than 2 s", { clockAhead: 1_999 }],
  ["the scheduler is stuck", { scheduler: { ...sound.scheduler, ok: false } }, [
    "scheduler_stopped",
    "The scheduler has stopped reading the clock."
  ]],
  ...Object.entries(unavailableReasons).map(([reason, sentence]) =>
    [`nothing is stored: ${reason}`, {
      trouble: { reason: reason as keyof typeof unavailableReasons, millis: 0 },
      sendingFailsMillis: 60_000
    }, [
      `writes_${reason}`,
      `No change can be stored: ${sentence}.`
    ]] as const
  ),
  ["the settlement failed", { scheduler: { ...sound.scheduler, lastResult: "failed" } }, [
    "settlement_failed",
    "The last settlement failed; it is tried again within a minute."
  ]],
  ["the cutoff was a minute ago", { now: at("23:00:59") }],
  ["the cutoff was more than a minute ago", { now: at("23:01:00") }, [
    "day_unsettled",
    "2026-03-14 is not settled although its cutoff is past."
  ]],
  ["the source may still answer", {
    now: at("23:30:00"),
    settings: settings({ amount_source: { kind: "command", run: ["till"] } })
  }],
  ["a day awaits its figure", { now: at("23:00:00"), settings: noFigure }, [
    "figure_awaited",
    "2026-03-14 awaits its figure, and none is generated: enter the figure, or mark a day without business as closed."
  ]],
  ["two days await their figures", { now: at("23:00:00"), settings: noFigure, book: DayBook.make([turnover("2026-03-12")]) }, [
    "figure_awaited",
    "2 days await their figures, the first 2026-03-13, and none is generated: enter the figure, or mark a day without business as closed."
  ]],
  ["a past day is missing, which health lists elsewhere", { book: DayBook.make([turnover("2026-03-11"), turnover("2026-03-13")]) }],
  ["a till is silent", { settings: settings({ feed_silence_minutes: 20 }), book: pushed(now.epochMillis - 20 * minute) }, [
    "feed_silent",
    "pos has pushed nothing for 20 minutes: check the till and its connection."
  ]],
  ["a till is not silent yet", { settings: settings({ feed_silence_minutes: 20 }), book: pushed(now.epochMillis - 19 * minute) }],
  ["the source has no figure", { source: fault("figure", "failed") }, [
    "source_fault",
    "The source was asked for 2026-03-14 and has no figure: `turnover source try`, or the trial on the admin page, says why."
  ]],
  ["nothing was sold yet", { source: fault("so_far", "not_now") }],
  ["a person has entered the figure that the source lacks", {
    source: fault("figure", "failed"),
    book: DayBook.make([turnover("2026-03-14")])
  }],
  ["a message failed", { notifications: messages({ failed: 1 }) }, [
    "messages_failed",
    "1 message could not be delivered: see the reasons on the admin page."
  ]],
  ["messages wait", { notifications: messages(waits) }, [
    "messages_wait",
    "2 messages wait, and none was delivered for 5 minutes: the attempts on the admin page, or the log of the process that sends, say why."
  ]],
  ["messages have waited for 842 minutes", { notifications: messages({ ...waits, oldestPendingAt: now.epochMillis - 842 * minute }) }, [
    "messages_wait",
    "2 messages wait, and none was delivered for 14 hours: the attempts on the admin page, or the log of the process that sends, say why."
  ]],
  ["messages wait for a minute", { notifications: messages({ ...waits, oldestPendingAt: now.epochMillis - minute }) }],
  ["one of several chats waits", { notifications: messages({}, { ...line, ...waits, name: "office" }) }, [
    "chat_waits",
    "office: 2 messages wait, and none was delivered for 5 minutes: the attempts on the admin page, or the log of the process that sends, say why."
  ]],
  ["a chat was removed", { notifications: messages({}, { ...line, name: "office", isSet: false, pending: 1 }) }, [
    "chat_removed",
    "The chat office is no longer in the settings, and 1 message for it was not sent: send them to another chat, or drop them."
  ]],
  ...(["import_empty", "import_encoding", "import_rows", "import_file", "import_storage"] as const).map((code) =>
    [`the import at start failed: ${code}`, {
      autoImport: { ...failedImport, code, params: code === "import_rows" ? { count: 1, line: 2 } : {} }
    }, [
      code,
      "The import at start failed: AUTO_IMPORT_FILE cannot be read: see the log"
    ]] as const
  ),
  ["messages cannot be read", { sendingFailsMillis: 20_400 }, [
    "sending_fails",
    "The service has failed to read or mark messages for 20 s, so none is sent: the log and `turnover doctor` say why."
  ]],
  ["messages could not be read for a moment", { sendingFailsMillis: 10_000 }],
  ["the folder of the backups cannot be used", { backup: { ...sound.backup, failure: "folder" } }, [
    "backup_folder",
    "The daily backup failed: the folder backup_dir cannot be used. It is tried again in 10 minutes; the log says why."
  ]],
  ["no backup was made", { backup: { ...sound.backup, failure: "copy" } }, [
    "backup_copy",
    "The daily backup failed: no verified copy was made. It is tried again in 10 minutes; the log says why."
  ]],
  ["a day is dated in the future", { book: DayBook.make([turnover("2026-03-13"), turnover("2027-03-14")]) }, [
    "days_in_future",
    "1 day is dated in the future, the first 2027-03-14, so no amount is generated: set the clock if it is behind, or withdraw each such day."
  ]],
  ["backups are dated in the future", {
    backup: { ...sound.backup, futureDays: [date("2027-03-14"), date("2027-03-15")] }
  }, [
    "backup_in_future",
    "2 daily backups are dated in the future, the first 2027-03-14: check the clock, and move each such file out of backup_dir."
  ]]
]

const found = (state: Partial<ShopState>): ReadonlyArray<Problem> => problemsOf({ ...sound, ...state })

// Rule 6.8.
describe("the list of problems says where", () => {
  for (const [what, state, ...said] of rows)
    it(what, () => assert.deepStrictEqual<unknown>(found(state).map((problem) => [problem.code, problemMessage(problem)]), said))
})

describe("the list of problems", () => {
  it("has every code of health, each with the facts that its sentences need", () => {
    const all = rows.flatMap(([, state]) => found(state))
    const facts = Object.fromEntries(all.map(({ code, params }) => [code, Object.keys(params).sort()]))
    assert.deepStrictEqual<unknown>(facts,
      Object.fromEntries(Object.entries(problemFacts).map(([code, names]) => [code, [...names].sort()])))
  })

  it("has two reasons to be down", () => {
    const all = rows.flatMap(([, state]) => found(state))
    assert.deepStrictEqual<unknown>(all.flatMap(({ code, severity }) => severity === "down" ? [code] : []), [
      "database_silent",
      "scheduler_stopped"
    ])
  })

  it("begins with what puts the service out of service", () => {
    const problems = found({ notifications: null, clockAhead: 5_000, scheduler: { ...sound.scheduler, ok: false } })
    assert.deepStrictEqual(problems.map(({ severity }) => severity), ["down", "down", "degraded"])
  })
})
