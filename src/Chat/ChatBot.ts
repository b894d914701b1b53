import type { HttpClient } from "@effect/platform"
import { Clock, Context, type DateTime, Effect, Layer, Redacted } from "effect"
import { createHash } from "node:crypto"
import { ShopClock } from "../Clock.ts"
import { Config } from "../Config.ts"
import type { ChatKind } from "../Config/Chats.ts"
import { consoleBot } from "../Config/Forms.ts"
import { chatsOf, languageOf, type ShopConfig } from "../Config/ShopConfig.ts"
import type { Announcement } from "../Domain/Announcement.ts"
import { type Delivery, type Format, isTaken } from "../Domain/Attempt.ts"
import type { FigureSince } from "../Domain/FigureSince.ts"
import type { Topic } from "../Domain/Topic.ts"
import type { Secrets } from "../Logging/Secrets.ts"
import { makeBot, printMessage, type Recipient, usualPatience } from "./Bot.ts"
import { BotMemory, isGone, mutedFor, setGone } from "./BotMemory.ts"
import { type ChatKeys, keysOfChat, namingKeys } from "./ChatFindings.ts"
import { compose, type MessageContext } from "./Message.ts"
import { invalidAddress, removedChat } from "./NoReply.ts"
import type { Product } from "./Product.ts"
import { productOf } from "./Products.ts"

/** The settings that sending to one chat depends on. */
export interface ChatTarget extends MessageContext {
  readonly name: string
  readonly about: ReadonlyArray<Topic>
  /** Where the file has these settings. */
  readonly keys: ChatKeys
  /** The address of a chat bot, or `console:`. It is a credential. */
  readonly webhookUrl: Redacted.Redacted
  /** The product, if the host of the address does not show it. */
  readonly kind?: ChatKind | null
  /** Empty when messages are not signed. */
  readonly secret: Redacted.Redacted
}

/** What a message contains besides its facts: the shop, the keyword, the links, the language and the time. */
export const contextOf = (config: ShopConfig, now: DateTime.Zoned): MessageContext => ({
  shopName: config.shopName,
  keyword: config.chatKeyword,
  publicUrl: config.publicUrl,
  language: languageOf(config),
  currency: config.currency,
  now
})

/** Every chat of some settings. */
export const targetsOf = (config: ShopConfig, now: DateTime.Zoned): ReadonlyArray<ChatTarget> =>
  chatsOf(config).map(({ about, keyword, kind, name, secret, url }, index) => ({
    ...contextOf(config, now),
    name,
    about,
    keyword,
    keys: keysOfChat(index),
    webhookUrl: url,
    kind,
    secret
  }))

/** The current settings of every chat, read on every send, so that a reload takes effect at once. */
export class ChatSettings extends Context.Tag("ChatSettings")<ChatSettings, {
  readonly current: Effect.Effect<ReadonlyArray<ChatTarget>>
}>() {}

export const chatSettings: Layer.Layer<ChatSettings, never, Config | ShopClock> = Layer.effect(
  ChatSettings,
  Effect.map(Effect.all([Config, ShopClock]), ([config, clock]) => ({
    current: Effect.zipWith(
      config.current,
      clock.now,
      (config, now) => targetsOf(config, now)
    )
  }))
)

/** The message of the outbox that is sent; a test message has none. */
export interface Origin {
  readonly id: number
  /** When it was stored; milliseconds since 1970. */
  readonly at: number
}

/** A chat of the current settings. */
export interface ChatLine {
  readonly name: string
  readonly about: ReadonlyArray<Topic>
  /** null where messages are printed. */
  readonly kind: ChatKind | null
  /** The same for chats with one address: they share its limits. It is no secret. */
  readonly place: string
  readonly product: Pick<Product, "formats" | "limits">
}

/** Sends messages to the team's chats. Sending never fails: every outcome is a `Delivery`. */
export class ChatBot extends Context.Tag("ChatBot")<ChatBot, {
  /** The chats of the current settings, the first one of which has the top-level keys. */
  readonly chats: Effect.Effect<ReadonlyArray<ChatLine>>
  /**
   * @param chat the name of the chat, or one that the settings do not have yet
   * @param since how the day's figure has changed since the message was stored; by default, it has not
   */
  readonly send: (
    chat: string | ChatTarget,
    announcement: Announcement,
    format: Format,
    timeoutMillis: number,
    since?: FigureSince,
    origin?: Origin
  ) => Effect.Effect<Delivery>
  /** Allows messages again to a receiver that wanted no more: a person sends one to the chat. */
  readonly reopen: (chat: string) => Effect.Effect<void>
  /** Until when the bot of a chat accepts no messages, milliseconds since 1970; null if it accepts them. */
  readonly mutedUntil: (chat: string) => Effect.Effect<number | null>
}>() {}

