import { DateTime } from "effect"
import type { Day } from "../../Api/Day.ts"
import { contextOf } from "../../Chat/ChatBot.ts"
import { compose, toLines } from "../../Chat/Message.ts"
import { holidayCalendar } from "../../Config/HolidayCalendar.ts"
import { hasGroup, type ShopConfig } from "../../Config/ShopConfig.ts"
import { toYuan } from "../../Domain/Amount.ts"
import { isTaken } from "../../Domain/Attempt.ts"
import { type AuditRecord, decidesFigure } from "../../Domain/Audit.ts"
import { instantAt, instantOrNull, type Moment } from "../../Domain/Calendar.ts"
import * as DayBook from "../../Domain/DayBook.ts"
import { stateOn } from "../../Domain/DayState.ts"
import { beyondEntry } from "../../Domain/Decision/Entry.ts"
import { type Figure, FigureSince, figureSince, statedBy } from "../../Domain/FigureSince.ts"
import { type LocalDate, weekdayLabel } from "../../Domain/LocalDate.ts"
import { usualOf } from "../../Domain/Usual.ts"
import type { EntryWithAttempts } from "../../Outbox.ts"
import * as Views from "../Views.ts"
import { yuanOrNull } from "../Views.ts"
import { usualView } from "./FiguresView.ts"

const nothingKnown = { kind: "repeat", date: null, amount: null, source: null, before: null, reason: "", actor: "" } as const

const factsOf = (announcement: EntryWithAttempts["announcement"]) => {
  if (announcement === null) return nothingKnown
  if (announcement.kind === "digest") {
    const { actor, first, kind, last, totalCents } = announcement
    return { ...nothingKnown, kind, amount: toYuan(totalCents), reason: `${first} – ${last}`, actor }
  }
  if (announcement.kind === "report") {
    const { kind, report: { countedDays, generatedCents, period, window } } = announcement
    return { ...nothingKnown, kind, amount: countedDays === 0 ? null : toYuan(window.cents - generatedCents), reason: period.name }
  }
  if (announcement.kind === "reminder") return { ...nothingKnown, kind: announcement.kind, date: announcement.date }
  const { actor, before, date, kind, reason } = announcement
  const { amount, source } = "cents" in announcement
    ? { amount: yuanOrNull(announcement.cents), source: announcement.source }
    : { amount: null, source: null }
  return { kind, date, amount, source, before: before === null ? null : toYuan(before), reason, actor }
}

/** Where a message was delivered. A delivery without an HTTP status was printed by the console bot. */
const deliveredBy = ({ attempts, state }: EntryWithAttempts): "console" | "bot" | null =>
  !isTaken(state) ? null : attempts.at(-1)?.status === null ? "console" : "bot"

const ofSince = FigureSince.$match({
  Same: () => null,
  Changed: ({ cents, source }) => ({ amount: toYuan(cents), source }),
  Withdrawn: () => ({ amount: null, source: null })
})

/** The present figure of a message's day, if the message states a different one (rule 7.19). */
export const changedTo = ({ announcement }: Pick<EntryWithAttempts, "announcement">, { byDate }: DayBook.DayBook) => {
  const stated = announcement === null ? null : statedBy(announcement)
  return announcement === null || stated === null ? null : ofSince(figureSince(announcement, byDate.get(stated.date)))
}

/** The part of a message that only a reader with the right to correct days is shown: a bot's reply may contain its address. */
const shownOutcome = ({ attempts, failure }: EntryWithAttempts, zone: DateTime.TimeZone) => ({
  failure,
  attempts: attempts.map(({ at, ...attempt }) => ({ at: instantAt(at, zone), ...attempt }))
})

export const notificationView = (entry: EntryWithAttempts, book: DayBook.DayBook, zone: DateTime.TimeZone) => ({
  id: entry.id,
  chat: entry.chat,
  created_at: instantAt(entry.createdAt, zone),
  ...factsOf(entry.announcement),
  state: entry.state,
  next_attempt_at: entry.state !== "pending"
    ? null
    : instantAt(Math.max(entry.nextAttemptAt, entry.createdAt), zone),
  delivered_at: instantOrNull(entry.deliveredAt, zone),
  delivered_format: entry.deliveredFormat,
  delivered_by: deliveredBy(entry),
  changed_to: changedTo(entry, book),
  ...shownOutcome(entry, zone)
})

/** The day's figure at an instant, according to its audit records. */
const figureAt = (audit: ReadonlyArray<AuditRecord>, at: number) => {
  const last = audit.find((one) => decidesFigure(one) && one.createdAt <= at)
  return last === undefined || last.after === null || last.source === null ? undefined : { cents: last.after, source: last.source }
}

/** A message as the group reads it. A delivered message is shown as it was sent. */
const messageText = (
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
  day: Parameters<typeof messageText>[2],
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
    ...messageText(entry, now, day),
    state: entry.state,
    delivered_at: instantOrNull(entry.deliveredAt, zone),
    delivered_by: deliveredBy(entry),
    ...(isForManager ? shownOutcome(entry, zone) : {})
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
  const usual = usualOf(book, date, holidayCalendar(settings))
  return {
    date,
    weekday: weekdayLabel(date),
    state: stateOn(book, date, moment.today),
    usual: usual === null ? null : usualView(usual),
    amount: record === undefined ? null : toYuan(record.cents),
    is_final: record?.isFinal ?? false,
    source: record?.source ?? null,
    ...Views.lastChange(record, zone),
    closed: DayBook.isClosed(book, date),
    note: mark.note,
    open_to_entry: date <= moment.today && beyondEntry({ date }, moment.today, record, mark) === undefined,
    group: hasGroup(settings),
    audit: audit.map((one) => Views.auditEntry(one, zone)),
    messages: messages.map((entry) => message(entry, moment.now, { audit, record, settings }, isForManager))
  }
}
