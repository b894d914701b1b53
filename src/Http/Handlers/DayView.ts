import type { DateTime } from "effect"
import type { Day } from "../../Api/Day.ts"
import { toYuan } from "../../Domain/Amount.ts"
import type { AuditRecord } from "../../Domain/Audit.ts"
import type { Moment } from "../../Domain/Calendar.ts"
import { basisOf, comparable, weekdayMean } from "../../Domain/Comparison.ts"
import * as DayBook from "../../Domain/DayBook.ts"
import { beyondEntry } from "../../Domain/Decision/Entry.ts"
import { asOf } from "../../Domain/Figures.ts"
import { addDays, type LocalDate, weekdayLabel } from "../../Domain/LocalDate.ts"
import type { EntryWithAttempts } from "../../Outbox.ts"
import * as Views from "../Views.ts"
import { deliveredBy, factsOf } from "./NotificationView.ts"

const message = (entry: EntryWithAttempts, zone: DateTime.TimeZone): (typeof Day.Type)["messages"][number] => {
  const { amount, kind } = factsOf(entry.announcement)
  return {
    id: entry.id,
    created_at: Views.instantAt(entry.createdAt, zone),
    kind,
    amount,
    state: entry.state,
    delivered_at: Views.instantOrNull(entry.deliveredAt, zone),
    delivered_by: deliveredBy(entry)
  }
}

/** `GET /api/days/{date}`; audit and messages newest first. */
export const dayView = (
  book: DayBook.DayBook,
  date: LocalDate,
  moment: Moment,
  audit: ReadonlyArray<AuditRecord>,
  messages: ReadonlyArray<EntryWithAttempts>
): typeof Day.Type => {
  const { zone } = moment.now
  const record = book.byDate.get(date)
  const mark = DayBook.markOf(book, date)
  const basis = basisOf(book, asOf(book, moment))
  const mean = weekdayMean(book, date, basis)
  return {
    date,
    weekday: weekdayLabel(date),
    amount: record === undefined ? null : toYuan(record.cents),
    is_final: record?.isFinal ?? false,
    source: record?.source ?? null,
    ...Views.lastChange(record, zone),
    closed: DayBook.isClosed(book, date),
    note: mark.note,
    open_to_entry: date <= moment.today && beyondEntry({ date }, moment.today, record, mark) === undefined,
    last_week: Views.yuanOrNull(comparable(book, addDays(date, -7), basis)?.cents ?? null),
    mean4: Views.yuanOrNull(mean.cents),
    mean4_days: mean.days,
    audit: audit.map((one) => Views.auditEntry(one, zone)),
    messages: messages.map((entry) => message(entry, zone))
  }
}
