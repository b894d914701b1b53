import type { HttpClient } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { Clock, Context, DateTime, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Incidents, nextNotice, noIncidents, Notice, noticeText, observedIn } from "./Alarm/Incidents.ts"
import { makeBot, printText } from "./Chat/Bot.ts"
import { type ChatKeys, keysOfAlert, keysOfChat, namingKeys } from "./Chat/ChatFindings.ts"
import { productOf } from "./Chat/Products.ts"
import { clockWatch } from "./Clock/ClockWatch.ts"
import { inTwoSeconds } from "./Concurrency/Deadline.ts"
import { Config } from "./Config.ts"
import type { ChatKind } from "./Config/Chats.ts"
import { consoleBot } from "./Config/Forms.ts"
import { alertBotOf, chatsOf, languageOf, type ShopConfig } from "./Config/ShopConfig.ts"
import { installation } from "./Database/Installation.ts"
import { Writer } from "./Database/Write.ts"
import { isTaken } from "./Domain/Attempt.ts"
import { Health } from "./Health.ts"
import { isClockWrong } from "./Health/Days.ts"
import type { ShopState } from "./Health/Problems.ts"
import type { Secrets } from "./Logging/Secrets.ts"

/** Where an alarm goes. */
export interface AlarmTarget {
  /** An http(s) address, or `console:`. It is a credential. */
  readonly address: Redacted.Redacted
  /** The product, if the host of the address does not show it. */
  readonly kind?: ChatKind | null
  /** Empty if requests are not signed. */
  readonly secret: Redacted.Redacted
}

/** Sends notices to the person on duty. Sending never fails: the result says whether the text was accepted, and why not. */
export class AlarmChannel extends Context.Tag("AlarmChannel")<AlarmChannel, {
  readonly send: (target: AlarmTarget, text: string) => Effect.Effect<{ readonly accepted: boolean; readonly detail: string }>
}>() {}

const printingMillis = 10_000

/** Sends the bot's text format. */
export const alarmChannel: Layer.Layer<AlarmChannel, never, HttpClient.HttpClient | Secrets> = Layer.effect(
  AlarmChannel,
  Effect.map(makeBot, (sendTo) => {
    const unsent = new Map<string, { readonly text: string; readonly at: number }>()
    return {
      send: ({ address, kind, secret }, text) =>
        Effect.gen(function*() {
          const url = Redacted.value(address)
          if (url === consoleBot) {
            const { detail, verdict } = yield* printText(text, printingMillis)
            return { accepted: verdict === "delivered", detail }
          }
          // An alarm also goes to a receiver that wants no more messages: a lost alarm is worse than a superfluous request.
          const { canEnd: _, ...product } = productOf(url, kind)
          // A retry sends the same notice.
          const known = unsent.get(url)
          const notice = known?.text === text ? known : { text, at: yield* Clock.currentTimeMillis }
          unsent.set(url, notice)
          const { at } = notice
          const to = { product, address: url, secret: Redacted.value(secret), zone: DateTime.zoneMakeOffset(0), id: `alarm-${at}`, at }
          // As long as the product is waited for: a mail server that took a mail late would get it again.
          const { answers, detail, verdict } = yield* sendTo(to, product.notice(text), Infinity)
          // A reader who is refused for good must not keep the end of an incident from the others.
          const accepted = isTaken(verdict) || verdict === "permanent" && (answers?.taken.length ?? 0) > 0
          if (accepted) unsent.delete(url)
          return { accepted, detail }
        })
    }
  })
)

const checkEvery = Duration.seconds(30)
const firstPause = Duration.toMillis(checkEvery)
const longestPause = Duration.toMillis("15 minutes")

/** Key in `installation` of the incidents that were reported to a chat, or to `alert_webhook_url` (null). */
const stateKeyOf = (chat: string | null): string => chat === null ? "alarm" : `alarm ${chat}`
const StateJson = Schema.parseJson(Incidents)

/** Stores the reported incidents, so that each is reported once, even after a restart. */
const makeMemory = Effect.map(Effect.all([SqlClient.SqlClient, Writer]), ([sql, { write }]) => (stateKey: string) => ({
  read: Effect.flatMap(
    installation(sql).get(stateKey),
    (stored) => stored === undefined ? Effect.succeed(noIncidents) : Schema.decode(StateJson)(stored)
  ),
  write: (state: Incidents) => Effect.flatMap(Schema.encode(StateJson)(state), (value) => write(installation(sql).set(stateKey, value)))
}))

/** The alarm must not wait for the database: a hanging database may be the incident. */

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
  const config = yield* Config
  const { report } = yield* Health
  const memoryOf = yield* makeMemory

  const send = ({ address, chat, keys, keyword, kind, secret }: Destination, notice: Notice, { book, settings }: ShopState) =>
    Effect.gen(function*() {
      const text = noticeText(notice, { ...settings, language: languageOf(settings), book, keyword })
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
      const readReported = Effect.map(inTwoSeconds(memory.read), Option.getOrElse(() => noIncidents))
      let reported = yield* readReported
      let pause = 0
      let retryAt = 0

      const retryLater = Effect.map(Clock.currentTimeMillis, (now) => {
        pause = Math.min(longestPause, Math.max(firstPause, pause * 2))
        retryAt = now + pause
      })

      return (to: Destination, state: ShopState) =>
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          // An instant further away than the longest pause was set before the clock was set back.
          if (retryAt > now && retryAt <= now + longestPause) return
          const observed = observedIn(state, reported)
          for (let next = nextNotice(reported, observed); next !== undefined; next = nextNotice(reported, observed)) {
            if (next.notice !== undefined && !(yield* send(to, next.notice, state))) return yield* retryLater
            reported = next.after
            pause = 0
            yield* inTwoSeconds(memory.write(reported))
          }
        }).pipe(Effect.catchAllCause((cause) => Effect.logError("alarm check failed, will retry", cause)))
    })

  const reports = new Map<string | null, Effect.Effect.Success<ReturnType<typeof makeReports>>>()
  const reportTo = (state: ShopState) => (to: Destination) =>
    Effect.gen(function*() {
      const known = reports.get(to.chat) ?? (yield* makeReports(to.chat))
      reports.set(to.chat, known)
      yield* known(to, state)
    })
  // Read at the start, so that the earlier reports are known even if the database stops responding later.
  reports.set(null, yield* makeReports(null))

  const check = Effect.gen(function*() {
    const destinations = destinationsOf(yield* config.current)
    if (destinations.length === 0) return
    const state = yield* report
    if (isClockWrong(state)) return
    yield* Effect.forEach(destinations, reportTo(state), { concurrency: "unbounded", discard: true })
  }).pipe(
    Effect.catchAllCause((cause) => Effect.logError("alarm check failed, will retry", cause)),
    Effect.annotateLogs({ service: "alarm" })
  )

  const watch = yield* clockWatch
  yield* watch.every(checkEvery, check)
}))
