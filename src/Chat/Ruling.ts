import type { Verdict } from "../Domain/Attempt.ts"

/** A verdict with a sentence that says what to do. */
export type Ruling = readonly [Verdict, sentence: string]

export const tooMany: Ruling = ["transient", "The bot's rate limit was reached"]

export const refusedFormat: Ruling = ["format", "The bot refused this form of the message"]

export const busy: Ruling = ["transient", "The bot's service is busy"]

export const serverError: Ruling = ["transient", "The bot's service reports a server error"]

export const webPage: Ruling = [
  "unknown",
  "The answer is a web page and no receipt, so the message may or may not have arrived: check chat_webhook_url"
]

export const blockedOnTheWay: Ruling = ["transient", "The network in front of the bot refused the request"]

const gone = "check chat_webhook_url, the bot may have been removed"

export const noBot: Ruling = ["permanent", `There is no bot at this address: ${gone}`]

/** The verdict on an HTTP status that means the same for every product; undefined for any other. */
export const rulingOfStatus = (status: number): Ruling | undefined => {
  if (status >= 500) return serverError
  if (status >= 300 && status < 400) {
    return ["permanent", "The address answers with a redirect, which is not followed: set chat_webhook_url to the bot's own address"]
  }
  switch (status) {
    case 400:
    case 413:
    case 415:
    case 422:
      return refusedFormat
    case 401:
    case 403:
      return ["permanent", "The bot's address refuses the request: check chat_webhook_url and what the bot allows"]
    case 404:
    case 410:
      return noBot
    case 408:
    case 425:
      return ["transient", "The bot's service did not take the request in time"]
    case 429:
      return tooMany
    default:
      return undefined
  }
}

/** The verdict on a reply if no rule fits its body or its status. */
export const otherwise = (status: number): Ruling =>
  // An unexpected 2xx is not a refusal. The message may be in the chat, so no other format is tried.
  status >= 200 && status < 300
    ? ["unknown", "The answer is not that of a chat bot, so the message may or may not have arrived: check chat_webhook_url"]
    : ["permanent", `The address does not answer like a chat bot: ${gone}`]
