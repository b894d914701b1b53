import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Exit, Layer, Scope } from "effect"
import * as Alarm from "../src/Alarm.ts"
import { AlarmChannel } from "../src/Alarm.ts"
import { dateOf, formatInstant, startOfDay } from "../src/Domain/Calendar.ts"
import { formatTime } from "../src/Domain/TimeOfDay.ts"
import { Events } from "../src/Events.ts"
import { Health } from "../src/Health.ts"
import { Ledger } from "../src/Ledger.ts"
import { Scheduler } from "../src/Scheduler.ts"
import { temporaryFile } from "./Database/TestFile.ts"
import { createToken, withToken } from "./lib/Browser.ts"
import { commanding } from "./lib/Commands.ts"
import { codeOf, httpService, jsonBody, raw, rawAdmin } from "./lib/HttpService.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { recordingBot } from "./lib/RecordingBot.ts"
import { announced, cents, date, storedAudit, storedDays } from "./lib/Stored.ts"
import { type Members, members, testService, type TestServiceOptions } from "./lib/TestService.ts"

/** A bar that closes at 02:30. */
const bar = { day_starts_at: "04:00", cutoff_time: "02:30", weekday_range: [1, 1], weekend_range: [2, 2] }

const millis = (at: string) => DateTime.unsafeMake(`${at}+08:00`).epochMillis

/** A shop on a quick clock, which starts at a local time. `until` lets time pass up to another local time. */
const shopFrom = (at: string, settings: Members = bar, options: Partial<TestServiceOptions> = {}) => {
  const clock = quickClock(millis(at))
  const bot = recordingBot()
  const config = { file: members(settings) }
  let now = millis(at)
  return {
    ...testService({ at: "", clock, bot, config, watch: "1 hour", ...options }),
    clock,
    until: (to: string) =>
      Effect.suspend(() => {
        const passed = millis(to) - now
        now = millis(to)
        return clock.pass(passed)
      })
  }
}

const correct = (day: string, amount: number) => rawAdmin("/api/admin/turnover", jsonBody({ date: day, amount }))

const metrics = Effect.map(raw("/api/metrics"), (answer) => answer.json() as Record<string, Record<string, unknown>>)

