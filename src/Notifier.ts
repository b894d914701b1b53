import { Clock, Context, Data, Duration, Effect, Fiber, FiberMap, Layer, Option } from "effect"
import { ChatBot, type ChatLine, type ChatTarget, lineTo } from "./Chat/ChatBot.ts"
import { crowded } from "./Chat/NoReply.ts"
import { clockWatch } from "./Clock/ClockWatch.ts"
import { inFlight, monotonicMillis } from "./Concurrency/Deadline.ts"
import type { ChatKind } from "./Config/Chats.ts"
import type { DayAnnouncement } from "./Domain/Announcement.ts"
import { type Attempt, attemptOf, type Format, isTaken, leadsOn } from "./Domain/Attempt.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import type { Resendable } from "./Domain/Refused.ts"
import { mainChat } from "./Domain/Topic.ts"
import type { LedgerStore } from "./Ledger/Store.ts"
import { deliveryOf, logAttempt, makeLine, makePaces } from "./Notifier/Line.ts"
import {
  emptyLine,
  type EntryWithAttempts,
  type LineStatus,
  Outbox,
  type OutboxQuery,
  type OutboxStatus,
  type ResentOfRefused
} from "./Outbox.ts"
import { OutboxBell } from "./Outbox/Bell.ts"
import type { Entry } from "./Outbox/Row.ts"

/** A chat with its messages. */
export interface LineReport extends LineStatus {
  readonly name: string
  /** null if messages are printed, and for a chat that the settings no longer have. */
  readonly kind: ChatKind | null
  /** Whether the settings have the chat. If not, its waiting messages are not sent. */
  readonly isSet: boolean
  /** Until when its bot accepts no messages; null if it accepts them. */
  readonly mutedUntil: number | null
}

/** Every chat of the settings in their order, followed by those for which messages still wait or have failed. */
export const lineReports = (
  { chats: stored }: OutboxStatus,
  chats: ReadonlyArray<Pick<LineReport, "kind" | "mutedUntil" | "name">>
): ReadonlyArray<LineReport> => [
  ...chats.map(({ kind, mutedUntil, name }) => ({ ...stored.get(name) ?? emptyLine, name, kind, isSet: true, mutedUntil })),
  ...[...stored].filter(([name, { failed, pending }]) => chats.every((chat) => chat.name !== name) && pending + failed > 0)
    .map(([name, line]) => ({ ...line, name, kind: null, isSet: false, mutedUntil: null }))
]

/** Whether the shop has more chats than the one of the top-level keys. */
export const hasLines = (lines: ReadonlyArray<LineReport>): boolean => lines.some(({ name }) => name !== mainChat)

/** No format of a test push was delivered. */
export class PushFailed extends Data.TaggedError("PushFailed")<{ readonly attempts: ReadonlyArray<Attempt> }> {
  override get message(): string {
    return this.attempts.at(-1)?.detail ?? "no attempt was made"
  }
}

const allMillis = 10_000
const eachMillis = 3_000

/**
 * Tries the formats of the product until a verdict decides (rule 7.12), within 10 s in all (rule 6.11).
 * @param attempt tries one format within `millis`, which include the wait for the rate limit
 */
export const tryFormats = (
  formats: ReadonlyArray<Format>,
  attempt: (format: Format, millis: number, timeoutMillis: number) => Effect.Effect<Attempt>
): Effect.Effect<ReadonlyArray<Attempt>, PushFailed> =>
  Effect.gen(function*() {
    const deadline = (yield* Clock.currentTimeMillis) + allMillis
    const attempts: Array<Attempt> = []
    for (const format of formats) {
      const left = deadline - (yield* Clock.currentTimeMillis)
      if (left <= 0) break
      const made = yield* attempt(format, left, eachMillis)
      attempts.push(made)
      if (isTaken(made.verdict)) return attempts
      if (!leadsOn(made.verdict)) break
    }
    return yield* new PushFailed({ attempts })
  })

/** The settings have no chat with this name. */
export class UnknownChat extends Data.TaggedError("UnknownChat")<{ readonly found: string; readonly names: ReadonlyArray<string> }> {}

/**
 * Sends `which` of the messages that a chat refused again, and gives up the others. Those of a chat that the settings no longer have
 * can only be given up. `permit` runs in its transaction.
 */
