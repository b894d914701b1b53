import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Exit, Layer, Scope } from "effect"
import * as Alarm from "../../src/Alarm.ts"
import { AlarmChannel } from "../../src/Alarm.ts"
import { Health } from "../../src/Health.ts"
import { Ledger } from "../../src/Ledger.ts"
import { Scheduler } from "../../src/Scheduler.ts"
import { temporaryFile } from "../Database/TestFile.ts"
import { commanding } from "../lib/Commands.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { type Answer, figure, noItems, refused, sourceDouble } from "../lib/SourceDouble.ts"
import { announced, cents, date, storedAudit, storeDay, storedDays, turnover } from "../lib/Stored.ts"
import { type Members, members, testService, type TestServiceOptions } from "../lib/TestService.ts"

const today = date("2026-03-14")
const command = { kind: "command", run: ["till"] }

/** A shop whose cutoff is at 20:00, and its source. */
const shop = (
  time: string,
  answer: () => Answer,
  { settings = {}, source = {}, ...options }: Partial<Omit<TestServiceOptions, "source">> & { settings?: Members; source?: object } = {}
) => {
  const clock = quickClock(DateTime.unsafeMake(`${today}T${time}+08:00`).epochMillis)
  const till = sourceDouble(answer)
  const config = { file: members({ cutoff_time: "20:00", amount_source: { ...command, ...source }, ...settings }) }
  const service = testService({ at: "", clock, config, source: till.layer, ...options })
  return { ...service, clock, config, till }
}

const report = Effect.flatMap(Health, ({ report }) => report)

const found = Effect.map(report, ({ awaiting, problems, status }) => ({
  status,
  awaiting: awaiting.map(({ date, reason }) => `${date} ${reason}`),
  problems: problems.map(({ code }) => code)
}))

const ok = { status: "ok", awaiting: [], problems: [] }
const stands = Effect.map(storedDays,
  (days) => days.map(({ cents, date, isFinal, source }) => `${date} ${cents} ${source} ${isFinal ? "final" : "open"}`))
const reload = Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)

