import type { DateTime } from "effect"
import { toYuan } from "../../Domain/Amount.ts"
import { isTaken } from "../../Domain/Attempt.ts"
import { instantAt, instantOrNull } from "../../Domain/Calendar.ts"
import type { DayBook } from "../../Domain/DayBook.ts"
import { FigureSince, figureSince, statedBy } from "../../Domain/FigureSince.ts"
import type { EntryWithAttempts } from "../../Outbox.ts"
import { yuanOrNull } from "../Views.ts"

const nothingKnown = { kind: "repeat", date: null, amount: null, source: null, before: null, reason: "", actor: "" } as const

export const factsOf = (announcement: EntryWithAttempts["announcement"]) => {
  if (announcement === null) return nothingKnown
  if (announcement.kind === "digest") {
    const { actor, first, kind, last, totalCents } = announcement
    return { ...nothingKnown, kind, amount: toYuan(totalCents), reason: `${first} – ${last}`, actor }
  }
  if (announcement.kind === "report") {
    const { kind, report: { period, window } } = announcement
    return { ...nothingKnown, kind, amount: toYuan(window.cents), reason: period.name }
  }
  if (announcement.kind === "reminder") return { ...nothingKnown, kind: announcement.kind, date: announcement.date }
  const { actor, before, date, kind, reason } = announcement
  const { amount, source } = "cents" in announcement
    ? { amount: yuanOrNull(announcement.cents), source: announcement.source }
    : { amount: null, source: null }
  return { kind, date, amount, source, before: before === null ? null : toYuan(before), reason, actor }
}

/** Where a message was delivered. A delivery without an HTTP status was printed by the console bot. */
export const deliveredBy = ({ attempts, state }: EntryWithAttempts): "console" | "bot" | null =>
  !isTaken(state) ? null : attempts.at(-1)?.status === null ? "console" : "bot"

const ofSince = FigureSince.$match({
  Same: () => null,
  Changed: ({ cents, source }) => ({ amount: toYuan(cents), source }),
  Withdrawn: () => ({ amount: null, source: null })
})

/** The present figure of a message's day, if the message states a different one (rule 7.19). */
export const changedTo = ({ announcement }: Pick<EntryWithAttempts, "announcement">, { byDate }: DayBook) => {
  const stated = announcement === null ? null : statedBy(announcement)
  return announcement === null || stated === null ? null : ofSince(figureSince(announcement, byDate.get(stated.date)))
}

/** The part of a message that only a reader with the right to correct days is shown: a bot's reply may contain its address. */
export const outcomeOf = ({ attempts, failure }: EntryWithAttempts, zone: DateTime.TimeZone) => ({
  failure,
  attempts: attempts.map(({ at, ...attempt }) => ({ at: instantAt(at, zone), ...attempt }))
})

export const notificationView = (entry: EntryWithAttempts, book: DayBook, zone: DateTime.TimeZone) => ({
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
  ...outcomeOf(entry, zone)
})