const isCallable = (address: string): boolean => URL.canParse(address) && /^(?:https?|smtps?):$/.test(new URL(address).protocol)

/** A refusal that leads to the next format, where the product tries every one. */
const withNextFormat = ({ formats, triesEveryFormat }: Product, format: Format, delivery: Delivery): Delivery => {
  const isRefusal = delivery.status !== null && !isTaken(delivery.verdict) && delivery.verdict !== "unknown"
  return triesEveryFormat === true && isRefusal && format !== formats.at(-1) ? { ...delivery, verdict: "format" } : delivery
}

/**
 * A restored database counts on from the newest message that it has, so its next message has the number of one that was sent before
 * the restore. Its instant differs.
 */
const idsOf = (chat: string, origin: Origin | undefined, now: number): Pick<Recipient, "at" | "id"> =>
  origin === undefined
    ? { id: `test-${now}-${chat}`, at: now }
    : { id: `${origin.id}-${origin.at.toString(36)}-${chat}`, at: origin.at }

/** Sends to the bot at an address. */
const makeSend = Effect.map(makeBot, (sendTo) =>
  Effect.fnUntraced(function*(
    target: ChatTarget,
    announcement: Announcement,
    format: Format,
    timeoutMillis: number,
    since?: FigureSince,
    origin?: Origin
  ) {
    const address = Redacted.value(target.webhookUrl)
    if (!isCallable(address)) return invalidAddress
    const product = productOf(address, target.kind)
    const body = product.message(compose(announcement, target, since), format)
    const now = target.now.epochMillis
    const to = { product, address, secret: Redacted.value(target.secret), zone: target.now.zone, ...idsOf(target.name, origin, now) }
    const delivery = withNextFormat(product, format, yield* sendTo(to, body, timeoutMillis))
    return { ...delivery, detail: namingKeys(delivery.detail, target.keys) }
  }))

type Address = Pick<ChatLine, "kind" | "place" | "product">

const addressOf = ({ kind, webhookUrl }: ChatTarget): Address => {
  const address = Redacted.value(webhookUrl)
  const product = productOf(address, kind)
  return {
    kind: address === consoleBot ? null : product.name,
    place: createHash("sha256").update(address).digest("hex").slice(0, 16),
    product
  }
}

/** The line of a chat. */
export const lineTo = (target: ChatTarget): ChatLine => ({ name: target.name, about: target.about, ...addressOf(target) })

/** The lines of the settings. Sending reads them before each message, so what an address gives is cached until a reload. */
const makeLines = () => {
  const known = new WeakMap<ChatTarget["webhookUrl"], Address>()
  return (target: ChatTarget): ChatLine => {
    const { about, name, webhookUrl } = target
    const address = known.get(webhookUrl) ?? addressOf(target)
    known.set(webhookUrl, address)
    return { name, about, ...address }
  }
}

/** The bots that the current settings name. */
export const configuredBots: Layer.Layer<ChatBot, never, ChatSettings | HttpClient.HttpClient | Secrets> = Layer.effect(
  ChatBot,
  Effect.gen(function*() {
    const settings = yield* ChatSettings
    const memory = yield* BotMemory
    const sendOverHttp = yield* makeSend
    const lineOf = makeLines()
    const targetOf = (chat: string) => Effect.map(settings.current, (targets) => targets.find(({ name }) => name === chat))
    return {
      chats: Effect.map(settings.current, (targets) => targets.map(lineOf)),
      send: (chat, announcement, format, timeoutMillis, since, origin) =>
        Effect.flatMap(typeof chat === "string" ? targetOf(chat) : Effect.succeed(chat), (target) => {
          if (target === undefined) return Effect.succeed(removedChat)
          return Redacted.value(target.webhookUrl) === consoleBot
            ? printMessage(target, announcement, Math.min(timeoutMillis, usualPatience), since)
            : sendOverHttp(target, announcement, format, timeoutMillis, since, origin)
        }),
      reopen: Effect.fnUntraced(function*(chat) {
        const target = yield* targetOf(chat)
        if (target === undefined) return
        const address = Redacted.value(target.webhookUrl)
        if (yield* isGone(memory, productOf(address, target.kind), address)) yield* setGone(memory, address, false)
      }),
      mutedUntil: Effect.fnUntraced(function*(chat) {
        const target = yield* targetOf(chat)
        if (target === undefined) return null
        const now = yield* Clock.currentTimeMillis
        const address = Redacted.value(target.webhookUrl)
        const left = yield* mutedFor(memory, productOf(address, target.kind), address, now)
        return left > 0 ? now + left : null
      })
    }
  })
)
