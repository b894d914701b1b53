import type { ChatKind } from "../Config/ChatKind.ts"
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

/** Where and when a request goes out. */
export interface Target {
  readonly address: string
  /** Empty where requests are not signed. */
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** The message's own, the same at each attempt; unused where a product has none. */
  readonly id: string
  /** When the message came to be; milliseconds since 1970. */
  readonly at: number
  /** The id that a chat has got since the address was set. */
  readonly movedTo?: string
}

/** A request to a bot. */
export interface BotRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** The JSON to post; undefined for a GET. */
  readonly body?: string
  /** Secrets in the request beside those of its address: no log line may show them. */
  readonly secrets: ReadonlyArray<string>
}

/** A request by which a bot checks the address and posts nothing to the group. */
export interface Probe {
  readonly request: BotRequest
  /** Whether the verdict on the reply means that the bot is there. */
  readonly isAlive: (delivery: Delivery) => boolean
}

/** Everything specific to one chat product. The rest of sending is the same for all of them. */
export interface Product {
  readonly name: ChatKind
  /** The product's name in sentences. */
  readonly title: string
  /** Whether the host of an address belongs to the product. */
  readonly recognises: (address: URL) => boolean
  /** What is expected of an address of the product; undefined for one that is as expected. */
  readonly expected: (address: URL) => string | undefined
  /** The optional settings that the product's bot has. */
  readonly settings: ReadonlyArray<"secret" | "keyword">
  /** What is expected of a secret, which is then required; undefined for one that is as expected. */
  readonly secretExpected?: (secret: string) => string | undefined
  readonly limits: BotLimits
  /** For how many milliseconds a bot may ask for no request at all; absent where none does. A later end was stored by a clock that was ahead. */
  readonly longestPause?: number
  /** The formats that the product has, richest first. */
  readonly formats: readonly [Format, ...ReadonlyArray<Format>]
  /** Whether a chat can get another id. */
  readonly moves?: true
  /** Whether requests have the id of their message. */
  readonly hasIds?: true
  /** The message in one of its formats, within the product's limits on texts. */
  readonly message: (message: Message, format: Format) => object
  /** A notice of the alarm: text. */
  readonly notice: (text: string) => object
  readonly request: (body: object, to: Target) => BotRequest
  /** The verdict on an HTTP reply. */
  readonly judge: (reply: Reply, options: JudgeOptions) => Delivery
  /** null where nothing can be asked unseen. @param keyword the word that messages have; empty for none */
  readonly probe: ((to: Target, keyword: string) => Probe) | null
}
