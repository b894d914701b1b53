import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { compose, toText } from "../../src/Chat/Message.ts"
import type { Announcement } from "../../src/Domain/Announcement.ts"
import { Ledger } from "../../src/Ledger.ts"
import { Scheduler } from "../../src/Scheduler.ts"
import { shop } from "../Chat/Samples.ts"
import { commanding } from "../lib/Commands.ts"
import { cents, date, storeDay, turnover } from "../lib/Stored.ts"
import { type Members, members, testService } from "../lib/TestService.ts"

const today = date("2026-03-31")

const enter = (yuan: number) =>
  Effect.flatMap(Ledger, (ledger) => commanding(ledger).correct({ date: today, cents: cents(yuan * 100), reason: "till", actor: "mei" }))

const reload = Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)

/** Number and first digits of each record, newest first. */
const heads = Effect.flatMap(SqlClient.SqlClient,
  (sql) =>
    Effect.map(sql<{ id: number; hash: string }>`SELECT id, hash FROM audit ORDER BY id DESC`, (records) =>
      records.map(({ hash, id }) => `${id}:${hash.slice(0, 16)}`)))

const newest = Effect.map(heads, ([head = "none"]) => head)

const said = (announcement: Announcement): string => {
  const text = toText(compose(announcement, shop))
  return `${text.slice(0, text.indexOf(" "))} ${/^核对码 (.*)$/m.exec(text)?.[1] ?? "none"}`
}

// Rule 7.20.
describe("The head of the audit in a message", () => {
  it.scoped("is the record of the settlement in 日结 of a month's last day of business, and in no other", () => {
    const monthly = { reports: { monthly: "1 09:00" } }
    const evening = (day: string, file: Members) => {
      const { bot, layer } = testService({ at: `${day}T22:59:00+08:00`, config: { file: members(file) } })
      return Effect.map(Effect.provide(TestClock.adjust("3 minutes"), layer), () => bot.sent.map(({ announcement }) => said(announcement)))
    }
    return Effect.gen(function*() {
      assert.deepStrictEqual(yield* evening("2026-03-30", {}), ["估算 none"])
      // A Tuesday: the shop's week closes the one day that is left of March.
      assert.match((yield* evening("2026-03-30", { closed_weekdays: ["TUE"] }))[0] ?? "", /^估算 1:/)
      assert.deepStrictEqual(yield* evening(today, monthly), ["估算 none"])
      assert.match((yield* evening(today, { ...monthly, chat_about: ["daily"] }))[0] ?? "", /^估算 1:/)
    }).pipe(Effect.scoped)
  })

  it.scoped("is the newest record at the time of a report", () => {
    const { bot, layer } = testService({
      at: "2026-03-31T23:10:00+08:00",
      config: { file: members({ reports: { monthly: "1 09:00" } }) },
      watch: "1 hour"
    })
    return Effect.gen(function*() {
      yield* enter(5)
      yield* TestClock.adjust("11 hours")
      const { announcement } = bot.sent.at(-1) ?? assert.fail("no report")
      assert.deepStrictEqual(announcement.kind, "report")
      assert.strictEqual(said(announcement), `月报 ${yield* newest}`)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is the record of the settlement", () => {
    const { bot, layer } = testService({ at: `${today}T22:59:00+08:00` })
    return Effect.gen(function*() {
      yield* TestClock.adjust("3 minutes")
      assert.match(yield* newest, /^1:[0-9a-f]{16}$/)
      assert.deepStrictEqual(bot.sent.map(({ announcement }) => said(announcement)), [`估算 ${yield* newest}`])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is the newest record at that time where the settlement writes none, and absent from a person's message", () => {
    const { bot, layer } = testService({ at: `${today}T22:59:00+08:00` })
    return Effect.gen(function*() {
      yield* enter(5)
      const first = yield* newest
      yield* TestClock.adjust("3 minutes")
      yield* enter(6)
      yield* TestClock.adjust("1 minute")
      const second = yield* newest
      yield* reload
      yield* TestClock.adjust("1 minute")
      assert.notStrictEqual(first, second)
      assert.deepStrictEqual(bot.sent.map(({ announcement }) => said(announcement)), [
        "录入 none",
        `日结 ${first}`,
        "更正 none",
        `补推 ${second}`
      ])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is the last of all records of one settlement", () => {
    const { bot, layer } = testService({ at: `${today}T22:59:00+08:00` })
    return Effect.gen(function*() {
      yield* storeDay(turnover("2026-02-27", { isFinal: false }))
      yield* storeDay(turnover("2026-02-28", { isFinal: false }))
      yield* TestClock.adjust("3 minutes")
      const [third = "", second = ""] = yield* heads
      assert.deepStrictEqual([third.split(":")[0], second.split(":")[0]], ["3", "2"])
      assert.deepStrictEqual(bot.sent.map(({ announcement }) => said(announcement)), [
        "定版 none",
        `定版 ${second}`,
        `估算 ${third}`
      ])
    }).pipe(Effect.provide(layer))
  })
})