// Rule 5.20.
describe("a day whose source is asked", () => {
  it.scoped("gets the figure of its cutoff, and its message", () => {
    const { bot, clock, layer, till } = shop("19:59:58", () => figure(3388))
    return Effect.gen(function*() {
      yield* clock.pass("5 seconds")
      assert.deepStrictEqual(till.questions(), ["03-14 20:00:00 for 03-14"])
      assert.deepStrictEqual(yield* stands, ["2026-03-14 338800 feed final"])
      assert.deepStrictEqual(announced(bot), ["daily 2026-03-14"])
      assert.deepStrictEqual<unknown>(yield* found, ok)
      yield* clock.pass("3 hours")
      assert.deepStrictEqual(till.questions(), [])
      assert.deepStrictEqual(announced(bot), ["daily 2026-03-14"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("waits while its till is down, which only health reports, and gets the figure that comes", () => {
    const { bot, clock, layer, till } = shop("19:59:58", () => refused())
    return Effect.gen(function*() {
      yield* clock.pass("20 minutes")
      assert.deepStrictEqual(announced(bot), [])
      assert.deepStrictEqual<unknown>(yield* found, { status: "degraded", awaiting: ["2026-03-14 asked"], problems: ["source_fault"] })
      const { settings, source } = yield* report
      assert.deepStrictEqual([settings.amountSource.kind, source.lastOkAt, source.lastFault?.code], ["command", null, "failed"])
      assert.isAbove(source.nextAskAt ?? 0, source.lastAskedAt ?? Infinity)
      assert.isAbove(till.questions().length, 15)
      till.answer = () => figure(3388)
      yield* clock.pass("61 seconds")
      assert.deepStrictEqual(announced(bot), ["daily 2026-03-14"])
      assert.deepStrictEqual(yield* storedAudit, ["feed 2026-03-14"])
      assert.deepStrictEqual<unknown>(yield* found, ok)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("awaits its figure after the end of patience, is announced once, and accepts the till's figure on a later hour", () => {
    const { bot, clock, layer, till } = shop("19:59:58", () => refused())
    return Effect.gen(function*() {
      yield* clock.pass("60 minutes")
      assert.deepStrictEqual(announced(bot), [])
      yield* clock.pass("5 seconds")
      assert.deepStrictEqual(announced(bot), ["awaited 2026-03-14"])
      const { awaiting, problems } = yield* found
      assert.deepStrictEqual([awaiting, problems], [["2026-03-14 unanswered"], ["figure_awaited", "source_fault"]])
      till.questions()
      yield* reload
      yield* clock.pass("58 minutes")
      assert.deepStrictEqual(till.questions().slice(-1), ["03-14 21:01:00 for 03-14"])
      till.answer = () => figure(3388)
      yield* clock.pass("2 minutes")
      assert.deepStrictEqual(till.questions(), ["03-14 22:00:00 for 03-14"])
      assert.deepStrictEqual(announced(bot), ["awaited 2026-03-14", "daily 2026-03-14"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is announced once across restarts", () =>
    Effect.gen(function*() {
      const { bot, clock, layer, till } = shop("20:59:30", () => refused(), { database: `file:${yield* temporaryFile}` })
      const live = (duration: "40 seconds" | "10 seconds") =>
        Effect.gen(function*() {
          const scope = yield* Scope.make()
          yield* Layer.buildWithScope(layer, scope)
          yield* clock.pass(duration)
          yield* Scope.close(scope, Exit.void)
        })
      yield* live("10 seconds")
      assert.deepStrictEqual(announced(bot), [])
      yield* live("40 seconds")
      yield* live("10 seconds")
      yield* live("10 seconds")
      assert.deepStrictEqual(announced(bot), ["awaited 2026-03-14"])
      assert.isAtLeast(till.questions().length, 4, "each start asks at once")
    }))

  it.scoped("is generated after the end of patience if the settings say so, and not while its source is being asked", () => {
    const { bot, clock, layer, till } = shop("20:59:50", () => refused(), { source: { without_figure: "generate" } })
    return Effect.gen(function*() {
      yield* clock.pass("9 seconds")
      assert.deepStrictEqual(yield* stands, [])
      till.answer = () => Effect.zipRight(Effect.sleep("100 seconds"), refused())
      yield* clock.pass("90 seconds")
      assert.deepStrictEqual(yield* stands, [], "the last question is open")
      yield* clock.pass("15 seconds")
      assert.deepStrictEqual(announced(bot), ["daily 2026-03-14"])
      assert.deepStrictEqual(yield* storedAudit, ["generate 2026-03-14"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is asked for at least once by a start after patience, before anything is generated", () => {
    const { clock, layer, till } = shop("22:30:00", () => figure(5), { source: { without_figure: "generate" } })
    return Effect.gen(function*() {
      yield* clock.pass("5 seconds")
      assert.deepStrictEqual(till.questions(), ["03-14 22:30:00 for 03-14"])
      assert.deepStrictEqual(yield* storedAudit, ["feed 2026-03-14"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is asked for after midnight while patience lasts, and awaits its figure then, whatever is stored of the new day", () => {
    const { bot, clock, layer, till } = shop("23:29:58", () => refused(), {
      settings: { cutoff_time: "23:30" },
      before: storeDay(turnover("2026-03-13"))
    })
    return Effect.gen(function*() {
      yield* clock.pass("50 minutes")
      yield* commanding(yield* Ledger).correct({ date: date("2026-03-15"), cents: cents(5), reason: "", actor: "mei" })
      yield* clock.pass("10 minutes")
      assert.deepStrictEqual(announced(bot), ["entered 2026-03-15"])
      yield* clock.pass("10 seconds")
      assert.deepStrictEqual(announced(bot), ["entered 2026-03-15", "awaited 2026-03-14"])
      till.questions()
      yield* clock.pass("3 hours")
      assert.deepStrictEqual(till.questions(), [])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is entered by a person while a question hangs, and a stop ends the question at once", () =>
    Effect.gen(function*() {
      const { bot, clock, layer, till } = shop("19:59:58", () => Effect.never)
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(layer, scope)
      yield* clock.pass("30 seconds")
      const ledger = yield* Effect.provide(Ledger, context)
      yield* commanding(ledger).correct({ date: today, cents: cents(5), reason: "", actor: "mei" })
      yield* clock.pass("10 seconds")
      assert.deepStrictEqual(announced(bot), ["entered 2026-03-14"])
      assert.strictEqual(till.questions().length, 1)
      yield* Scope.close(scope, Exit.void)
    }))

  it.scoped("is no problem any more once a person has entered the missing figure", () => {
    const { clock, layer } = shop("19:59:58", () => refused())
    return Effect.gen(function*() {
      yield* clock.pass("2 minutes")
      yield* commanding(yield* Ledger).correct({ date: today, cents: cents(5), reason: "", actor: "mei" })
      assert.deepStrictEqual<unknown>(yield* found, ok)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("keeps the figure that a person enters before the answer comes", () => {
    const { clock, layer } = shop("19:59:58", () => Effect.delay(figure(3388), "20 seconds"))
    return Effect.gen(function*() {
      yield* clock.pass("10 seconds")
      yield* commanding(yield* Ledger).correct({ date: today, cents: cents(5), reason: "", actor: "mei" })
      yield* clock.pass("30 seconds")
      assert.deepStrictEqual(yield* stands, ["2026-03-14 5 manual final"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is not asked for where it is closed, was withdrawn after its cutoff, or has a person's figure", () => {
    const { clock, layer, till } = shop("19:59:50", () => refused(), { source: { ask_minutes: 10 } })
    return Effect.gen(function*() {
      const ledger = commanding(yield* Ledger)
      yield* clock.pass("1 second")
      till.questions()
      yield* ledger.mark({ date: today, closed: true, actor: "mei" })
      yield* clock.pass("5 minutes")
      yield* ledger.correct({ date: today, cents: cents(5), reason: "", actor: "mei" })
      yield* clock.pass("5 minutes")
      yield* ledger.withdraw({ date: today, reason: "wrong", actor: "mei" })
      yield* clock.pass("3 hours")
      assert.deepStrictEqual(till.questions(), [])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is asked for by the settings of a reload, which ends the question of those before", () => {
    const { clock, config, layer, till } = shop("19:59:58", () => Effect.never)
    return Effect.gen(function*() {
      yield* clock.pass("10 seconds")
      till.answer = () => figure(5)
      config.file["amount_source"] = { ...command, run: ["other"] }
      yield* reload
      yield* clock.pass("1 second")
      assert.deepStrictEqual(till.questions(), ["03-14 20:00:00 for 03-14", "03-14 20:00:08 for 03-14"])
      assert.deepStrictEqual(yield* stands, ["2026-03-14 500 feed final"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("causes no alarm before the end of patience and alert_after_minutes", () => {
    const notices: Array<string> = []
    const channel = Layer.succeed(AlarmChannel, {
      send: (_, text) => Effect.sync(() => ({ accepted: notices.push(text) > 0, detail: "" }))
    })
    const { clock, layer } = shop("19:59:58", () => refused(), { settings: { alert_webhook_url: "https://alarm.example/hook" } })
    return Effect.gen(function*() {
      yield* clock.pass("69 minutes")
      assert.deepStrictEqual(notices, [])
      yield* clock.pass("3 minutes")
      assert.deepStrictEqual(notices, [
        "【告警】示例门店\n2026-03-14 周六 还没有数：结账时间 20:00 已过 1 小时，一直没有问到数，系统不估数，请录入。"
      ])
    }).pipe(Effect.provide(Layer.provideMerge(Layer.provide(Alarm.layer, channel), layer)))
  })
})

// Rule 5.21.
describe("a running amount", () => {
  it.scoped("is asked for during the day, gives way to the cutoff, and is in no message", () => {
    const { bot, clock, layer, till } = shop("18:55:00", () => figure(100), { source: { ask_minutes: 30 } })
    return Effect.gen(function*() {
      yield* clock.pass("6 minutes")
      assert.deepStrictEqual(till.questions(), ["03-14 18:55:00 for 03-14", "03-14 19:00:00 for 03-14"])
      assert.deepStrictEqual(yield* stands, ["2026-03-14 10000 feed open"])
      till.answer = () => Effect.never
      yield* clock.pass("3510 seconds")
      till.answer = () => figure(250)
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(till.questions(), ["03-14 19:30:00 for 03-14", "03-14 20:00:00 for 03-14"])
      assert.deepStrictEqual(yield* stands, ["2026-03-14 25000 feed final"])
      assert.deepStrictEqual(announced(bot), ["daily 2026-03-14"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("stays so far where the till is down at the cutoff", () => {
    const { bot, clock, layer, till } = shop("19:50:00", () => figure(100), { source: { ask_minutes: 30 } })
    return Effect.gen(function*() {
      yield* clock.pass("1 minute")
      till.answer = () => refused()
      yield* clock.pass("70 minutes")
      assert.deepStrictEqual(yield* stands, ["2026-03-14 10000 feed open"])
      assert.deepStrictEqual(announced(bot), ["awaited 2026-03-14"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is no problem before the first sale, and one while the till is down", () => {
    const { clock, layer, till } = shop("09:00:00", noItems, { source: { ask_minutes: 60 } })
    return Effect.gen(function*() {
      yield* clock.pass("2 seconds")
      assert.strictEqual(till.questions().length, 1)
      assert.deepStrictEqual<unknown>(yield* found, ok)
      till.answer = () => refused()
      yield* clock.pass("1 hour")
      assert.deepStrictEqual((yield* found).problems, ["source_fault"])
    }).pipe(Effect.provide(layer))
  })
})

// Rule 5.21.

describe("a shop without a source to ask", () => {
  it.scoped("asks nobody", () => {
    const { clock, layer, till } = shop("19:59:58", () => figure(5), { settings: { amount_source: { kind: "range" } } })
    return Effect.gen(function*() {
      yield* clock.pass("1 hour")
      assert.deepStrictEqual(till.questions(), [])
      const { settings, source } = yield* report
      assert.deepStrictEqual([settings.amountSource.kind, source.lastAskedAt, source.nextAskAt], ["range", null, null])
    }).pipe(Effect.provide(layer))
  })
})
