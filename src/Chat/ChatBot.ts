import { Context, type Effect } from "effect"
import type { Announcement } from "../Domain/Announcement.ts"
import type { Delivery, Format } from "../Domain/Attempt.ts"
import type { FigureSince } from "../Domain/FigureSince.ts"
import type { Product } from "./Product.ts"

/** Sends messages to the team's chat. Sending never fails: every outcome is an `Delivery`. */
export class ChatBot extends Context.Tag("ChatBot")<ChatBot, {
  /** What the bot of the current settings takes. */
  readonly product: Effect.Effect<Pick<Product, "formats" | "limits">>
  /** @param since what has become of the figure that the message states; without it, the figure stands */
  readonly send: (announcement: Announcement, format: Format, timeoutMillis: number, since?: FigureSince) => Effect.Effect<Delivery>
}>() {}