export const resendRefused = (outbox: typeof Outbox.Service, bot: typeof ChatBot.Service) =>
<E = never>(
  chat: string,
  which: Resendable,
  permit: Effect.Effect<unknown, E> = Effect.void
): Effect.Effect<ResentOfRefused, E | UnknownChat> =>
  Effect.gen(function*() {
    const names = (yield* bot.chats).map(({ name }) => name)
    const isSet = names.includes(chat)
    const unknown = new UnknownChat({ found: chat, names })
    if (!isSet && which !== "none") return yield* unknown
    const done = yield* outbox.resendRefused(chat, which, permit)
    if (!isSet && done.dropped === 0) return yield* unknown
    if (done.sent > 0) yield* bot.reopen(chat)
    return done
  })

export interface NotifierStatus extends OutboxStatus {
  readonly lines: ReadonlyArray<LineReport>
}

/** Sends the messages of the outbox, one after another in each chat, without delaying the writers. */
export class Notifier extends Context.Tag("Notifier")<Notifier, {
  /**
   * Sends a test message to a chat immediately, without storing it in the outbox; takes at most 10 s.
   * @param chat its name, or a chat that the settings do not have yet
   */
  readonly testPush: (
    announcement: DayAnnouncement,
    chat?: string | ChatTarget
  ) => Effect.Effect<ReadonlyArray<Attempt>, PushFailed | UnknownChat>
  /**
   * Sends a failed or waiting message again, starting with the card; none if the message is unknown or delivered. `permit` runs in
   * its transaction.
   * @param chat the name of the chat that the message is for from now on; undefined keeps its chat
   * @param by the person who sends it, for the log
   */
  readonly resend: <E>(
    id: number,
    asked: { readonly permit: Effect.Effect<unknown, E>; readonly chat: string | undefined; readonly by: string }
  ) => Effect.Effect<Option.Option<Entry>, E | UnknownChat>
  /**
   * Removes a waiting or failed message; none if there is no such message.
   * @param by the person who removes it, for the log
   */
  readonly remove: <E = never>(id: number, permit: Effect.Effect<unknown, E>, by: string) => Effect.Effect<Option.Option<Entry>, E>
  /**
   * Sends messages that a chat refused again, and gives up the others.
   * @param by the person who decides so, for the log
   */
  readonly resendRefused: <E>(
    chat: string,
    which: Resendable,
    asked: { readonly permit: Effect.Effect<unknown, E>; readonly by: string }
  ) => Effect.Effect<ResentOfRefused, E | UnknownChat>
  readonly list: (query: OutboxQuery) => Effect.Effect<ReadonlyArray<EntryWithAttempts>>
  /** The messages about a day, newest first. */
  readonly ofDay: (date: LocalDate) => Effect.Effect<ReadonlyArray<EntryWithAttempts>>
  readonly status: Effect.Effect<NotifierStatus>
  /** For how many milliseconds (monotonic clock) this process could not read or write the outbox; 0 while it can. */
  readonly failingFor: Effect.Effect<number>
  /** Starts no further attempt; those in flight continue. Waiting messages are sent after the next start. */
  readonly quiesce: Effect.Effect<void>
}>() {}

/**
 * The longest time between two polls of the outbox. The bell rings for each change that the ledger makes or reads; a poll detects
 * all other changes.
 */
export class OutboxPollInterval extends Context.Reference<OutboxPollInterval>()("OutboxPollInterval", {
  defaultValue: (): Duration.DurationInput => "10 seconds"
}) {}

/** Logs what a person did with a message, with the message as it was before. */
const logAct = (what: string, { announcement, chat, id, state }: Entry, by: string, more: Readonly<Record<string, string>> = {}) =>
  Effect.annotateLogs(Effect.logInfo(what), {
    service: "notifier",
    notification: id,
    chat,
    ...more,
    kind: announcement?.kind ?? null,
    state,
    by
  })

