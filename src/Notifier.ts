import { Cause, Clock, Context, Duration, Effect, Exit, Fiber, Layer, Option, Random } from "effect"
import { ChatBot } from "./Chat/ChatBot.ts"
import { abandoned, broken, crowded, orphaned } from "./Chat/NoReply.ts"
import * as Pace from "./Chat/Pace.ts"
import { clockWatch } from "./Clock/ClockWatch.ts"
import { inFlight } from "./Concurrency/Closing.ts"
import { monotonicMillis } from "./Concurrency/Monotonic.ts"
import { Lease } from "./Database/Lease.ts"
import type { Announcement, DayAnnouncement } from "./Domain/Announcement.ts"
import { type Attempt, attemptOf, type Delivery } from "./Domain/Attempt.ts"
import type { FigureSince } from "./Domain/FigureSince.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import { afterAttempt, afterLostSender, formatFrom, longestWait } from "./Domain/Retry.ts"
import { LedgerStore } from "./Ledger/Store.ts"
import { logAttempt } from "./Notifier/AttemptLog.ts"
import * as Epoch from "./Notifier/Epoch.ts"
import { outdated } from "./Notifier/Outdated.ts"
import { sinceThen } from "./Notifier/SinceThen.ts"
import { type PushFailed, tryFormats } from "./Notifier/TestPush.ts"
import { type EntryWithAttempts, Outbox, type OutboxQuery, type OutboxStatus } from "./Outbox.ts"
import { OutboxBell } from "./Outbox/Bell.ts"
import type { Entry } from "./Outbox/Row.ts"
import { traced } from "./Tracing.ts"

/** Sends the messages of the outbox one after another, without delaying the writers. */
export class Notifier extends Context.Tag("Notifier")<Notifier, {
  /** Sends a test message now, without storing it in the outbox; 10 s at most. */
  readonly testPush: (announcement: DayAnnouncement) => Effect.Effect<ReadonlyArray<Attempt>, PushFailed>
  /** Sends a failed or waiting message again, starting with the card; none if it is unknown or delivered. `permit` runs in its transaction. */
  readonly resend: <E = never>(id: number, permit?: Effect.Effect<unknown, E>) => Effect.Effect<Option.Option<Entry>, E>
  readonly list: (query: OutboxQuery) => Effect.Effect<ReadonlyArray<EntryWithAttempts>>
  /** The messages about a day, newest first. */
  readonly ofDay: (date: LocalDate) => Effect.Effect<ReadonlyArray<EntryWithAttempts>>
  readonly status: Effect.Effect<OutboxStatus>
  /** Milliseconds for which the outbox could not be read or written here, by the monotonic clock; 0 while it can. */
  readonly failingFor: Effect.Effect<number>
  /** Starts no further attempt; the one in flight continues. Waiting messages are sent after the next start. */
  readonly quiesce: Effect.Effect<void>
}>() {}

/**
 * The longest time between two polls of the outbox. The bell rings for each change that the ledger makes or sees; a poll finds
 * other changes.
 */
export class OutboxPollInterval extends Context.Reference<OutboxPollInterval>()("OutboxPollInterval", {
  defaultValue: (): Duration.DurationInput => "10 seconds"
}) {}

const attemptTimeout = 10_000
const pauseAfterDefect = 5_000
/** Shorter, because the process that takes over must send within 5 s. */
const pauseOfReplica = 1_000
/** The longest time between two checks whether this process holds the lease. It costs no SQL. */
const standbyInterval = 250

