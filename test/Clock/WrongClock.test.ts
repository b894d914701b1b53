import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { Health } from "../../src/Health.ts"
import { Scheduler } from "../../src/Scheduler.ts"
import { delivery } from "../Chat/Samples.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { recordingBot } from "../lib/RecordingBot.ts"
import { announced, storedAudit, storedMessages } from "../lib/Stored.ts"
import { members, testService } from "../lib/TestService.ts"

const millis = (text: string): number => DateTime.unsafeMake(text).epochMillis

const scenario = (
  name: string,
  begin: string,
  body: (parts: { readonly bot: ReturnType<typeof recordingBot>; readonly clock: ReturnType<typeof quickClock> }) => Effect.Effect<
    void,
    unknown,
    Effect.Effect.Context<typeof stored> | Health | Scheduler
  >
) =>
  it.scoped(name, () => {
    const clock = quickClock(millis(begin))
    const bot = recordingBot()
    const file = members({
      reports: { weekly: "MON 09:00", monthly: "1 09:00" },

      day_starts_at: "04:00",
      cutoff_time: "22:00"
    })
    const { layer } = testService({ at: "", bot, clock, config: { file }, earliest: millis("2026-01-01T00:00:00Z") })
    return body({ bot, clock }).pipe(Effect.provide(layer), Effect.provide(clock.layer))
  })

const stored = Effect.all([storedAudit, storedMessages])

const codes = Effect.flatMap(Health, ({ report }) => Effect.map(report, ({ problems }) => problems.map(({ code }) => code)))

// Rule 5.22.
describe("A machine without a battery", () => {
  scenario("decides and sends nothing in 1970, and makes up for the cutoff when its clock is right", "1970-01-03T21:30:00+08:00",
    ({ bot, clock }) =>
      Effect.gen(function*() {
        yield* clock.pass("1 day")
        assert.deepStrictEqual(yield* stored, [[], 0])
        assert.deepStrictEqual(yield* codes, ["clock_wrong"])
        yield* (yield* Scheduler).reloadCutoff
        yield* clock.pass("1 minute")
        assert.deepStrictEqual(yield* stored, [[], 0])
        yield* clock.shift(millis("2026-03-14T22:30:00+08:00") - millis("1970-01-04T21:31:00+08:00"), "forward")
        yield* clock.pass("2 minutes")
        assert.deepStrictEqual(yield* storedAudit, ["generate 2026-03-14"])
        assert.deepStrictEqual(announced(bot), ["daily 2026-03-14"])
        assert.deepStrictEqual(yield* codes, [])
      }))

  scenario("sends a waiting message when a clock that was set back is right again", "2026-03-14T21:59:30+08:00",
    ({ bot, clock }) =>
      Effect.gen(function*() {
        bot.script.push(Effect.succeed(delivery("transient", { retryAfterMillis: 600_000 })))
        yield* clock.pass("1 minute")
        assert.lengthOf(bot.sent, 1)
        yield* clock.shift("20000 days", "back")
        yield* clock.pass("1 day")
        assert.lengthOf(bot.sent, 1)
        yield* clock.shift("20000 days", "forward")
        yield* clock.shift("1 day", "back")
        yield* clock.pass("12 minutes")
        assert.deepStrictEqual(announced(bot), ["daily 2026-03-14", "daily 2026-03-14"])
        assert.deepStrictEqual(yield* storedAudit, ["generate 2026-03-14"])
      }))
})
