import type { DateTime } from "effect"
import { toYuan } from "../../Domain/Amount.ts"
import type { EntryWithAttempts } from "../../Outbox.ts"
import { instantAt, instantOrNull } from "../Views.ts"

const nothingKnown = { kind: "repeat", date: null, amount: null, source: null, before: null, reason: "", actor: "" } as const

const facts = (announcement: EntryWithAttempts["announcement"]) => {
  if (announcement === null) return nothingKnown
  if (announcement.kind === "digest") {
    const { actor, first, kind, last, totalCents } = announcement
    return { ...nothingKnown, kind, amount: toYuan(totalCents), reason: `${first} – ${last}`, actor }
  }
  const { actor, before, cents, date, kind, reason, source } = announcement
  return { kind, date, amount: toYuan(cents), source, before: before === null ? null : toYuan(before), reason, actor }
}

/** One item of `GET /api/admin/notifications` */
export const notificationView = (entry: EntryWithAttempts, zone: DateTime.TimeZone) => ({
  id: entry.id,
  created_at: instantAt(entry.createdAt, zone),
  ...facts(entry.announcement),
  state: entry.state,
  failure: entry.failure,
  next_attempt_at: entry.state !== "pending"
    ? null
    : instantAt(Math.max(entry.nextAttemptAt, entry.createdAt), zone),
  delivered_at: instantOrNull(entry.deliveredAt, zone),
  delivered_format: entry.deliveredFormat,
  attempts: entry.attempts.map(({ at, ...attempt }) => ({ at: instantAt(at, zone), ...attempt }))
})
