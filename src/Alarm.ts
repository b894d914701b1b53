import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { AlarmChannel } from "./Alarm/AlarmChannel.ts"
import * as Incidents from "./Alarm/Incidents.ts"
import { noticeText } from "./Alarm/NoticeText.ts"
import { type ChatKeys, keysOfAlert, keysOfChat, namingKeys } from "./Chat/ChatFindings.ts"
import { ShopClock } from "./Clock.ts"
import { clockWatch } from "./Clock/ClockWatch.ts"
import { monotonicMillis } from "./Concurrency/Monotonic.ts"
import { within } from "./Concurrency/Patience.ts"
import { Config } from "./Config.ts"
import { patienceMinutes } from "./Config/AmountSource.ts"
import type { ChatKind } from "./Config/ChatKind.ts"
import { alertBotOf, chatsOf, languageOf, type ShopConfig } from "./Config/ShopConfig.ts"
import { installation } from "./Database/Installation.ts"
import { write } from "./Database/Write.ts"
import { writeStateOf } from "./Database/WriteState.ts"
import { momentOf } from "./Domain/Calendar.ts"
import { overdueDay } from "./Domain/Lateness.ts"
import { isSilent, pushedToday } from "./Domain/SoFar.ts"
import { Ledger } from "./Ledger.ts"
import { Notifier } from "./Notifier.ts"
import { hasLines } from "./Notifier/LineReport.ts"

const checkEvery = Duration.seconds(30)
const firstPause = Duration.toMillis(checkEvery)
/** A fault that ends sooner is only in the log and in health. */
const reportedAfter = Duration.toMillis("1 minute")
const longestPause = Duration.toMillis("15 minutes")

/** Key in `installation` of the incidents that were reported to a chat, or to `alert_webhook_url` (null). */
const stateKeyOf = (chat: string | null): string => chat === null ? "alarm" : `alarm ${chat}`
const StateJson = Schema.parseJson(Incidents.Incidents)

/** Stores the reported incidents, so that each is reported once, even after a restart. */
const makeMemory = Effect.map(SqlClient.SqlClient, (sql) => (stateKey: string) => ({
  read: Effect.flatMap(
    installation(sql).get(stateKey),
    (stored) => stored === undefined ? Effect.succeed(Incidents.none) : Schema.decode(StateJson)(stored)
  ),
  write: (state: Incidents.Incidents) =>
    Effect.flatMap(Schema.encode(StateJson)(state), (value) => write(sql)(installation(sql).set(stateKey, value)))
}))

/** The alarm must not wait for the database: a hanging database may be the incident. */
const withinPatience = within("2 seconds")

/** Where alarms go: `alert_webhook_url` (null), and each chat that receives them, by its name. */
interface Destination {
  readonly chat: string | null
  readonly address: Redacted.Redacted
  readonly kind: ChatKind | null
  readonly secret: Redacted.Redacted
  readonly keyword: string
  /** Where the file has these settings. */
  readonly keys: ChatKeys
}

const destinationsOf = (settings: ShopConfig): ReadonlyArray<Destination> => {
  const chats = chatsOf(settings)
  const { url: address, ...alert } = alertBotOf(settings)
  return [
    ...(Redacted.value(address) === "" ? [] : [{ chat: null, address, ...alert, keys: keysOfAlert }]),
    ...chats.flatMap(({ about, keyword, kind, name, secret, url }, index) =>
      about.includes("alarm") ? [{ chat: name, address: url, kind, secret, keyword, keys: keysOfChat(index) }] : []
    )
  ]
}

/**
 * Sends a notice to `alert_webhook_url` and to the chats that receive alarms, and another when the incident is over. Incidents are:
 * a day that is not settled `alert_after_minutes` after its cutoff, or after the end of patience with its source; failed messages;
 * a database that could store nothing for a minute. A notice that cannot be sent is retried.
 */
