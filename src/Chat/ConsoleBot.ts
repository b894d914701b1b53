import { Console, Effect } from "effect"
import type { Announcement } from "../Domain/Announcement.ts"
import type { Answer } from "../Domain/Attempt.ts"
import { compose, type MessageContext, toText } from "./Message.ts"

const delivered: Answer = {
  verdict: "delivered",
  status: null,
  code: null,
  detail: "Printed on standard output",
  retryAfterMillis: null,
  excerpt: null
}

/** The bot that prints: whatever the format, the text form goes to standard output. */
export const send = (context: MessageContext, announcement: Announcement): Effect.Effect<Answer> =>
  Effect.as(Console.log(toText(compose(announcement, context))), delivered)
