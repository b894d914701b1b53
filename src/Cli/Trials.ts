import { Command, Options } from "@effect/cli"
import { Clock, Effect, Layer, Option } from "effect"
import { ChatBot } from "../Chat/ChatBot.ts"
import { testMessage } from "../Chat/Message.ts"
import { ShopClock } from "../Clock.ts"
import { Config } from "../Config.ts"
import { isAsked } from "../Config/AmountSource.ts"
import { languageOf, moneyOf } from "../Config/ShopConfig.ts"
import { type Cents, toYuan } from "../Domain/Amount.ts"
import type { DayAnnouncement } from "../Domain/Announcement.ts"
import { type Attempt, attemptOf, untimed } from "../Domain/Attempt.ts"
import { dateOf } from "../Domain/Calendar.ts"
import { addDays, type LocalDate } from "../Domain/LocalDate.ts"
import { askedDay } from "../Domain/Refusal.ts"
import { counted } from "../Domain/Text.ts"
import { mainChat } from "../Domain/Topic.ts"
import { knownStarts } from "../Ledger/FirstStarts.ts"
import { LedgerStore } from "../Ledger/Store.ts"
import { printingTo, standardError, StandardOutput } from "../Logging/StandardStream.ts"
import { type PushFailed, tryFormats } from "../Notifier.ts"
import { amountSource, storedBot } from "../Shop.ts"
import { AmountSource, type ShownRequest } from "../Source.ts"
import { lines, printing, Refused, WrongUsage } from "./Output.ts"
import { commandLine, dateOption, json, textOption } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

/** Sends a message without the outbox. Its at most three attempts hardly count against the service's rate limit. */
export const pushOnce = (announcement: DayAnnouncement, chat: string): Effect.Effect<ReadonlyArray<Attempt>, PushFailed, ChatBot> =>
  Effect.gen(function*() {
    const bot = yield* ChatBot
    const chats = yield* bot.chats
    const formats = chats.find(({ name }) => name === chat)?.product.formats ?? []
    return yield* tryFormats(formats, (format, millis, timeoutMillis) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) =>
        Effect.map(bot.send(chat, announcement, format, Math.min(millis, timeoutMillis)), (delivery) =>
          attemptOf(at, format, delivery))))
  })

interface AskedPush {
  readonly date: Option.Option<LocalDate>
  readonly amount: Option.Option<Cents>
  readonly reason: Option.Option<string>
  readonly chat: Option.Option<string>
}

const testPush = (asked: AskedPush) =>
  Effect.gen(function*() {
    const { now, zone } = yield* ShopClock
    const store = yield* LedgerStore
    const settings = yield* (yield* Config).current
    const today = dateOf(yield* now, { zone, starts: yield* knownStarts(store, settings.dayStartsAt) })
    const date = yield* askedDay(Option.getOrUndefined(asked.date), today)
    const [amount, given] = [Option.getOrUndefined(asked.amount), Option.getOrUndefined(asked.reason)]
    const message = testMessage({ date, cents: amount, reason: given, actor: commandLine }, yield* store.day(date), languageOf(settings))
    const { cents, reason, source } = message
    const about = source === null && cents === 0 ? "" : ` about ${date}, ${moneyOf(settings)(cents)},`
    const chat = Option.getOrElse(asked.chat, () => mainChat)
    const names = (yield* (yield* ChatBot).chats).map(({ name }) => name)
    if (!names.includes(chat)) {
      return yield* new Refused({ code: "invalid_request", message: `--chat: expected one of ${names.join(", ")}, got ${chat}` })
    }
    const attempts = yield* pushOnce(message, chat)
    return {
      ok: true,
      text: lines(`a test message${about} was delivered as ${attempts.at(-1)?.format}`),
      json: { pushed: { date, amount: toYuan(cents), reason }, attempts: attempts.map(untimed) }
    }
  })

/** The console bot prints to standard output. If JSON is requested, standard output may contain only that. */
const onStderr = Effect.provideService(StandardOutput, printingTo(standardError))

export const testPushCommand = Command.make(
  "test-push",
  {
    date: dateOption("date", "The day the message is about; today by default"),
    amount: Options.text("amount").pipe(Options.withDescription("The amount it says; the stored one by default"), Options.optional),
    reason: textOption("reason", 200, "What it says it is for"),
    chat: textOption("chat", 32, "The chat that gets it, by its name in chats; main by default"),
    json
  },
  ({ amount, json, ...words }) =>
    Effect.flatMap(Effect.transposeMapOption(amount, (text) => Workbench.typedAmount("--amount", text)), (cents) => {
      const asked = { ...words, amount: cents }
      return printing(json)(
        Effect.provide(json ? onStderr(testPush(asked)) : testPush(asked), Layer.provideMerge(storedBot, Workbench.stored))
      )
    })
).pipe(Command.withDescription("Send one test message to the chat at once: card, then rich post, then text"))

const requestLines = (request: ShownRequest | null): ReadonlyArray<string> =>
  request === null
    ? []
    : [`${request.method} ${request.address}`, ...(request.variables.length === 0 ? [] : [`variables: ${request.variables.join(", ")}`])]

const trySource = (asked: Option.Option<LocalDate>) =>
  Effect.gen(function*() {
    const source = yield* AmountSource
    const settings = yield* (yield* Config).current
    const { now } = yield* ShopClock
    const days = yield* Workbench.dayBounds
    const today = dateOf(yield* now, days)
    const date = yield* askedDay(Option.getOrUndefined(asked), today, addDays(today, -1))
    if (!isAsked(settings.amountSource))
      return yield* new Refused({
        code: "no_source",
        message: `amount_source is "${settings.amountSource.kind}": nobody is asked for a figure`
      })
    const request = yield* source.describe
    return yield* Effect.match(source.ask(date, days), {
      onFailure: ({ code, message, params }) => ({
        ok: false,
        text: lines(...requestLines(request), `${date}: no figure: ${message}`),
        json: { date, amount: null, items: null, sha256: null, request, error: "source_failed", detail: message, reason: { code, params } }
      }),
      onSuccess: ({ amountCents, items, sha256 }) => ({
        ok: true,
        text: lines(...requestLines(request), `sha256 ${sha256}, ${counted(items, "item")}`,
          `${date}: ${moneyOf(settings)(amountCents)}; nothing is stored`),
        json: { date, amount: toYuan(amountCents), items, sha256, request }
      })
    })
  })

const tryCommand = Command.make(
  "try",
  { date: dateOption("date", "The day to ask for; yesterday by default"), json },
  ({ date, json }) => printing(json)(Effect.provide(trySource(date), Layer.provideMerge(amountSource, Workbench.settings)))
).pipe(Command.withDescription("Ask the source of config.json for a day's figure, show the answer, and store nothing"))

export const sourceCommand = Command.make("source", {}, () => new WrongUsage({ message: "source: expected the command try" })).pipe(
  Command.withDescription("Look at where a day's amount comes from"),
  Command.withSubcommands([tryCommand])
)
