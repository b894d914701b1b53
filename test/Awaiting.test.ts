import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import * as Alarm from "../src/Alarm.ts"
import { AlarmChannel } from "../src/Alarm.ts"
import { formatInstant } from "../src/Domain/Calendar.ts"
import { Health } from "../src/Health.ts"
import { Ledger } from "../src/Ledger.ts"
import { Scheduler } from "../src/Scheduler.ts"
import { commanding } from "./lib/Commands.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { sentencesOf } from "./lib/Sentences.ts"
import { announced, cents, date, storedAudit, storeDay, turnover } from "./lib/Stored.ts"
import { members, testService, type TestServiceOptions } from "./lib/TestService.ts"

const none = { kind: "none" }

/** A shop that generates nothing, with the notices that its alarm has sent. */
const shop = (time: string, options: Partial<TestServiceOptions> = {}) => {
  const clock = quickClock(DateTime.unsafeMake(`2026-03-14T${time}+08:00`).epochMillis)
  const notices: Array<string> = []
  const channel = Layer.succeed(AlarmChannel, {
    send: (_target, text) =>
      Effect.sync(() => {
        notices.push(text)
        return { accepted: true, detail: "" }
      })
  })
  const config = { file: members({ amount_source: none, alert_webhook_url: "https://alarm.example/hook" }) }
  const service = testService({ at: "", clock, config, ...options })
  return { ...service, clock, config, notices, layer: Layer.provideMerge(Layer.provide(Alarm.layer, channel), service.layer) }
}

const found = Effect.map(Effect.flatMap(Health, ({ report }) => report), ({ awaiting, missingDays, problems, status }) => ({
  status,
  awaiting: awaiting.map(({ date, since }) => `${date} ${formatInstant(since)}`),
  missingDays,
  problems: sentencesOf(problems)
}))

const ok = { status: "ok", awaiting: [], missingDays: [], problems: [] }

const oneAwaited = {
  status: "degraded",
  awaiting: ["2026-03-14 2026-03-14T23:00:00+08:00"],
  missingDays: [],
  problems: ["2026-03-14 awaits its figure, and none is generated: enter the figure, or mark a day without business as closed."]
}

// Rule 5.17.
describe("a shop that generates nothing", () => {
  it.scoped("awaits the figure of a day without a record: with one message, in health, and with an alarm, until a person enters it", () => {
    const { bot, clock, layer, notices } = shop("22:59:58")
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      assert.deepStrictEqual<unknown>(yield* found, ok)
      yield* clock.pass("5 seconds")
      assert.deepStrictEqual(announced(bot), ["awaited 2026-03-14"])
      assert.deepStrictEqual<unknown>(yield* found, oneAwaited)
      assert.deepStrictEqual(notices, [])
      yield* clock.pass("15 minutes")
      assert.deepStrictEqual(notices, [
        "【告警】示例门店\n2026-03-14 周六 还没有数：结账时间 23:00 已过 10 分钟，系统不估数，请录入。"
      ])
      yield* Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)
      yield* clock.pass("30 minutes")
      assert.deepStrictEqual(announced(bot), ["awaited 2026-03-14"], "a reload and the hour ask no second time")
      yield* commanding(yield* Ledger).correct({ date: date("2026-03-14"), cents: cents(338_800), reason: "", actor: "mei" })
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(announced(bot), ["awaited 2026-03-14", "entered 2026-03-14"])
      assert.deepStrictEqual<unknown>(yield* found, ok)
      assert.deepStrictEqual(yield* storedAudit, ["correct 2026-03-14"])
      assert.deepStrictEqual(notices.slice(1), ["【恢复】示例门店\n2026-03-14 周六 已结账。"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("lists the day as missing too once it is over, and no longer once it is marked closed", () => {
    const { clock, layer } = shop("22:59:58", { before: storeDay(turnover("2026-03-13")) })
    return Effect.gen(function*() {
      yield* clock.pass("2 hours")
      assert.deepStrictEqual<unknown>(yield* found, { ...oneAwaited, missingDays: ["2026-03-14"] })
      yield* commanding(yield* Ledger).mark({ date: date("2026-03-14"), closed: true, actor: "mei" })
      assert.deepStrictEqual<unknown>(yield* found, ok)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("settles an entered amount at its cutoff", () => {
    const { bot, clock, layer } = shop("22:59:58")
    return Effect.gen(function*() {
      yield* commanding(yield* Ledger).correct({ date: date("2026-03-14"), cents: cents(5), reason: "", actor: "mei" })
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(announced(bot), ["entered 2026-03-14", "daily 2026-03-14"])
      assert.deepStrictEqual<unknown>(yield* found, ok)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("announces a closed day as closed", () => {
    const { bot, clock, layer } = shop("22:59:58")
    return Effect.gen(function*() {
      yield* commanding(yield* Ledger).mark({ date: date("2026-03-14"), closed: true, actor: "mei" })
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(announced(bot), ["closed 2026-03-14"])
      assert.deepStrictEqual<unknown>(yield* found, ok)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("awaits the figure of a day that was closed and opened again, and of one whose figure was withdrawn", () => {
    const { bot, clock, layer } = shop("22:59:58")
    return Effect.gen(function*() {
      const ledger = commanding(yield* Ledger)
      const day = date("2026-03-14")
      yield* clock.pass("5 seconds")
      yield* ledger.mark({ date: day, closed: true, actor: "mei" })
      assert.deepStrictEqual<unknown>(yield* found, ok)
      yield* ledger.mark({ date: day, closed: false, actor: "mei" })
      assert.deepStrictEqual<unknown>(yield* found, oneAwaited)
      yield* ledger.correct({ date: day, cents: cents(5), reason: "", actor: "mei" })
      yield* ledger.withdraw({ date: day, reason: "wrong", actor: "mei" })
      yield* clock.pass("2 minutes")
      assert.deepStrictEqual<unknown>(yield* found, oneAwaited)
      assert.deepStrictEqual(announced(bot).filter((message) => message.startsWith("awaited")), ["awaited 2026-03-14"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("generates from the reload that allows it on, even for a day that still awaits its figure", () => {
    const { bot, clock, config, layer } = shop("22:59:50")
    return Effect.gen(function*() {
      yield* clock.pass("11 minutes")
      assert.deepStrictEqual<unknown>(yield* found, oneAwaited)
      config.file["amount_source"] = { kind: "range" }
      yield* Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)
      yield* clock.pass("1 second")
      assert.deepStrictEqual(announced(bot), ["awaited 2026-03-14", "daily 2026-03-14"])
      assert.deepStrictEqual(yield* storedAudit, ["generate 2026-03-14"])
      assert.deepStrictEqual<unknown>(yield* found, ok)
    }).pipe(Effect.provide(layer))
  })
})
