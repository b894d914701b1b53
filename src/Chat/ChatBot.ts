import { Context, type Effect } from "effect"
import type { Announcement } from "../Domain/Announcement.ts"
import type { Answer, Format } from "../Domain/Attempt.ts"

/** Sends messages to the team's chat. Sending never fails: every outcome is an `Answer`. */
export class ChatBot extends Context.Tag("ChatBot")<ChatBot, {
  readonly send: (announcement: Announcement, format: Format, timeoutMillis: number) => Effect.Effect<Answer>
}>() {}