const make = Effect.gen(function*() {
  const outbox = yield* Outbox
  const bell = yield* OutboxBell
  const bot = yield* ChatBot
  const paces = makePaces()
  const stop = yield* Effect.makeLatch(false)
  let stopping = false
  const watch = yield* clockWatch
  const poll = Duration.toMillis(yield* OutboxPollInterval)
  yield* watch.every(poll, bell.ring)

  const failingSince = new Map<string, number>()
  const line = yield* makeLine(paces, { isOn: () => stopping, wait: stop.await }, poll)
  const running = yield* FiberMap.make<string>()
  const { rung, silence } = yield* bell.listen

  /** Each chat of the settings has a line that sends. A reload that adds a chat rings the bell. */
  const startLines = Effect.flatMap(bot.chats,
    (chats) =>
      Effect.forEach(chats, ({ name }) => FiberMap.run(running, name, line(name, failingSince), { onlyIfMissing: true }), {
        discard: true
      }))
  const tend = Effect.suspend(() => stopping ? Effect.never : Effect.zipRight(silence, Effect.zipRight(startLines, rung)))
  yield* Effect.forkScoped(Effect.forever(tend))

  const quiesce = Effect.suspend(() => {
    stopping = true
    return Effect.zipRight(stop.open, bell.ring)
  })
  const ended = Effect.suspend(() => Effect.forEach([...running], ([, fiber]) => Fiber.await(fiber), { discard: true }))
  // Added after the lines, so it runs before they are interrupted: attempts in flight finish, or end as unknown.
  yield* Effect.addFinalizer(() => Effect.zipRight(quiesce, ended.pipe(Effect.interruptible, Effect.timeoutOption(inFlight))))

  const lineOf = (name: string): Effect.Effect<ChatLine, UnknownChat> =>
    Effect.flatMap(bot.chats, (chats) => {
      const found = chats.find((chat) => chat.name === name)
      return found === undefined ? new UnknownChat({ found: name, names: chats.map((chat) => chat.name) }) : Effect.succeed(found)
    })

  const testPush = Effect.fnUntraced(function*(announcement: DayAnnouncement, chat: string | ChatTarget = mainChat) {
    const line = typeof chat === "string" ? yield* lineOf(chat) : lineTo(chat)
    if (typeof chat === "string") yield* bot.reopen(chat)
    return yield* tryFormats(line.product.formats, Effect.fnUntraced(function*(format, millis, timeoutMillis) {
      const at = yield* Clock.currentTimeMillis
      const wait = yield* paces.reserve(line, millis)
      if (Option.isNone(wait)) return attemptOf(at, format, crowded)
      if (wait.value > 0) yield* Effect.sleep(wait.value)
      const left = millis - ((yield* Clock.currentTimeMillis) - at)
      const delivery = yield* deliveryOf(yield* Effect.exit(bot.send(chat, announcement, format, Math.min(left, timeoutMillis))))
      yield* logAttempt("test", format, delivery)
      return attemptOf(at, format, delivery)
    })).pipe(Effect.annotateLogs({ service: "notifier" }))
  })

  const lines = Effect.fnUntraced(function*(status: OutboxStatus) {
    const chats = yield* Effect.forEach(yield* bot.chats,
      (chat) => Effect.map(bot.mutedUntil(chat.name), (mutedUntil) => ({ ...chat, mutedUntil })))
    return { ...status, lines: lineReports(status, chats) }
  })

  return {
    testPush,
    resend: <E>(
      id: number,
      { by, chat, permit }: { readonly permit: Effect.Effect<unknown, E>; readonly chat: string | undefined; readonly by: string }
    ) =>
      Effect.tap(outbox.resend<E | UnknownChat>(id, permit, (own) => Effect.as(lineOf(chat ?? own), chat ?? own)), (resent) =>
        Option.isNone(resent) ? Effect.void : Effect.all([
          logAct("message sent again by a person", resent.value, by, chat === undefined ? {} : { to: chat }),
          bot.reopen(chat ?? resent.value.chat),
          bell.ring
        ], { discard: true })),
    remove: <E = never>(id: number, permit: Effect.Effect<unknown, E>, by: string) =>
      Effect.tap(outbox.remove(id, permit), (removed) =>
        Option.isNone(removed)
          ? Effect.void
          : Effect.zipRight(logAct("message dropped by a person", removed.value, by), bell.ring)),
    resendRefused: (chat, which, { by, permit }) =>
      Effect.tap(resendRefused(outbox, bot)(chat, which, permit), ({ dropped, sent }) =>
        Effect.zipRight(
          Effect.annotateLogs(Effect.logInfo("refused messages settled by a person"), {
            service: "notifier",
            chat,
            which,
            sent,
            dropped,
            by
          }),
          bell.ring
        )),
    list: outbox.list,
    ofDay: outbox.ofDay,
    status: Effect.flatMap(outbox.status, lines),
    failingFor: Effect.map(monotonicMillis, (now) => Math.max(0, ...[...failingSince.values()].map((since) => now - since))),
    quiesce
  } satisfies typeof Notifier.Service
})

export const layer: Layer.Layer<Notifier, never, Outbox | OutboxBell | LedgerStore | ChatBot> = Layer.scoped(Notifier, make)
