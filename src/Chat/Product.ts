import type { ChatKind } from "../Config/Chats.ts"
import type { Delivery, Format, MailAnswers } from "../Domain/Attempt.ts"
import type { Message } from "./Message.ts"
import type { JudgeOptions, Reply } from "./Reply.ts"

/** A bot's limits on the rate and size of requests. */
export interface BotLimits {
  /** The shortest time between two requests; milliseconds. */
  readonly spacing: number
  /** Requests that may be sent at once after a pause. */
  readonly burst: number
  /** Milliseconds until a used slot of the burst is free again. */
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
  /** The id of the message, the same at each attempt; unused if the product has no ids. */
  readonly id: string
  /** When the message was stored; milliseconds since 1970. */
  readonly at: number
  /** The present id of a chat that has moved since the address was set. */
  readonly movedTo?: string
  /** What earlier attempts of the same mail came to. */
  readonly answered?: MailAnswers
}

/** A request to a bot. */
export interface BotRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** The JSON to post; undefined for a GET. */
  readonly body?: string
  /** Secrets in the request, apart from those in its address. No log line may show them. */
  readonly secrets: ReadonlyArray<string>
  /** The password of a mail server; absent for requests over HTTP. */
  readonly password?: string
  readonly answered?: MailAnswers
}

/** A request by which a bot checks the address and posts nothing to the group. */
interface Probe {
  readonly request: BotRequest
  /** Whether the verdict on the reply means that the bot exists. */
  readonly isAlive: (delivery: Delivery) => boolean
}

/** Everything about sending that is specific to one chat product. */
export interface Product {
  readonly name: ChatKind
  /** The product's name in sentences. */
  readonly title: string
  /** Whether the host of an address belongs to the product. */
  readonly recognises: (address: URL) => boolean
  /** What is expected of an address of the product; undefined if the address is right. @param isSigned whether a secret is set */
  readonly expected: (address: URL, isSigned: boolean) => string | undefined
  /** The optional settings that the product's bot has. */
  readonly settings: ReadonlyArray<"secret" | "keyword">
  /** What is expected of a secret; undefined for one that is as expected. */
  readonly secretExpected?: (secret: string) => string | undefined
  /** The warning about a secret that is not set. */
  readonly unsigned?: string
  /** Milliseconds to wait for an answer, 10,000 by default. Only messages of the same chat wait meanwhile. */
  readonly patience?: number
  readonly limits: BotLimits
  /**
   * The longest pause that a bot asks for, milliseconds; absent if it never asks. A stored end further away than this comes from a
   * clock that was ahead.
   */
  readonly longestPause?: number
  /** The formats that the product has, richest first. */
  readonly formats: readonly [Format, ...ReadonlyArray<Format>]
  /** Whether any refusal leads to the next format; only the last format's refusal then counts. */
  readonly triesEveryFormat?: true
  /** Whether the receiver can say that it wants no more messages. */
  readonly canEnd?: true
  /** Whether a chat can get another id. */
  readonly moves?: true
  /** Whether requests have the id of their message. */
  readonly hasIds?: true
  /** The message in one of its formats, within the product's limits on texts. */
  readonly message: (message: Message, format: Format) => object
  /** The body of an alarm's notice, which is plain text. */
  readonly notice: (text: string) => object
  readonly request: (body: object, to: Target) => BotRequest
  /** The verdict on an HTTP reply. */
  readonly judge: (reply: Reply, options: JudgeOptions) => Delivery
  /** null if the bot has no request without a visible effect. @param keyword the word that the bot requires; empty for none */
  readonly probe: ((to: Target, keyword: string) => Probe) | null
}
