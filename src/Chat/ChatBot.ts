import { Context, type Effect } from "effect"
import type { Announcement } from "../Domain/Announcement.ts"
import type { Delivery, Format } from "../Domain/Attempt.ts"
import type { FigureSince } from "../Domain/FigureSince.ts"
import type { Product } from "./Product.ts"

/** The message of the outbox that is sent; a test message has none. */
export interface Origin {
  readonly id: number
  /** When it was stored; milliseconds since 1970. */
  readonly at: number
}

/** Sends messages to the team's chat. Sending never fails: every outcome is an `Delivery`. */
export class ChatBot extends Context.Tag("ChatBot")<ChatBot, {
  /** The formats and limits of the current settings' bot. */
  readonly product: Effect.Effect<Pick<Product, "formats" | "limits">>
  /** @param since how the figure of the message has changed since; without it, it has not */
  readonly send: (
    announcement: Announcement,
    format: Format,
    timeoutMillis: number,
    since?: FigureSince,
    origin?: Origin
  ) => Effect.Effect<Delivery>
}>() {}