describe("an evening across midnight", () => {
  it.scoped("is one day: what is entered at 23:50 and at 01:10, and its settlement at 02:30", () =>
    Effect.gen(function*() {
      const clock = quickClock(millis("2026-11-21T23:50:00"))
      const { bot, layer } = httpService({ at: "", clock, watch: "1 hour", config: { file: members(bar) } })
      yield* Effect.gen(function*() {
        const shown = Effect.map(metrics, ({ counted, next_cutoff, this_week, today, yesterday }) => [
          today?.["date"],
          today?.["amount"],
          (counted?.["today"] as { amount: number | null }).amount,
          today?.["ends_at"],
          counted?.["as_of"],
          next_cutoff,
          yesterday?.["date"],
          this_week?.["total"]
        ])
        const end = "2026-11-22T04:00:00+08:00"
        const cutoff = "2026-11-22T02:30:00+08:00"
        assert.strictEqual((yield* correct("2026-11-21", 1000)).status, 200)
        assert.deepStrictEqual<unknown>(yield* shown, ["2026-11-21", null, 1000, end, "2026-11-21", cutoff, "2026-11-20", 1000])
        yield* clock.pass("10 minutes")
        assert.deepStrictEqual<unknown>(yield* shown, ["2026-11-21", null, 1000, end, "2026-11-21", cutoff, "2026-11-20", 1000])
        yield* clock.pass("70 minutes")
        // That date has not begun on the wall calendar.
        const early = yield* correct("2026-11-22", 5)
        assert.deepStrictEqual(codeOf(early), [422, "date_in_future"])
        assert.strictEqual((yield* correct("2026-11-21", 1250.5)).status, 200)
        yield* clock.pass("4799 seconds")
        assert.deepStrictEqual<unknown>(yield* shown, ["2026-11-21", null, 1250.5, end, "2026-11-21", cutoff, "2026-11-20", 1250.5])
        yield* clock.pass("1 second")
        const next = "2026-11-23T02:30:00+08:00"
        assert.deepStrictEqual<unknown>(yield* shown, ["2026-11-21", 1250.5, 1250.5, end, "2026-11-21", next, "2026-11-20", 1250.5])
        yield* clock.pass("90 minutes")
        const tomorrow = "2026-11-23T04:00:00+08:00"
        assert.deepStrictEqual<unknown>(yield* shown, ["2026-11-22", null, null, tomorrow, "2026-11-21", next, "2026-11-21", 1250.5])
        assert.strictEqual((yield* raw("/api/export")).text, "date,amount\r\n2026-11-21,1250.50\r\n")
        assert.deepStrictEqual(announced(bot), ["entered 2026-11-21", "corrected 2026-11-21", "daily 2026-11-21"])
      }).pipe(Effect.provide(layer))
    }))

  it.scoped("is settled with the range of its own weekday, and no day is missing after it", () =>
    Effect.gen(function*() {
      const { bot, layer, until } = shopFrom("2026-11-20T22:00:00")
      yield* Effect.gen(function*() {
        // Friday's night ends on Saturday, Sunday's on Monday.
        yield* until("2026-11-21T02:29:59")
        assert.deepStrictEqual(yield* storedDays, [])
        yield* until("2026-11-21T02:30:00")
        assert.deepStrictEqual((yield* storedDays).map((day) => [day.date, day.cents]), [["2026-11-20", 100]])
        yield* until("2026-11-24T03:00:00")
        assert.deepStrictEqual((yield* storedDays).map((day) => [day.date, day.cents]), [
          ["2026-11-20", 100],
          ["2026-11-21", 200],
          ["2026-11-22", 200],
          ["2026-11-23", 100]
        ])
        assert.deepStrictEqual(bot.sent.map(({ at }) => formatInstant(DateTime.unsafeMakeZoned(at, { timeZone: "Asia/Shanghai" }))), [
          "2026-11-21T02:30:00+08:00",
          "2026-11-22T02:30:00+08:00",
          "2026-11-23T02:30:00+08:00",
          "2026-11-24T02:30:00+08:00"
        ])
        assert.deepStrictEqual((yield* (yield* Health).report).missingDays, [])
      }).pipe(Effect.provide(layer))
    }))

  it.scoped("is what a till pushes to, and what a member of the staff may change for 7 days", () =>
    Effect.gen(function*() {
      const clock = quickClock(millis("2026-11-22T01:00:00"))
      const { layer } = httpService({ at: "", clock, watch: "1 hour", config: { file: members(bar) } })
      yield* Effect.gen(function*() {
        const till = yield* createToken("pos", "feed")
        const staff = yield* createToken("staff", "entry")
        const push = (day: string) => withToken(till.secret, `/api/feed/${day}`, jsonBody({ amount: 5 }))
        assert.deepStrictEqual(codeOf(yield* push("2026-11-22")), [422, "date_in_future"])
        assert.strictEqual((yield* push("2026-11-21")).status, 200)
        const enter = (day: string) => withToken(staff.secret, "/api/admin/turnover", jsonBody({ date: day, amount: 5 }))
        assert.strictEqual((yield* enter("2026-11-14")).status, 200)
        assert.deepStrictEqual(codeOf(yield* enter("2026-11-13")), [403, "forbidden"])
        assert.deepStrictEqual(codeOf(yield* enter("2026-11-22")), [422, "date_in_future"])
        yield* clock.pass("3 hours")
        assert.deepStrictEqual(codeOf(yield* enter("2026-11-14")), [403, "forbidden"])
        assert.strictEqual((yield* enter("2026-11-22")).status, 200)
      }).pipe(Effect.provide(layer))
    }))

  it.scoped("ends with a message to the pages, at a half hour too", () =>
    Effect.gen(function*() {
      const { layer, until } = shopFrom("2026-11-22T04:20:00", { ...bar, day_starts_at: "04:30" })
      yield* Effect.gen(function*() {
        const events = yield* (yield* Events).subscribe
        yield* until("2026-11-22T04:29:59")
        yield* events.takeAll
        yield* until("2026-11-22T04:30:00")
        assert.deepStrictEqual([...yield* events.takeAll].map(({ _tag }) => _tag).filter((tag) => tag !== "Tick"), ["Change"])
      }).pipe(Effect.provide(layer))
    }))

  it.scoped("is reminded of, and reported by the alarm, by its own cutoff", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      const channel = Layer.succeed(AlarmChannel, {
        send: (_, text) => Effect.sync(() => ({ accepted: sent.push(text) > 0, detail: "" }))
      })
      const settings = {
        ...bar,
        import_notify: "none",
        amount_source: { kind: "none" },
        remind_minutes: 60,
        alert_webhook_url: "https://alarm.example/hook"
      }
      const { bot, layer, until } = shopFrom("2026-11-22T01:00:00", settings, { watch: "1 minute" })
      const watched = Layer.provideMerge(Layer.provide(Alarm.layer, [channel, NodeHttpClient.layer]), layer)
      yield* Effect.gen(function*() {
        yield* commanding(yield* Ledger).importDays({ rows: [{ date: date("2026-11-20"), cents: cents(5) }], actor: "" })
        yield* until("2026-11-22T01:29:59")
        assert.deepStrictEqual(announced(bot), [])
        yield* until("2026-11-22T01:30:00")
        assert.deepStrictEqual(announced(bot), ["reminder 2026-11-21"])
        yield* until("2026-11-22T02:30:00")
        assert.deepStrictEqual(announced(bot), ["reminder 2026-11-21", "awaited 2026-11-21"])
        yield* until("2026-11-22T02:39:00")
        assert.deepStrictEqual(sent, [])
        yield* until("2026-11-22T02:42:00")
        assert.strictEqual(sent.length, 1)
        assert.include(sent[0], "2026-11-21 周六")
        // The day that begins at 04:00 is not late.
        yield* until("2026-11-22T05:00:00")
        assert.strictEqual(sent.length, 1)
      }).pipe(Effect.provide(watched))
    }))
})

