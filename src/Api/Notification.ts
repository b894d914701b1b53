import { Schema } from "effect"
import { DayKind, DayNotice, DayReminder, DayUndoing } from "../Domain/Announcement.ts"
import { Format, MessageState } from "../Domain/Attempt.ts"
import { expecting } from "../Domain/Fault.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { resendable } from "../Domain/Refused.ts"
import { textJson, textUpTo } from "../Domain/Text.ts"
import { Source } from "../Domain/Turnover.ts"
import { queryText, TimedAttempt, wholeNumber, wholeNumberOr } from "./Values.ts"

/** Which messages, newest first; the next ones are `before` the id of the last one. */
export const NotificationQuery = Schema.Struct({
  state: Schema.optionalWith(
    MessageState.annotations({
      ...expecting("one_of", "one of pending delivered accepted failed", { names: "pending delivered accepted failed" }),
      description: "only messages in this state"
    }),
    { exact: true }
  ),
  chat: Schema.optionalWith(queryText(32, "only messages for the chat of this name"), { exact: true }),
  before: Schema.optionalWith(wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER, description: "older than this id" }), {
    exact: true
  }),
  limit: wholeNumberOr(50, { min: 1, max: 200, description: "how many" })
}).annotations({ parseOptions: { errors: "all" } })

export const NotificationKind = Schema.Literal(
  ...DayKind.literals,
  ...DayNotice.fields.kind.literals,
  ...DayUndoing.fields.kind.literals,
  ...DayReminder.fields.kind.literals,
  "digest",
  "report"
)

/** Where a message was delivered: to the chat's bot, or to the console, which only prints it. */
export const DeliveredBy = Schema.NullOr(Schema.Literal("console", "bot")).annotations({
  description: "console where the message was only printed; null unless delivered"
})

/** The day's present figure, if the message states a different one. */
const ChangedTo = Schema.NullOr(Schema.Struct({ amount: Schema.NullOr(Schema.Number), source: Schema.NullOr(Source) })).annotations({
  description: "the day's figure now, if it differs from the one of the message; otherwise null"
})

const Notification = Schema.Struct({
  id: Schema.Int,
  chat: Schema.String.annotations({ description: "name of the chat that the message is for" }),
  created_at: Schema.String,
  kind: NotificationKind,
  date: Schema.NullOr(LocalDate),
  amount: Schema.NullOr(Schema.Number),
  source: Schema.NullOr(Source),
  before: Schema.NullOr(Schema.Number),
  reason: Schema.String,
  actor: Schema.String,
  state: MessageState,
  failure: Schema.NullOr(Schema.String).annotations({ description: "why it was given up, and what to fix" }),
  next_attempt_at: Schema.NullOr(Schema.String),
  delivered_at: Schema.NullOr(Schema.String),
  delivered_format: Schema.NullOr(Format),
  delivered_by: DeliveredBy,
  changed_to: ChangedTo,
  attempts: Schema.Array(TimedAttempt)
}).annotations({ identifier: "Notification" })

/** The optional body. By default, a message is sent again to its own chat. */
export const Resend = Schema.Struct({ chat: Schema.optionalWith(textUpTo(32), { exact: true }) }).annotations({
  identifier: "Resend",
  parseOptions: { errors: "all" },
  jsonSchema: { type: "object", properties: { chat: textJson(32) }, example: { chat: "office" } }
})

export const Dropped = Schema.Struct({ ok: Schema.Literal(true) })

export const Resent = Schema.Struct({ ok: Schema.Literal(true), changed_to: ChangedTo })

/** By default, the messages of the first chat. */
export const ResendRefused = Schema.Struct({
  send: Schema.Literal(...resendable).annotations(expecting("one_of", `one of ${resendable.join(" ")}`, { names: resendable.join(" ") })),
  chat: Schema.optionalWith(textUpTo(32), { exact: true })
}).annotations({
  identifier: "ResendRefused",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["send"],
    properties: { send: { type: "string", enum: resendable }, chat: textJson(32) },
    example: { send: "daily" }
  }
})

export const RefusedResent = Schema.Struct({
  ok: Schema.Literal(true),
  sent: Schema.Int.annotations({ description: "how many messages are sent again" }),
  dropped: Schema.Int.annotations({ description: "how many messages are given up" })
})

export const Notifications = Schema.Struct({
  items: Schema.Array(Notification),
  next: Schema.NullOr(Schema.Int).annotations({ description: "`before` of the next page; null on the last" }),
  counts: Schema.Struct({ pending: Schema.Int, delivered: Schema.Int, accepted: Schema.Int, failed: Schema.Int })
    .annotations({ description: "how many messages have each state: of the chat that was asked for, otherwise of all chats" })
})
