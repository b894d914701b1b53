import type { Delivery, Format } from "../Domain/Attempt.ts"
import type { Message } from "./Message.ts"
import type { JudgeOptions, Reply } from "./Reply.ts"

/** A bot's limits on the rate and size of requests. */
export interface BotLimits {
  /** The shortest time between two requests; milliseconds. */
  readonly spacing: number
  /** Requests that may be sent at once after a pause. */
  readonly burst: number
  /** Milliseconds after which a used place in the burst is free again. */
  readonly refill: number
  /** The largest body; bytes. */
  readonly requestBytes: number
}

/** A body to send, and the secrets in it, which no log line may show. */
export interface SignedBody {
  readonly body: object
  readonly secrets: ReadonlyArray<string>
}

/** Everything specific to one chat product. The rest of sending is the same for all of them. */
export interface Product {
  readonly name: string
  /** Whether an address belongs to the product. */
  readonly recognises: (address: URL) => boolean
  readonly limits: BotLimits
  /** The message in one of its formats, not yet signed. */
  readonly message: (message: Message, format: Format) => object
  /** A notice of the alarm: text, not yet signed. */
  readonly notice: (text: string) => object
  /** A request without a message: the bot checks address and signature and posts nothing to the group. Not yet signed. */
  readonly probe: object
  /** @param now milliseconds since 1970; @param secret empty where requests are not signed */
  readonly sign: (body: object, secret: string, now: number) => SignedBody
  /** The verdict on an HTTP reply. */
  readonly judge: (reply: Reply, options: JudgeOptions) => Delivery
}
