import { Cause, Clock, Effect, Exit, Option, Random } from "effect"
import { ChatBot, type ChatLine } from "../Chat/ChatBot.ts"
import { abandoned, broken } from "../Chat/NoReply.ts"
import type { BotLimits } from "../Chat/Product.ts"
import { type RateState, reserve, started } from "../Chat/RateLimit.ts"
import { EarliestTime } from "../Clock.ts"
import { clockWatch } from "../Clock/ClockWatch.ts"
import { monotonicMillis } from "../Concurrency/Deadline.ts"
import { debugLine } from "../DebugLine.ts"
import type { Announcement } from "../Domain/Announcement.ts"
import { afterAttempt, attemptOf, type Delivery, type Format, formatFrom, isTaken, longestWait } from "../Domain/Attempt.ts"
import type { FigureSince } from "../Domain/FigureSince.ts"
import { LedgerStore } from "../Ledger/Store.ts"
import { deliveryAttempted } from "../Metrics.ts"
import { Outbox } from "../Outbox.ts"
import { OutboxBell } from "../Outbox/Bell.ts"
import type { Entry } from "../Outbox/Row.ts"
import { outdated, sinceThen } from "./SinceThen.ts"

/** An address with the limits of its bot. Chats with one address share its queue. */
interface BotPlace {
  readonly place: string
  readonly product: { readonly limits: BotLimits }
}

/** The queue of all requests to each bot, first come, first served. */
interface Paces {
  /** Starts the queue of a new address, with an empty bucket. */
  readonly begin: (to: BotPlace) => Effect.Effect<void>
  /**
   * Reserves the next slot within the bot's limits and returns the milliseconds to wait for it; none if the wait is longer than
   * `patienceMillis`. A bot whose limits changed counts as a new bot and starts with an empty bucket.
   */
  readonly reserve: (to: BotPlace, patienceMillis: number) => Effect.Effect<Option.Option<number>>
}

interface Queue {
  readonly limits: BotLimits
  readonly state: RateState
}

export const makePaces = (): Paces => {
  const queues = new Map<string, Queue>()

  const queueOf = ({ place, product: { limits } }: BotPlace, now: number): Queue => {
    const known = queues.get(place)
    if (known?.limits === limits) return known
    const queue = { limits, state: started(limits, now) }
    queues.set(place, queue)
    return queue
  }

  return {
    begin: (to) => Effect.map(monotonicMillis, (now) => void queueOf(to, now)),
    reserve: (to, patienceMillis) =>
      Effect.map(monotonicMillis, (now) => {
        const { limits, state } = queueOf(to, now)
        const found = reserve(limits, state, now)
        if (found.waitMillis > patienceMillis) return Option.none()
        queues.set(to.place, { limits, state: found.state })
        return Option.some(found.waitMillis)
      })
  }
}

/** Counts an attempt and logs one line for it, with the status and the beginning of the bot's reply (rule 6.16). */
export const logAttempt = (notification: number | "test", format: Format, delivery: Delivery): Effect.Effect<void> =>
  Effect.zipRight(
    deliveryAttempted(format, delivery.verdict),
    isTaken(delivery.verdict) ? Effect.logInfo(`push ${delivery.verdict}`) : Effect.logWarning(`push not delivered: ${delivery.detail}`)
  ).pipe(
    Effect.annotateLogs({
      notification,
      format,
      verdict: delivery.verdict,
      status: delivery.status,
      code: delivery.code,
      body: delivery.excerpt
    })
  )

const pauseAfterDefect = 5_000
/** The state of a stop, which all lines share. */
interface Stop {
  readonly isOn: () => boolean
  readonly wait: Effect.Effect<void>
}

/** The outcome of a request that may have been interrupted, or have failed inside the service. */
export const deliveryOf = (exit: Exit.Exit<Delivery>): Effect.Effect<Delivery> => {
  if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
  return Cause.isInterrupted(exit.cause)
    ? Effect.succeed(abandoned)
    : Effect.as(Effect.logError("message attempt failed", exit.cause), broken)
}

/**
 * Sends the messages for one chat, one after another. Each chat has its own line, so a failing chat delays no other. Lines of one
 * address share only its limits.
 */