export const layer = Layer.scopedDiscard(Effect.gen(function*() {
  const channel = yield* AlarmChannel
  const clock = yield* ShopClock
  const config = yield* Config
  const ledger = yield* Ledger
  const notifier = yield* Notifier
  const memoryOf = yield* makeMemory
  const { trouble } = writeStateOf(yield* SqlClient.SqlClient)

  const observeAfter = (graceMinutes: number, reported: Incidents.Incidents) =>
    Effect.gen(function*() {
      const now = yield* clock.now
      const { amountSource, feedSilenceMinutes } = yield* config.current
      const calendar = ledger.calendar()
      const pushed = pushedToday(yield* ledger.book, momentOf(now, calendar))
      const writes = yield* trouble
      const monotonic = yield* monotonicMillis
      const messages = Option.getOrNull(yield* withinPatience(notifier.status))
      return {
        now: now.epochMillis,
        // While a source is being asked, no person has to act.
        overdue: overdueDay(yield* ledger.book, now, calendar, (patienceMinutes(amountSource) + graceMinutes) * 60_000)?.date,
        feed: pushed && { ...pushed, isSilent: isSilent(pushed, feedSilenceMinutes) },
        failed: messages?.failed ?? reported.failed,
        failedIn: messages !== null && hasLines(messages.lines) ? messages.lines.filter(({ failed }) => failed > 0) : [],
        unwritable: writes !== null && monotonic - writes.since >= reportedAfter ? writes.fault : undefined
      }
    })

  const send = ({ address, chat, keys, keyword, kind, secret }: Destination, notice: Incidents.Notice) =>
    Effect.gen(function*() {
      const settings = yield* config.current
      const text = noticeText(notice, { ...settings, language: languageOf(settings), book: yield* ledger.book, keyword })
      const { accepted, detail } = yield* channel.send({ address, kind, secret }, text)
      yield* (accepted ? Effect.logInfo("alarm sent") : Effect.logWarning(`alarm not sent: ${namingKeys(detail, keys)}`)).pipe(
        Effect.annotateLogs(chat === null ? { notice: notice._tag } : { notice: notice._tag, chat })
      )
      return accepted
    })

  /** The reports to one destination. They do not depend on the other destinations, so a destination that fails delays no other one. */
  const makeReports = (chat: string | null) =>
    Effect.gen(function*() {
      const memory = memoryOf(stateKeyOf(chat))
      const readReported = Effect.map(withinPatience(memory.read), Option.getOrElse(() => Incidents.none))
      let reported = yield* readReported
      let pause = 0
      let retryAt = 0

      const retryLater = Effect.map(Clock.currentTimeMillis, (now) => {
        pause = Math.min(longestPause, Math.max(firstPause, pause * 2))
        retryAt = now + pause
      })

      return (to: Destination) =>
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          // An instant further away than the longest pause was set before the clock was set back.
          if (retryAt > now && retryAt <= now + longestPause) return
          const observed = yield* observeAfter((yield* config.current).alertAfterMinutes, reported)
          for (let next = Incidents.nextNotice(reported, observed); next !== undefined; next = Incidents.nextNotice(reported, observed)) {
            if (next.notice !== undefined && !(yield* send(to, next.notice))) return yield* retryLater
            reported = next.after
            pause = 0
            yield* withinPatience(memory.write(reported))
          }
        }).pipe(Effect.catchAllCause((cause) => Effect.logError("alarm check failed, will retry", cause)))
    })

  const reports = new Map<string | null, Effect.Effect.Success<ReturnType<typeof makeReports>>>()
  const reportTo = (to: Destination) =>
    Effect.gen(function*() {
      const known = reports.get(to.chat) ?? (yield* makeReports(to.chat))
      reports.set(to.chat, known)
      yield* known(to)
    })
  // Read at the start, so that the earlier reports are known even if the database stops responding later.
  reports.set(null, yield* makeReports(null))

  const check = Effect.flatMap(config.current,
    (settings) => Effect.forEach(destinationsOf(settings), reportTo, { concurrency: "unbounded", discard: true })).pipe(
      Effect.catchAllCause((cause) => Effect.logError("alarm check failed, will retry", cause)),
      Effect.annotateLogs({ service: "alarm" })
    )

  const watch = yield* clockWatch
  yield* watch.every(checkEvery, check)
}))
