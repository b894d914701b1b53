import { Context, type Effect } from "effect"
import type { ChatKind } from "../Config/ChatKind.ts"
import type { Announcement } from "../Domain/Announcement.ts"
import type { Delivery, Format } from "../Domain/Attempt.ts"
import type { FigureSince } from "../Domain/FigureSince.ts"
import type { Topic } from "../Domain/Topic.ts"
import type { Product } from "./Product.ts"

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
   * @param chat the name of the chat
   * @param since how the day's figure has changed since the message was stored; by default, it has not
   */
  readonly send: (
    chat: string,
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
