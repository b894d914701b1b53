import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { AlarmChannel } from "./Alarm/AlarmChannel.ts"
import * as Incidents from "./Alarm/Incidents.ts"
import { noticeText } from "./Alarm/NoticeText.ts"
import { ShopClock } from "./Clock.ts"
import { clockWatch } from "./Clock/ClockWatch.ts"
import { monotonicMillis } from "./Concurrency/Monotonic.ts"
import { within } from "./Concurrency/Patience.ts"
import { Config } from "./Config.ts"
import { patienceMinutes } from "./Config/AmountSource.ts"
import { languageOf } from "./Config/ShopConfig.ts"
import { installation } from "./Database/Installation.ts"
import { type Epoch, Lease } from "./Database/Lease.ts"
import { write } from "./Database/Write.ts"
import { writeStateOf } from "./Database/WriteState.ts"
import { momentOf } from "./Domain/Calendar.ts"
import { overdueDay } from "./Domain/Lateness.ts"
import { isSilent, pushedToday } from "./Domain/SoFar.ts"
import { Ledger } from "./Ledger.ts"
import { Notifier } from "./Notifier.ts"
import { Replicas } from "./Replicas.ts"

const checkEvery = Duration.seconds(30)
const firstPause = Duration.toMillis(checkEvery)
/** A shorter fault is only in the log and in health. */
const reportedAfter = Duration.toMillis("1 minute")
const longestPause = Duration.toMillis("15 minutes")

const stateKey = "alarm"
const StateJson = Schema.parseJson(Incidents.Incidents)

/** Stores the reported incidents, so that each is reported once, also after a restart or by another holder of the lease. */
const makeMemory = Effect.map(Effect.all([SqlClient.SqlClient, Lease]), ([sql, lease]) => ({
  read: Effect.flatMap(
    installation(sql).get(stateKey),
    (stored) => stored === undefined ? Effect.succeed(Incidents.none) : Schema.decode(StateJson)(stored)
  ),
  write: (state: Incidents.Incidents, epoch: Epoch) =>
    Effect.flatMap(Schema.encode(StateJson)(state), (value) =>
      write(sql)(Effect.whenEffect(
        installation(sql).set(stateKey, value),
        epoch === null ? Effect.succeed(true) : lease.confirm(epoch)
      )))
}))

/** The alarm must not wait for the database: a hanging database may be the incident. */
const withinPatience = within("2 seconds")

/**
 * Sends a notice to `alert_webhook_url` if a day is not settled `alert_after_minutes` after its cutoff, or after the end of patience with its source, if messages fail, or
 * if nothing could be stored for a minute, and another when the incident is over. A notice that cannot be sent is retried. Of
 * several processes the lease's holder does this. If the lease had no holder for a minute, each process reports that.
 */
export const layer = Layer.scopedDiscard(Effect.gen(function*() {
  const channel = yield* AlarmChannel
  const clock = yield* ShopClock
  const config = yield* Config
  const ledger = yield* Ledger
  const notifier = yield* Notifier
  const memory = yield* makeMemory
  const replicas = yield* Replicas
  const lease = yield* Lease
  const { trouble } = writeStateOf(yield* SqlClient.SqlClient)

  const readReported = Effect.map(withinPatience(memory.read), Option.getOrElse(() => Incidents.none))

  let knownEpoch = yield* lease.epoch
  let reported = yield* readReported
  let pause = 0
  let retryAt = 0

  const observeAfter = (graceMinutes: number) =>
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
        // As long as a source is asked, nobody else has to act.
        overdue: overdueDay(yield* ledger.book, now, calendar, (patienceMinutes(amountSource) + graceMinutes) * 60_000)?.date,
        feed: pushed && { ...pushed, isSilent: isSilent(pushed, feedSilenceMinutes) },
        failed: messages?.failed ?? reported.failed,
        unwritable: writes !== null && monotonic - writes.since >= reportedAfter ? writes.fault : undefined
      }
    })

  const send = (address: Redacted.Redacted, notice: Incidents.Notice) =>
    Effect.gen(function*() {
      const settings = yield* config.current
      // The chat's own bot needs its signature and keyword here too.
      const same = Redacted.value(address) === Redacted.value(settings.webhookUrl)
      const target = { address, kind: settings.alertKind, secret: same ? settings.chatSecret : Redacted.make("") }
      const text = noticeText(notice, {
        ...settings,
        language: languageOf(settings),
        book: yield* ledger.book,
        keyword: same ? settings.chatKeyword : ""
      })
      const { accepted, detail } = yield* channel.send(target, text)
      yield* (accepted ? Effect.logInfo("alarm sent") : Effect.logWarning(`alarm not sent: ${detail}`)).pipe(
        Effect.annotateLogs({ notice: notice._tag })
      )
      return accepted
    })

  const retryLater = Effect.map(Clock.currentTimeMillis, (now) => {
    pause = Math.min(longestPause, Math.max(firstPause, pause * 2))
    retryAt = now + pause
  })

  let isVacancyReported = false
  /** The one incident that is reported without the lease, and whose report cannot be stored: each process reports it. */
  const checkVacancy = (address: Redacted.Redacted) =>
    Effect.gen(function*() {
      const isVacant = (yield* replicas.vacantFor) >= reportedAfter
      if (isVacant === isVacancyReported) return
      const isSent = yield* send(address, isVacant ? Incidents.Notice.NobodySends() : Incidents.Notice.SomebodySends())
      if (isSent) isVacancyReported = isVacant
    })

  let isLossReported = false
  /** Each process that knew of the lost commits reports them, because the holder of the lease may not have known of them. */
  const checkLoss = (address: Redacted.Redacted) =>
    Effect.gen(function*() {
      if (ledger.lost() && !isLossReported) isLossReported = yield* send(address, Incidents.Notice.ChangesLost())
    })

  const check = Effect.gen(function*() {
    const { alertAfterMinutes, alertWebhookUrl: address } = yield* config.current
    if (Redacted.value(address) === "") return
    yield* checkVacancy(address)
    yield* checkLoss(address)
    if (!(yield* lease.isHeld)) return
    const epoch = yield* lease.epoch
    if (epoch !== knownEpoch) {
      reported = yield* readReported
      knownEpoch = epoch
      pause = retryAt = 0
    }
    const now = yield* Clock.currentTimeMillis
    // An instant later than the longest pause was set before the clock was set back.
    if (retryAt > now && retryAt <= now + longestPause) return
    const observed = yield* observeAfter(alertAfterMinutes)
    for (let next = Incidents.nextNotice(reported, observed); next !== undefined; next = Incidents.nextNotice(reported, observed)) {
      if (!(yield* lease.isHeld)) return
      if (next.notice !== undefined && !(yield* send(address, next.notice))) return yield* retryLater
      reported = next.after
      pause = 0
      yield* withinPatience(memory.write(reported, knownEpoch))
    }
  }).pipe(
    Effect.catchAllCause((cause) => Effect.logError("alarm check failed, will retry", cause)),
    Effect.annotateLogs({ service: "alarm" })
  )

  const watch = yield* clockWatch
  yield* watch.every(checkEvery, check)
}))