export const makeLine = (paces: Paces, stop: Stop, poll: number) =>
  Effect.gen(function*() {
    const outbox = yield* Outbox
    const store = yield* LedgerStore
    const isOutdated = outdated(store)
    const sinceOf = sinceThen(store)
    const bell = yield* OutboxBell
    const bot = yield* ChatBot
    const watch = yield* clockWatch
    const earliest = yield* EarliestTime

    // Interruptible even in an uninterruptible region, because the timeout has to interrupt `event`.
    const sleepUntil = (event: Effect.Effect<void>, millis: number) =>
      Effect.interruptible(Effect.asVoid(Effect.timeoutOption(event, millis)))
    const pause = (millis: number) => millis > 0 ? sleepUntil(stop.wait, millis) : Effect.void
    // A stop rings the bell, but a pass that starts at the same moment silences it.
    const idle = (event: Effect.Effect<void>) => Effect.suspend(() => stop.isOn() ? Effect.void : Effect.interruptible(event))

    /**
     * The loop of one line. It ends when the settings no longer have the chat; the chat's messages then wait until a chat has that
     * name again.
     * @param failingSince the instants (monotonic clock) since which the line's messages cannot be read or stored, by chat
     */
    return (name: string, failingSince: Map<string, number>) =>
      Effect.gen(function*() {
        const listener = yield* bell.listen
        const recover = pause(pauseAfterDefect)
        const setting = Effect.map(bot.chats, (chats) => chats.find((chat) => chat.name === name))

        const failed = Effect.map(monotonicMillis, (now) => {
          if (!failingSince.has(name)) failingSince.set(name, now)
        })
        const succeeded = Effect.sync(() => {
          failingSince.delete(name)
        })

        /** A message whose state is not stored would be sent again, so storing is retried until it succeeds. */
        const insist = Effect.fnUntraced(function*(store: Effect.Effect<void>) {
          while (true) {
            const stored = yield* Effect.exit(store)
            if (Exit.isSuccess(stored)) return
            yield* failed
            yield* Effect.logError("message state not stored, will retry", stored.cause)
            yield* recover
            if (stop.isOn()) return
          }
        })

        const attempt = (entry: Entry, announcement: Announcement, since: FigureSince, { product: { formats } }: ChatLine) =>
          Effect.uninterruptibleMask((restore) =>
            Effect.gen(function*() {
              const format = formatFrom(entry.progress.nextFormat, formats)
              const at = yield* Clock.currentTimeMillis
              yield* debugLine("message attempt begins", {
                notification: entry.id,
                kind: announcement.kind,
                format
              })
              const origin = { id: entry.id, at: entry.createdAt }
              const delivery = yield* deliveryOf(
                yield* Effect.exit(restore(bot.send(name, announcement, format, Infinity, since, origin)))
              )
              const now = yield* Clock.currentTimeMillis
              yield* logAttempt(entry.id, format, delivery)
              const next = afterAttempt({ ...entry.progress, nextFormat: format }, delivery, at, now, yield* Random.next, formats)
              yield* insist(outbox.record(entry, attemptOf(at, format, delivery), next, now))
              yield* debugLine("message state stored", {
                notification: entry.id,
                state: next.state,
                next_format: next.progress.nextFormat,
                wait_ms: next.state === "pending" ? Math.max(0, next.nextAttemptAt - now) : 0
              })
            })
          )

        /** When `entry` is due. An instant further away than the longest wait was set before the clock was set back. */
        const dueOf = Effect.fnUntraced(function*(entry: Entry) {
          const now = yield* Clock.currentTimeMillis
          if (entry.nextAttemptAt <= now + longestWait) return entry.nextAttemptAt
          yield* outbox.postpone(entry.id, now + longestWait)
          return now + longestWait
        })

        const drop = (entry: Entry, { kind }: Announcement) =>
          Effect.zipRight(
            outbox.drop(entry.id),
            Effect.annotateLogs(Effect.logInfo("message dropped, it is no longer needed"), { notification: entry.id, kind })
          )

        /** Handles the oldest pending message. While it waits, all later messages of the line wait, so their order is kept. */
        const pass = Effect.gen(function*() {
          yield* listener.silence
          const line = yield* setting
          if (line === undefined) return false
          yield* paces.begin(line)
          yield* send(line)
          return true
        })

        const send = Effect.fnUntraced(function*(line: ChatLine) {
          if ((yield* Clock.currentTimeMillis) < earliest) return yield* idle(watch.reached(() => earliest, poll))
          const head = yield* outbox.nextPending(name)
          if (Option.isNone(head)) return yield* idle(listener.rung)
          const entry = head.value
          if (entry.announcement === null)
            return yield* outbox.fail(entry.id, "The stored message cannot be read by this version")
          if (yield* isOutdated(entry.announcement)) return yield* drop(entry, entry.announcement)
          const due = yield* dueOf(entry)
          if (due > (yield* Clock.currentTimeMillis)) return yield* idle(Effect.race(listener.rung, watch.reached(() => due, poll)))
          yield* pause(Option.getOrElse(yield* paces.reserve(line, Infinity), () => 0))
          // The wait may have been long, and the day may have its amount by now.
          if (stop.isOn() || (yield* isOutdated(entry.announcement))) return
          const since = yield* sinceOf(entry.announcement)
          // The last statement before the request. It fails if another process may serve the database by now.
          const found = yield* outbox.nextPending(name)
          if (!stop.isOn() && Option.isSome(found) && found.value.id === entry.id) yield* attempt(entry, entry.announcement, since, line)
        })

        yield* Effect.tap(pass, () => succeeded).pipe(
          Effect.catchAllCause((cause) =>
            Cause.isInterrupted(cause)
              ? Effect.failCause(cause)
              : Effect.as(
                Effect.zipRight(failed, Effect.zipRight(Effect.logError("outbox check failed, will retry", cause), recover)),
                true
              )
          ),
          Effect.repeat({ while: (goesOn) => goesOn && !stop.isOn() })
        )
      }).pipe(Effect.scoped, Effect.annotateLogs({ service: "notifier" }))
  })
