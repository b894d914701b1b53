import { Schema } from "effect"
import { DayKind, DayNotice } from "../Domain/Announcement.ts"

export const NotificationState = Schema.Literal("pending", "delivered", "failed")

/** What a message is about. */
export const NotificationKind = Schema.Literal(...DayKind.literals, ...DayNotice.fields.kind.literals, "digest")

/** Who took a message: the chat's bot, or the console, which only prints it. */
export const DeliveredBy = Schema.NullOr(Schema.Literal("console", "bot")).annotations({
  description: "console where the message was only printed; null unless delivered"
})
