import { Effect } from "effect"
import type { Announcement } from "../Domain/Announcement.ts"
import type { Delivery } from "../Domain/Attempt.ts"
import type { FigureSince } from "../Domain/FigureSince.ts"
import { print } from "../Logging/StandardStream.ts"
import { compose, type MessageContext, toText } from "./Message.ts"
import { notPrinted, printed, stillPrinting } from "./NoReply.ts"

/** Prints a text, and returns the outcome like a bot's reply. */
export const write = (text: string, timeoutMillis: number): Effect.Effect<Delivery> =>
  print(`${text}\n`).pipe(
    Effect.match({ onFailure: ({ reason }) => notPrinted(reason), onSuccess: () => printed }),
    Effect.timeoutTo({ duration: timeoutMillis, onSuccess: (delivery) => delivery, onTimeout: () => stillPrinting })
  )

/**
 * Prints the text format to standard output, whatever the format. A message that cannot be printed is sent again later, as if a bot
 * were down.
 */
export const send = (
  context: MessageContext,
  announcement: Announcement,
  timeoutMillis: number,
  since?: FigureSince
): Effect.Effect<Delivery> => write(toText(compose(announcement, context, since)), timeoutMillis)
