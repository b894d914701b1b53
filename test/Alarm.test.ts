import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, Layer, Redacted } from "effect"
import * as Alarm from "../src/Alarm.ts"
import { AlarmChannel, alarmChannel, type AlarmTarget } from "../src/Alarm.ts"
import { Config } from "../src/Config.ts"
import { named } from "../src/Domain/Command.ts"
import { Health } from "../src/Health.ts"
import { Ledger } from "../src/Ledger.ts"
import * as Secrets from "../src/Logging/Secrets.ts"
import { Notifier } from "../src/Notifier.ts"
import { delivery } from "./Chat/Samples.ts"
import { anotherProgram, temporaryFile } from "./Database/TestFile.ts"
import { commanding } from "./lib/Commands.ts"
import { feishuDouble, type FeishuDoubleOptions, type ScriptedAnswer } from "./lib/FeishuDouble.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { cents, date, storeDay, storeMessage, turnover } from "./lib/Stored.ts"
import { members, testService, type TestServiceOptions } from "./lib/TestService.ts"

const alarmUrl = "https://alarm.example/hook/alarm-token"

/** The service with an alarm whose channel records notices, and refuses the first `refusals`. */
const begin = (time: string, options: Partial<TestServiceOptions> = {}, refusals = { left: 0 }) => {
  const clock = quickClock(DateTime.unsafeMake(`2026-03-14T${time}+08:00`).epochMillis)
  const config = options.config ?? { file: members({ alert_webhook_url: alarmUrl }) }
  const sent: Array<string> = []
  const targets: Array<AlarmTarget> = []
  const channel = Layer.succeed(AlarmChannel, {
    send: (target, text) =>
      Effect.sync(() => {
        targets.push(target)
        if (refusals.left > 0) {
          refusals.left -= 1
          return { accepted: false, detail: "refused" }
        }
        sent.push(text)
        return { accepted: true, detail: "" }
      })
  })
  const service = testService({ at: "", clock, ...options, config })
  return {
    ...service,
    clock,
    config,
    sent,
    targets,
    refusals,
    layer: Layer.provideMerge(Layer.provide(Alarm.layer, channel), service.layer)
  }
}

const breakTable = Effect.flatMap(SqlClient.SqlClient,
  (sql) => sql`CREATE TRIGGER full BEFORE INSERT ON turnover BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
const repairTable = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DROP TRIGGER full`)

const unsettled = "【告警】示例门店\n2026-03-14 周六 未结账：结账时间 23:00 已过 10 分钟。请查看 /api/health 与日志。"
const settled = "【恢复】示例门店\n2026-03-14 周六 已结账。"

