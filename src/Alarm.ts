import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Layer, Option, Redacted, Schedule, Schema } from "effect"
import { AlarmChannel } from "./Alarm/AlarmChannel.ts"
import * as Incidents from "./Alarm/Incidents.ts"
import { noticeText } from "./Alarm/NoticeText.ts"
import { ShopClock } from "./Clock.ts"
import { Config } from "./Config.ts"
import { overdueDay } from "./Domain/Lateness.ts"
import { Ledger } from "./Ledger.ts"
import { Notifier } from "./Notifier.ts"

const lookEvery = Duration.seconds(30)
const firstPause = Duration.toMillis(lookEvery)
const longestPause = Duration.toMillis("15 minutes")
/** The alarm must not wait for the database: that it does not answer may be what there is to tell. */
const databasePatience = "2 seconds"

const stateKey = "alarm"
const StateJson = Schema.parseJson(Incidents.Incidents)

/**
 * What has been told, kept over restarts so that an incident is told once. Best effort: where it cannot be kept, the
 * worst is that something is told again.
 */
const makeMemory = Effect.map(SqlClient.SqlClient, (sql) => ({
  read: Effect.flatMap(
    sql<{ value: string }>`SELECT value FROM installation WHERE key = ${stateKey}`,
    ([row]) => row === undefined ? Effect.succeed(Incidents.none) : Schema.decode(StateJson)(row.value)
  ),
  write: (state: Incidents.Incidents) =>
    Effect.flatMap(Schema.encode(StateJson)(state), (value) =>
      sql.withTransaction(
        sql`INSERT INTO installation ${sql.insert({ key: stateKey, value })} ON CONFLICT (key) DO UPDATE SET value = excluded.value`
      ))
}))

const withinPatience = <A, E>(ask: Effect.Effect<A, E>): Effect.Effect<Option.Option<A>> =>
  ask.pipe(Effect.disconnect, Effect.timeout(databasePatience), Effect.catchAllCause(() => Effect.fail("no answer")), Effect.option)

/**
 * A dead man's switch for the shop's day: when it is not settled by its cutoff and `alert_after_minutes`, or messages
 * fail, `alert_webhook_url` is told once, and once more when that is over. What it cannot tell it tries again.
 */
export const layer = Layer.scopedDiscard(Effect.gen(function*() {
  const channel = yield* AlarmChannel
  const clock = yield* ShopClock
  const config = yield* Config
  const ledger = yield* Ledger
  const notifier = yield* Notifier
  const memory = yield* makeMemory

  let told = Option.getOrElse(yield* withinPatience(memory.read), () => Incidents.none)
  let pause = 0
  let retryAt = 0

  const sight = (graceMinutes: number) =>
    Effect.gen(function*() {
      const now = yield* clock.now
      const { cutoff } = yield* config.current
      const messages = Option.getOrNull(yield* withinPatience(notifier.status))
      return {
        now: now.epochMillis,
        overdue: overdueDay(yield* ledger.book, now, cutoff, graceMinutes * 60_000)?.date,
        failed: messages?.failed ?? told.failed
      }
    })

  const tell = (address: Redacted.Redacted, notice: Incidents.Notice) =>
    Effect.gen(function*() {
      const settings = yield* config.current
      // A bot that is the chat's own wants its signature and its keyword here too.
      const same = Redacted.value(address) === Redacted.value(settings.webhookUrl)
      const target = { address, secret: same ? settings.chatSecret : Redacted.make("") }
      const text = noticeText(notice, { ...settings, book: yield* ledger.book, keyword: same ? settings.chatKeyword : "" })
      const { detail, taken } = yield* channel.tell(target, text)
      yield* (taken ? Effect.logInfo("alarm told") : Effect.logWarning(`an alarm could not be told: ${detail}`)).pipe(
        Effect.annotateLogs({ notice: notice._tag })
      )
      return taken
    })

  const putOff = Effect.map(Clock.currentTimeMillis, (now) => {
    pause = Math.min(longestPause, Math.max(firstPause, pause * 2))
    retryAt = now + pause
  })

  const look = Effect.gen(function*() {
    const { alertAfterMinutes, alertWebhookUrl: address } = yield* config.current
    if (Redacted.value(address) === "") return
    const now = yield* Clock.currentTimeMillis
    // An instant beyond any pause was set by a clock that has been put back since.
    if (retryAt > now && retryAt <= now + longestPause) return
    const seen = yield* sight(alertAfterMinutes)
    for (let next = Incidents.step(told, seen); next !== undefined; next = Incidents.step(told, seen)) {
      if (next.notice !== undefined && !(yield* tell(address, next.notice))) return yield* putOff
      told = next.after
      pause = 0
      yield* withinPatience(memory.write(told))
    }
  }).pipe(
    Effect.catchAllCause((cause) => Effect.logError("the alarm stumbled and goes on", cause)),
    Effect.annotateLogs({ service: "alarm" })
  )

  yield* Effect.forkScoped(Effect.schedule(look, Schedule.spaced(lookEvery)))
}))
