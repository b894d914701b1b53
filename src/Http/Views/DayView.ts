import { DateTime } from "effect"
import type { Day } from "../../Api/Day.ts"
import { contextOf } from "../../Chat/ChatSettings.ts"
import { compose, toLines } from "../../Chat/Message.ts"
import { hasGroup, type ShopConfig } from "../../Config/ShopConfig.ts"
import { toYuan } from "../../Domain/Amount.ts"
import { type AuditRecord, decidesFigure } from "../../Domain/Audit.ts"
import { instantAt, instantOrNull, type Moment } from "../../Domain/Calendar.ts"
import { basisOf, comparable, weekdayMean } from "../../Domain/Comparison.ts"
import * as DayBook from "../../Domain/DayBook.ts"
import { beyondEntry } from "../../Domain/Decision/Entry.ts"
import { asOf } from "../../Domain/Figures.ts"
import { type Figure, figureSince } from "../../Domain/FigureSince.ts"
import { addDays, type LocalDate, weekdayLabel } from "../../Domain/LocalDate.ts"
import type { EntryWithAttempts } from "../../Outbox.ts"
import * as Views from "../Views.ts"
import { deliveredBy, factsOf, outcomeOf } from "./NotificationView.ts"

/** The day's figure at an instant, according to its audit records. */
const figureAt = (audit: ReadonlyArray<AuditRecord>, at: number) => {
  const last = audit.find((one) => decidesFigure(one) && one.createdAt <= at)
  return last === undefined || last.after === null || last.source === null ? undefined : { cents: last.after, source: last.source }
}

/** A message as the group reads it. A delivered message is shown as it was sent. */
const textOf = (
  { announcement, deliveredAt }: EntryWithAttempts,
  now: DateTime.Zoned,
  { audit, record, settings }: { audit: ReadonlyArray<AuditRecord>; record: Figure | undefined; settings: ShopConfig }
) => {
  if (announcement === null) return { title: null, lines: [] }
  const at = deliveredAt === null ? now : DateTime.unsafeMakeZoned(deliveredAt, { timeZone: now.zone })
  const figure = deliveredAt === null ? record : figureAt(audit, deliveredAt)
  return toLines(compose(announcement, contextOf(settings, at), figureSince(announcement, figure)))
}

const message = (
  entry: EntryWithAttempts,
  now: DateTime.Zoned,
  day: Parameters<typeof textOf>[2],
  isForManager: boolean
): (typeof Day.Type)["messages"][number] => {
  const { zone } = now
  const { amount, kind } = factsOf(entry.announcement)
  return {
    id: entry.id,
    chat: entry.chat,
    created_at: instantAt(entry.createdAt, zone),
    kind,
    amount,
    ...textOf(entry, now, day),
    state: entry.state,
    delivered_at: instantOrNull(entry.deliveredAt, zone),
    delivered_by: deliveredBy(entry),
    ...(isForManager ? outcomeOf(entry, zone) : {})
  }
}

/** `GET /api/days/{date}`; audit and messages newest first. */
export const dayView = (
  book: DayBook.DayBook,
  date: LocalDate,
  moment: Moment,
  audit: ReadonlyArray<AuditRecord>,
  messages: ReadonlyArray<EntryWithAttempts>,
  settings: ShopConfig,
  isForManager: boolean
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
    group: hasGroup(settings),
    audit: audit.map((one) => Views.auditEntry(one, zone)),
    messages: messages.map((entry) => message(entry, moment.now, { audit, record, settings }, isForManager))
  }
}