describe("the alarm", () => {
  it.scoped("is silent about a day that is settled", () => {
    const { clock, layer, sent } = begin("22:59:30")
    return Effect.gen(function*() {
      yield* clock.pass("30 minutes")
      assert.deepStrictEqual(sent, [])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("says nothing of the days before the first start, whose months were imported, and speaks of the first evening", () =>
    Effect.forEach(["range", "none"], (kind) => {
      const { clock, layer, sent } = begin("22:30:00", {
        config: { file: members({ alert_webhook_url: alarmUrl, amount_source: { kind } }) },
        watch: "1 minute"
      })
      const health = Effect.map(Effect.flatMap(Health, ({ report }) => report),
        ({ missingDays, problems, status }) => [status, missingDays.length, problems.map(({ code }) => code)])
      return Effect.gen(function*() {
        const days = ["2026-01-31", "2026-02-28", "2026-03-02"].map((day) => ({ date: date(day), cents: cents(100) }))
        yield* commanding(yield* Ledger).importDays({ rows: days, actor: "wang" })
        yield* clock.pass("1 minute")
        assert.deepStrictEqual(yield* health, ["ok", 29, []])
        if (kind === "range") yield* breakTable
        yield* clock.pass("41 minutes")
        assert.strictEqual(sent.length, 1)
        assert.match(sent[0] ?? "", /2026-03-14 周六 (未结账|还没有数)：结账时间 23:00 已过 10 分钟/)
      }).pipe(Effect.provide(layer), Effect.scoped)
    }, { discard: true }))

  // Rule 5.18.
  it.scoped("reports a till that has pushed today and falls silent", () => {
    const file = members({ alert_webhook_url: alarmUrl, feed_silence_minutes: 20 })
    const { clock, layer, sent } = begin("12:00:00", { config: { file } })
    return Effect.gen(function*() {
      const { carryOut } = yield* Ledger
      const push = carryOut({ _tag: "Feed", date: date("2026-03-14"), cents: cents(5), final: false }, named("pos"))
      yield* clock.pass("30 minutes")
      yield* push
      yield* clock.pass("19 minutes")
      assert.deepStrictEqual(sent, [])
      yield* clock.pass("2 minutes")
      yield* push
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(sent, [
        "【告警】示例门店\npos 已经 20 分钟没有报数，请检查收银机和网络。",
        "【恢复】示例门店\npos 又报数了。"
      ])
    }).pipe(Effect.provide(layer))
  })

  // Rule 7.26.
  it.scoped("also goes to the chats with the topic alarm, each until it has accepted the notice", () => {
    const office = "https://open.feishu.cn/open-apis/bot/v2/hook/office-token"
    const file = members({
      alert_webhook_url: alarmUrl,
      feed_silence_minutes: 20,
      chats: [
        { name: "office", url: office, about: ["alarm"] },
        { name: "floor", url: "https://open.feishu.cn/open-apis/bot/v2/hook/floor-token", about: ["daily"] }
      ]
    })
    const { clock, layer, refusals, sent, targets } = begin("12:00:00", { config: { file } }, { left: 1 })
    return Effect.gen(function*() {
      const { carryOut } = yield* Ledger
      yield* carryOut({ _tag: "Feed", date: date("2026-03-14"), cents: cents(5), final: false }, named("pos"))
      yield* clock.pass("21 minutes")
      yield* clock.pass("1 minute")
      assert.strictEqual(refusals.left, 0)
      const notice = "【告警】示例门店\npos 已经 20 分钟没有报数，请检查收银机和网络。"
      assert.deepStrictEqual(sent, [notice, notice])
      // The address that refused the first time is tried again; the other one is not.
      assert.deepStrictEqual(targets.map(({ address }) => Redacted.value(address)).toSorted(), [alarmUrl, alarmUrl, office])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("reports once that the day is not settled 10 minutes after its cutoff, and once when it is", () => {
    const { clock, layer, sent } = begin("22:59:30")
    return Effect.gen(function*() {
      yield* breakTable
      yield* clock.pass("10 minutes")
      assert.deepStrictEqual(sent, [])
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(sent, [unsettled])
      yield* clock.pass("20 minutes")
      assert.deepStrictEqual(sent, [unsettled])
      yield* repairTable
      yield* clock.pass("2 minutes")
      assert.deepStrictEqual(sent, [unsettled, settled])
      yield* clock.pass("10 minutes")
      assert.deepStrictEqual(sent, [unsettled, settled])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("follows alert_after_minutes, and an address that a reload brings", () => {
    const { clock, config, layer, sent } = begin("22:59:30", { config: { file: members() } })
    return Effect.gen(function*() {
      yield* breakTable
      yield* clock.pass("20 minutes")
      assert.deepStrictEqual(sent, [])
      config.file = members({ alert_webhook_url: alarmUrl, alert_after_minutes: 30 })
      yield* Effect.flatMap(Config, ({ reload }) => reload)
      yield* clock.pass("10 minutes")
      assert.deepStrictEqual(sent, [])
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(sent, [unsettled.replace("10 分钟", "30 分钟")])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("reports a day that passed while the service was down, and that it is still open when the next is settled", () => {
    const { clock, layer, sent } = begin("22:30:00", { before: storeDay(turnover("2026-03-12")) })
    return Effect.gen(function*() {
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(sent, [unsettled.replace("2026-03-14 周六", "2026-03-13 周五")])
      yield* clock.pass("45 minutes")
      assert.deepStrictEqual(sent.slice(1), ["【恢复】示例门店\n最近一个应结账日已结账；2026-03-13 周五 仍未结账，需人工补录。"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("reports that messages failed, and that none is left", () => {
    const { bot, clock, layer, sent } = begin("22:59:30")
    bot.script.push(Effect.succeed(delivery("permanent")))
    return Effect.gen(function*() {
      yield* clock.pass("5 minutes")
      assert.deepStrictEqual(sent, ["【告警】示例门店\n1 条消息发送失败。原因见管理页，处理后可重新发送。"])
      yield* (yield* Notifier).resend(1, { permit: Effect.void, chat: undefined, by: "admin" })
      yield* clock.pass("2 minutes")
      assert.deepStrictEqual(sent.slice(1), ["【恢复】示例门店\n已没有发送失败的消息。"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("reports that nothing was stored for a minute, and when something is", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const { clock, layer, sent } = begin("12:00:10", { database: `file:${file}` })
      yield* Effect.gen(function*() {
        const other = yield* anotherProgram(file)
        other.exec("BEGIN IMMEDIATE")
        yield* Effect.fork(
          Effect.exit(commanding(yield* Ledger).correct({ date: date("2026-03-13"), cents: cents(1), reason: "", actor: "mei" }))
        )
        yield* clock.pass("50 seconds")
        assert.deepStrictEqual(sent, [])
        yield* clock.pass("1 minute")
        assert.deepStrictEqual(sent, [
          "【告警】示例门店\n金额存不进去：数据库被别的程序锁住了，请等它结束，或者关掉它。在此之前录入、结账都不会成功。"
        ])
        other.exec("ROLLBACK")
        yield* clock.pass("1 minute")
        assert.deepStrictEqual(sent.slice(1), ["【恢复】示例门店\n数据库又可以写入了。"])
      }).pipe(Effect.provide(layer))
    }))

  it.scoped("retries a notice that could not be sent, with pauses that grow to 15 minutes", () => {
    const { clock, layer, refusals, targets, sent } = begin("12:00:00", { before: storeMessage(turnover("2026-03-13"), "failed") }, {
      left: 8
    })
    return Effect.gen(function*() {
      yield* clock.pass("31 seconds")
      assert.strictEqual(targets.length, 1)
      yield* clock.pass("1 hour")
      assert.deepStrictEqual([targets.length, sent.length, refusals.left], [8, 0, 0])
      // Setting the clock back does not delay it further.
      yield* clock.shift("2 hours", "back")
      yield* clock.pass("31 seconds")
      assert.deepStrictEqual([targets.length, sent.length], [9, 1])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("does not wait for a database that does not answer", () => {
    const { clock, layer, sent } = begin("22:59:30")
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      const holding = yield* Effect.fork(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(Effect.never)))
      yield* clock.pass("12 minutes")
      assert.deepStrictEqual(sent, [unsettled])
      yield* Fiber.interrupt(holding)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("uses the chat's secret and keyword when it goes to the chat's own bot", () => {
    const url = "https://open.feishu.cn/open-apis/bot/v2/hook/shared"
    const shared = { chat_webhook_url: url, alert_webhook_url: url, chat_secret: "signing", chat_keyword: "日结" }
    const { clock, layer, targets, sent } = begin("12:00:00", {
      config: { file: members(shared) },
      before: storeMessage(turnover("2026-03-13"), "failed")
    })
    return Effect.gen(function*() {
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(targets.map(({ secret }) => Redacted.value(secret)), ["signing"])
      assert.match(sent.join(), /^【告警】示例门店 · 日结\n/)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is signed with its own secret, at a chat's address too", () => {
    const url = "https://open.feishu.cn/open-apis/bot/v2/hook/shared"
    const own = { chat_webhook_url: url, alert_webhook_url: url, chat_secret: "signing", alert_secret: "loud" }
    const { clock, layer, targets } = begin("12:00:00", {
      config: { file: members(own) },
      before: storeMessage(turnover("2026-03-13"), "failed")
    })
    return Effect.gen(function*() {
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(targets.map(({ secret }) => Redacted.value(secret)), ["loud"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("that was sent is not sent again after a restart", () =>
    Effect.gen(function*() {
      const database = `file:${yield* temporaryFile}`
      const run = (time: string, before?: TestServiceOptions["before"]) => {
        const { clock, layer, sent } = begin(time, { database, ...(before === undefined ? {} : { before }) })
        return Effect.as(Effect.provide(clock.pass("2 minutes"), layer), sent)
      }
      assert.strictEqual((yield* run("12:00:00", storeMessage(turnover("2026-03-13"), "failed"))).length, 1)
      assert.deepStrictEqual(yield* run("12:05:00"), [])
    }))
})

describe("the alarm's channel", () => {
  const tell = (address: string, secret = "") =>
    Effect.flatMap(AlarmChannel, ({ send }) => send({ address: Redacted.make(address), secret: Redacted.make(secret) }, "day not settled"))
      .pipe(Effect.provide(Layer.provide(alarmChannel, [NodeHttpClient.layer, Secrets.layer])))

  const cases: ReadonlyArray<
    readonly [what: string, options: FeishuDoubleOptions, script: ReadonlyArray<ScriptedAnswer>, accepted: boolean]
  > = [
    ["the bot's text form", {}, [], true],
    ["a signed text", { secret: "signing" }, [], true],
    ["a plain 204 of any other service", {}, [{ status: 204, body: "" }], true],
    ["a bot's refusal with HTTP 200, which is none", {}, [{ body: { code: 19024, msg: "Key Words Not Found" } }], false],
    ["HTTP 500", {}, [{ status: 500, body: "oops" }], false],
    ["a connection that breaks", {}, [{ fault: "reset" }], false]
  ]
  for (const [what, options, script, accepted] of cases) {
    it.scopedLive(`takes for ${accepted ? "sent" : "not sent"}: ${what}`, () =>
      Effect.gen(function*() {
        const double = yield* feishuDouble({ token: "alarm-token", ...options })
        double.script(...script)
        const found = yield* tell(double.url, options.secret)
        assert.strictEqual(found.accepted, accepted, found.detail)
        assert.notInclude(found.detail, "alarm-token")
        assert.deepInclude(double.requests[0]?.json, { msg_type: "text", content: { text: "day not settled" } })
        assert.notProperty(double.requests[0]?.headers, "traceparent")
      }))
  }
})
