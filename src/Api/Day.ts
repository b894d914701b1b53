import { Schema } from "effect"
import { MessageState } from "../Domain/Attempt.ts"
import { changeKinds } from "../Domain/DayChange.ts"
import { DayState } from "../Domain/DayState.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { Source } from "../Domain/Turnover.ts"
import { AuditEntry } from "./Audit.ts"
import { CountedSum, Usual } from "./Figures.ts"
import { DeliveredBy, NotificationKind } from "./Notification.ts"
import { Instant, special, TimedAttempt, Yuan } from "./Values.ts"

/** A day at one moment. */
export const Standing = Schema.Struct({
  amount: Schema.NullOr(Yuan).annotations({ description: "amount of the record; null without a record" }),
  source: Schema.NullOr(Source),
  is_final: Schema.Boolean,
  by: Schema.NullOr(Schema.String).annotations({ description: "who has set or removed the figure, where it is known" }),
  at: Schema.NullOr(Instant).annotations({ description: "when" }),
  closed: Schema.Boolean,
  note: Schema.String
}).annotations({ identifier: "Standing" })

const done = {
  ok: Schema.Literal(true),
  id: Schema.NullOr(Schema.Int).annotations({
    description: "the change's audit record, by which it can be undone; null where nothing has changed"
  }),
  before: Standing.annotations({ description: "the day before the change" })
}

export const Corrected = Schema.Struct({ ...done, change: changeKinds })

export const Withdrawn = Schema.Struct({
  ...done,
  withdrawn: Schema.Struct({ date: LocalDate, amount: Schema.NullOr(Schema.Number), source: Schema.NullOr(Source) })
})

export const Marked = Schema.Struct({ ...done, change: changeKinds, closed: Schema.Boolean, note: Schema.String })

export const Undone = Schema.Struct({
  ...done,
  undone: Schema.Struct({ id: Schema.Int, date: LocalDate }),
  after: Standing.annotations({ description: "the day now" })
})

export const OwnChange = Schema.Struct({
  change: Schema.NullOr(Schema.Struct({
    id: Schema.Int.annotations({ description: "the change's audit record, by which it can be undone" }),
    date: LocalDate,
    change: changeKinds,
    at: Instant,
    seconds_left: Schema.Int.annotations({ description: "for how long it can still be undone" }),
    before: Standing.annotations({ description: "the day before the change" }),
    after: Schema.NullOr(Yuan).annotations({ description: "the day's figure since; null for none" })
  }))
})

const Extreme = Schema.NullOr(Schema.Struct({ date: LocalDate, amount: Yuan }))

/** The sums of a range of days. */
const RangeSum = Schema.Struct({
  ...CountedSum.fields,
  mean: Schema.NullOr(Yuan).annotations({ description: "of its entered days, half a cent rounded up; null with fewer than three" }),
  best: Extreme.annotations({ description: "among its entered days; the first one of equal days" }),
  worst: Extreme
}).annotations({ identifier: "RangeSum" })

export const DayList = Schema.Struct({
  from: LocalDate,
  to: LocalDate,
  first: Schema.NullOr(LocalDate).annotations({ description: "the date of the first record; null without one" }),
  today: LocalDate,
  as_of: Schema.propertySignature(LocalDate).annotations({ description: "the last day that counts" }),
  sum: RangeSum.annotations({ description: "of the range until `as_of`; compared where the range is a week, a month or a year" }),
  months: Schema.Array(RangeSum).annotations({ description: "its whole months that have begun, oldest first" }),
  years: Schema.Array(RangeSum).annotations({
    description: "the whole years of its days from the first record until `as_of`, oldest first"
  }),
  holidays: Schema.Struct({
    missing_years: Schema.Array(Schema.Int).annotations({ description: "years of the range whose holidays are not known" })
  }),
  days: Schema.Array(Schema.Struct({
    date: LocalDate,
    state: DayState,
    amount: Schema.NullOr(Yuan).annotations({ description: "amount of the record; null without a record" }),
    usual: Schema.optional(Yuan).annotations({
      description: "what it usually takes; left out where that is not known, and in a range of more than 366 days"
    }),
    source: Schema.NullOr(Source),
    is_final: Schema.Boolean,
    closed: Schema.optional(Schema.Literal(true)).annotations({ description: "the shop is closed; left out where it is not" }),
    weekly: Schema.optional(Schema.Literal(true)).annotations({ description: "closed because the shop always is on that weekday" }),
    note: Schema.optional(Schema.String).annotations({ description: "left out where there is none" }),
    ...special
  })).annotations({ description: "one item a calendar date, oldest first" })
}).annotations({ identifier: "DayList" })

export const Day = Schema.Struct({
  date: LocalDate,
  weekday: Schema.String,
  state: DayState,
  usual: Schema.NullOr(Usual),
  amount: Schema.NullOr(Yuan).annotations({ description: "amount of the record; null without a record" }),
  is_final: Schema.Boolean,
  source: Schema.NullOr(Source),
  at: Schema.NullOr(Instant).annotations({ description: "when the record was last changed" }),
  by: Schema.NullOr(Schema.String).annotations({ description: "who changed it last" }),
  closed: Schema.Boolean,
  note: Schema.String,
  open_to_entry: Schema.Boolean.annotations({ description: "whether the role `entry` may set the amount" }),
  group: Schema.Boolean.annotations({ description: "whether messages go to a chat group; if not, they go to standard output" }),
  audit: Schema.Array(AuditEntry).annotations({ description: "newest first" }),
  messages: Schema.Array(Schema.Struct({
    id: Schema.Int,
    chat: Schema.String.annotations({ description: "name of the chat that the message is for" }),
    created_at: Instant,
    kind: NotificationKind,
    amount: Schema.NullOr(Yuan),
    title: Schema.NullOr(Schema.String).annotations({
      description: "as the group reads it; null for a message that this version cannot read"
    }),
    lines: Schema.Array(Schema.String).annotations({ description: "the text below the title" }),
    state: MessageState,
    delivered_at: Schema.NullOr(Instant),
    delivered_by: DeliveredBy,
    failure: Schema.optional(Schema.NullOr(Schema.String)).annotations({
      description: "why it was given up, and what to fix; left out for a reader without the role `manager`"
    }),
    attempts: Schema.optional(Schema.Array(TimedAttempt)).annotations({ description: "left out for a reader without the role `manager`" })
  })).annotations({ description: "newest first" })
}).annotations({ identifier: "Day" })