const make = Effect.gen(function*() {
  const outbox = yield* Outbox
  const store = yield* LedgerStore
  const isOutdated = outdated(store)
  const sinceOf = sinceThen(store)
  const bell = yield* OutboxBell
  const bot = yield* ChatBot
  const pace = yield* Pace.make((yield* bot.product).limits)
  const epoch = Epoch.make(yield* Lease, pace.restart)
  const stop = yield* Effect.makeLatch(false)
  let stopping = false

  // Interruptible even in an uninterruptible region, because the timeout has to interrupt `event`.
  const sleepUntil = (event: Effect.Effect<void>, millis: number) =>
    Effect.interruptible(Effect.asVoid(Effect.timeoutOption(event, millis)))
  const pause = (millis: number) => millis > 0 ? sleepUntil(stop.await, millis) : Effect.void
  const recover = Effect.suspend(() => pause(epoch.current() === null ? pauseAfterDefect : pauseOfReplica))
  // A stop also rings the bell, but a pass that starts at that moment silences it.
  const idle = (event: Effect.Effect<void>) => Effect.suspend(() => stopping ? Effect.void : Effect.interruptible(event))
  const standBy = idle(sleepUntil(bell.rung, standbyInterval))
  const watch = yield* clockWatch
  const poll = Duration.toMillis(yield* OutboxPollInterval)
  yield* watch.every(poll, bell.ring)

  const deliveryOf = (exit: Exit.Exit<Delivery>): Effect.Effect<Delivery> => {
    if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
    return Cause.isInterrupted(exit.cause)
      ? Effect.succeed(abandoned)
      : Effect.as(Effect.logError("message attempt failed", exit.cause), broken)
  }

  let failingSince: number | undefined
  const failed = Effect.map(monotonicMillis, (now) => {
    failingSince ??= now
  })
  const succeeded = Effect.sync(() => {
    failingSince = undefined
  })

  /** A message whose state is not stored would be sent again, so storing is retried until it succeeds. */
  const insist = Effect.fnUntraced(function*(store: Effect.Effect<void>) {
    while (true) {
      const stored = yield* Effect.exit(store)
      if (Exit.isSuccess(stored)) return
      yield* failed
      yield* Effect.logError("message state not stored, will retry", stored.cause)
      yield* recover
      if (stopping) return
    }
  })

  const attempt = (entry: Entry, announcement: Announcement, since: FigureSince) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const { formats } = yield* bot.product
        const format = formatFrom(entry.progress.nextFormat, formats)
        const at = yield* Clock.currentTimeMillis
        yield* Effect.annotateLogs(Effect.logDebug("message attempt begins"), { notification: entry.id, kind: announcement.kind, format })
        const delivery = yield* deliveryOf(
          yield* Effect.exit(
            restore(epoch.within(bot.send(announcement, format, attemptTimeout, since, { id: entry.id, at: entry.createdAt })))
          )
        )
        const now = yield* Clock.currentTimeMillis
        yield* logAttempt(entry.id, format, delivery)
        const next = afterAttempt({ ...entry.progress, nextFormat: format }, delivery, at, now, yield* Random.next, formats)
        yield* insist(
          Effect.flatMap(outbox.record(entry.id, attemptOf(at, format, delivery), next, now, entry.claim), (stored) =>
            stored ? Effect.void : Effect.logWarning("attempt not stored, because another process holds the lease"))
        )
        yield* Effect.annotateLogs(Effect.logDebug("message state stored"), {
          notification: entry.id,
          state: next.state,
          next_format: next.progress.nextFormat,
          wait_ms: next.state === "pending" ? Math.max(0, next.nextAttemptAt - now) : 0
        })
      })
    )

  /** When `entry` is due. An instant beyond the longest wait was set before the clock was set back. */
  const dueOf = Effect.fnUntraced(function*(entry: Entry) {
    const now = yield* Clock.currentTimeMillis
    if (entry.nextAttemptAt <= now + longestWait) return entry.nextAttemptAt
    yield* outbox.postpone(entry.id, now + longestWait, epoch.current())
    return now + longestWait
  })

  const drop = (entry: Entry, { kind }: Announcement) =>
    Effect.zipRight(
      outbox.drop(entry.id, epoch.current()),
      Effect.annotateLogs(Effect.logInfo("message dropped, it is no longer needed"), { notification: entry.id, kind })
    )

  /** The attempt of a lost sender has no stored result. The message is due at the next pass, or after a wait. */
  const closeAttemptOfLostSender = Effect.fnUntraced(function*(entry: Entry) {
    const now = yield* Clock.currentTimeMillis
    const next = afterLostSender(entry.progress, orphaned, now, yield* Random.next)
    const stored = yield* outbox.record(entry.id, attemptOf(now, entry.progress.nextFormat, orphaned), next, now, epoch.current())
    if (!stored) return yield* standBy
    yield* Effect.annotateLogs(Effect.logWarning("message may arrive twice: its sender was lost during an attempt"), {
      notification: entry.id,
      wait_ms: next.state === "pending" ? Math.max(0, next.nextAttemptAt - now) : 0
    })
  })

  /** Handles the oldest pending message. While it waits, all later messages wait, so the order is kept. */
  const pass = Effect.gen(function*() {
    yield* bell.silence
    if (!(yield* epoch.begin)) return yield* standBy
    const head = yield* outbox.nextPending
    if (Option.isNone(head)) return yield* idle(bell.rung)
    const entry = head.value
    if (entry.announcement === null)
      return yield* outbox.fail(entry.id, "The stored message cannot be read by this version", epoch.current())
    if (yield* isOutdated(entry.announcement)) return yield* drop(entry, entry.announcement)
    if (entry.claim !== null && entry.claim !== epoch.current()) return yield* closeAttemptOfLostSender(entry)
    const due = yield* dueOf(entry)
    if (due > (yield* Clock.currentTimeMillis)) return yield* idle(Effect.race(bell.rung, watch.reached(() => due, poll)))
    yield* pause(Option.getOrElse(yield* pace.reserve((yield* bot.product).limits, Infinity), () => 0))
    // The wait may have been long: the day may have its amount by now.
    if (stopping || (yield* isOutdated(entry.announcement))) return
    const since = yield* sinceOf(entry.announcement)
    const claimed = yield* outbox.claim(entry, epoch.current())
    if (Option.isNone(claimed)) return yield* standBy
    // Last, because claiming may have taken long: another process may send by now.
    if (!stopping && (yield* epoch.isOn)) yield* attempt(claimed.value, entry.announcement, since)
  })

  const drain = Effect.zipRight(pass, succeeded).pipe(
    Effect.catchAllCause((cause) =>
      Cause.isInterrupted(cause)
        ? Effect.failCause(cause)
        : Effect.zipRight(failed, Effect.zipRight(Effect.logError("outbox check failed, will retry", cause), recover))
    ),
    Effect.repeat({ until: () => stopping }),
    Effect.annotateLogs({ service: "notifier" })
  )
  const loop = yield* Effect.forkScoped(drain)
  const quiesce = Effect.suspend(() => {
    stopping = true
    return Effect.zipRight(stop.open, bell.ring)
  })
  // Added after the fork, so it runs before the loop is interrupted: the attempt in flight finishes, or is given up as unknown.
  yield* Effect.addFinalizer(() => Effect.zipRight(quiesce, Fiber.await(loop).pipe(Effect.interruptible, Effect.timeoutOption(inFlight))))

  const testPush = Effect.fnUntraced(function*(announcement: DayAnnouncement) {
    const { formats, limits } = yield* bot.product
    return yield* tryFormats(formats, Effect.fnUntraced(function*(format, millis, timeoutMillis) {
      const at = yield* Clock.currentTimeMillis
      const wait = yield* pace.reserve(limits, millis)
      if (Option.isNone(wait)) return attemptOf(at, format, crowded)
      if (wait.value > 0) yield* Effect.sleep(wait.value)
      const left = millis - ((yield* Clock.currentTimeMillis) - at)
      const delivery = yield* deliveryOf(yield* Effect.exit(bot.send(announcement, format, Math.min(left, timeoutMillis))))
      yield* logAttempt("test", format, delivery)
      return attemptOf(at, format, delivery)
    })).pipe(Effect.annotateLogs({ service: "notifier" }))
  }, traced("Notifier.testPush"))

  return {
    testPush,
    resend: (id, permit) => Effect.tap(outbox.resend(id, permit), () => bell.ring),
    list: outbox.list,
    ofDay: outbox.ofDay,
    status: outbox.status,
    failingFor: Effect.map(monotonicMillis, (now) => failingSince === undefined ? 0 : now - failingSince),
    quiesce
  } satisfies typeof Notifier.Service
})

export const layer: Layer.Layer<Notifier, never, Outbox | OutboxBell | LedgerStore | ChatBot> = Layer.scoped(Notifier, make)
