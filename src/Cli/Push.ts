import { Clock, Effect } from "effect"
import { ChatBot } from "../Chat/ChatBot.ts"
import type { DayAnnouncement } from "../Domain/Announcement.ts"
import { type Attempt, attemptOf } from "../Domain/Attempt.ts"
import { type PushFailed, tryFormats } from "../Notifier/TestPush.ts"

/** Sends a message without the outbox. Its at most three attempts hardly count against the service's rate limit. */
export const pushOnce = (announcement: DayAnnouncement, chat: string): Effect.Effect<ReadonlyArray<Attempt>, PushFailed, ChatBot> =>
  Effect.gen(function*() {
    const bot = yield* ChatBot
    const chats = yield* bot.chats
    const formats = chats.find(({ name }) => name === chat)?.product.formats ?? []
    return yield* tryFormats(formats, (format, millis, timeoutMillis) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) =>
        Effect.map(bot.send(chat, announcement, format, Math.min(millis, timeoutMillis)), (delivery) =>
          attemptOf(at, format, delivery))))
  })
