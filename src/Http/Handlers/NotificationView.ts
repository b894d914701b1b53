import type { DateTime } from "effect"
import { toYuan } from "../../Domain/Amount.ts"
import type { EntryWithAttempts } from "../../Outbox.ts"
import { instantAt, instantOrNull } from "../Views.ts"

const nothingKnown = { kind: "repeat", date: null, amount: null, source: null, before: null, reason: "", actor: "" } as const

/** What a message is about, as the API shows it. */
export const factsOf = (announcement: EntryWithAttempts["announcement"]) => {
  if (announcement === null) return nothingKnown
  if (announcement.kind === "digest") {
    const { actor, first, kind, last, totalCents } = announcement
    return { ...nothingKnown, kind, amount: toYuan(totalCents), reason: `${first} – ${last}`, actor }
  }
  if (announcement.kind === "reminder") return { ...nothingKnown, kind: announcement.kind, date: announcement.date }
  const { actor, before, date, kind, reason } = announcement
  const { amount, source } = "cents" in announcement
    ? { amount: toYuan(announcement.cents), source: announcement.source }
    : { amount: null, source: null }
  return { kind, date, amount, source, before: before === null ? null : toYuan(before), reason, actor }
}

/** A message that was delivered without an HTTP status was printed by the console bot. */
export const deliveredBy = ({ attempts, state }: EntryWithAttempts): "console" | "bot" | null =>
  state !== "delivered" ? null : attempts.at(-1)?.status === null ? "console" : "bot"

/** One item of `GET /api/admin/notifications` */
export const notificationView = (entry: EntryWithAttempts, zone: DateTime.TimeZone) => ({
  id: entry.id,
  created_at: instantAt(entry.createdAt, zone),
  ...factsOf(entry.announcement),
  state: entry.state,
  failure: entry.failure,
  next_attempt_at: entry.state !== "pending"
    ? null
    : instantAt(Math.max(entry.nextAttemptAt, entry.createdAt), zone),
  delivered_at: instantOrNull(entry.deliveredAt, zone),
  delivered_format: entry.deliveredFormat,
  delivered_by: deliveredBy(entry),
  attempts: entry.attempts.map(({ at, ...attempt }) => ({ at: instantAt(at, zone), ...attempt }))
})