/** The starts of today and of the following days, as the ledger stores them. */
const startsNow = (at: string) =>
  Effect.gen(function*() {
    const calendar = (yield* Ledger).calendar()
    const today = dateOf(DateTime.unsafeMakeZoned(millis(at), { timeZone: calendar.zone }), calendar)
    return [today, ...calendar.starts.map(({ at, from }) => `${formatTime(at)} from ${from}`)]
  })

describe("a change of day_starts_at", () => {
  it.scoped("by a reload counts from the next day on, and moves nothing that is stored", () =>
    Effect.gen(function*() {
      const { bot, config, layer, until } = shopFrom("2026-11-20T12:00:00", { ...bar, day_starts_at: "00:00", cutoff_time: "23:00" })
      yield* Effect.gen(function*() {
        const ledger = yield* Ledger
        const scheduler = yield* Scheduler
        yield* commanding(ledger).correct({ date: date("2026-11-20"), cents: cents(500), reason: "", actor: "" })
        yield* until("2026-11-20T15:00:00")
        config.file = members(bar)
        const { changedKeys } = yield* scheduler.reloadCutoff
        assert.sameMembers([...changedKeys], ["cutoff_time", "day_starts_at"])
        assert.deepStrictEqual(yield* startsNow("2026-11-20T15:00:00"), ["2026-11-20", "04:00 from 2026-11-21"])
        // The day that began at midnight lasts until 04:00, and is settled at the last 02:30 in it.
        yield* until("2026-11-21T02:29:00")
        assert.deepStrictEqual(announced(bot), ["entered 2026-11-20"])
        yield* until("2026-11-21T02:31:00")
        assert.deepStrictEqual(announced(bot), ["entered 2026-11-20", "daily 2026-11-20"])
        yield* until("2026-11-22T02:31:00")
        assert.deepStrictEqual((yield* storedDays).map((day) => [day.date, day.cents, day.isFinal]), [
          ["2026-11-20", 500, true],
          ["2026-11-21", 200, true]
        ])
        // The setting is changed back between the two starts: today stays the same and ends at 04:00, the next day begins at midnight.
        config.file = members({ ...bar, day_starts_at: "00:00", cutoff_time: "23:00" })
        yield* scheduler.reloadCutoff
        assert.deepStrictEqual(yield* startsNow("2026-11-22T02:31:00"), [
          "2026-11-21",
          "04:00 from 2026-11-21",
          "00:00 from 2026-11-23"
        ])
        yield* until("2026-11-23T23:30:00")
        assert.deepStrictEqual((yield* storedDays).map((day) => day.date), ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"])
        assert.deepStrictEqual(yield* storedAudit, [
          "correct 2026-11-20",
          "generate 2026-11-21",
          "generate 2026-11-22",
          "generate 2026-11-23"
        ])
        const calendar = ledger.calendar()
        assert.deepStrictEqual(
          ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"].map((day) => formatInstant(startOfDay(date(day), calendar))),
          [
            "2026-11-20T00:00:00+08:00",
            "2026-11-21T04:00:00+08:00",
            "2026-11-22T04:00:00+08:00",
            "2026-11-23T00:00:00+08:00"
          ]
        )
      }).pipe(Effect.provide(layer))
    }))

  it.scoped("while the service was down counts from the next day after its start on, and is kept over starts", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const { clock, config, layer, until } = shopFrom("2026-11-20T12:00:00", { ...bar, day_starts_at: "00:00", cutoff_time: "23:00" }, {
        database: `file:${file}`
      })
      const start = Effect.gen(function*() {
        const scope = yield* Scope.make()
        const context = yield* Layer.buildWithScope(layer, scope)
        yield* clock.pass("1 second")
        return { context, stop: Scope.close(scope, Exit.void) }
      }).pipe(Effect.provide(clock.layer))
      const starts = (at: string) =>
        Effect.gen(function*() {
          const running = yield* start
          const found = yield* Effect.provide(startsNow(at), running.context)
          yield* running.stop
          return found
        })
      const first = yield* start
      yield* until("2026-11-20T23:30:00")
      yield* first.stop
      config.file = members(bar)
      yield* until("2026-11-21T01:00:00")
      // With the setting alone, it would be the 20th again, which is already settled.
      assert.deepStrictEqual(yield* starts("2026-11-21T01:00:01"), ["2026-11-21", "04:00 from 2026-11-22"])
      assert.deepStrictEqual(yield* starts("2026-11-21T01:00:02"), ["2026-11-21", "04:00 from 2026-11-22"])
      yield* until("2026-11-22T01:00:00")
      assert.deepStrictEqual(yield* starts("2026-11-22T01:00:03"), ["2026-11-21", "04:00 from 2026-11-22"])
      yield* until("2026-11-25T01:00:00")
      assert.deepStrictEqual(yield* starts("2026-11-25T01:00:04"), ["2026-11-24", "04:00 from 2026-11-22"])
    }))

  it.scoped("in a new installation counts at once", () =>
    Effect.gen(function*() {
      const { layer } = shopFrom("2026-11-21T01:00:00")
      yield* Effect.provide(Effect.gen(function*() {
        assert.deepStrictEqual(yield* startsNow("2026-11-21T01:00:00"), ["2026-11-20", "04:00 from 0001-01-01"])
      }), layer)
    }))

  it.scoped("that one process has registered holds in every other one", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const midnight = { ...bar, day_starts_at: "00:00", cutoff_time: "23:00" }
      const one = shopFrom("2026-11-20T12:00:00", midnight, { database: `file:${file}`, watch: "1 second" })
      yield* Effect.gen(function*() {
        yield* commanding(yield* Ledger).correct({ date: date("2026-11-19"), cents: cents(500), reason: "", actor: "" })
        yield* one.until("2026-11-20T12:00:05")
        // Another process starts with a different file, as during a rollout of new settings.
        const scope = yield* Scope.make()
        const { layer } = testService({
          at: "",
          clock: one.clock,
          config: { file: members(bar) },
          database: `file:${file}`,
          watch: "1 second"
        })
        yield* Layer.buildWithScope(layer, scope)
        yield* one.until("2026-11-20T12:00:10")
        assert.deepStrictEqual(yield* startsNow("2026-11-20T12:00:10"), ["2026-11-20", "04:00 from 2026-11-21"])
        yield* Scope.close(scope, Exit.void)
      }).pipe(Effect.provide(one.layer))
    }))
})
