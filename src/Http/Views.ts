import { DateTime } from "effect"
import type { AuditEntry, AuditKind } from "../Api/Audit.ts"
import { toYuan } from "../Domain/Amount.ts"
import { type AuditRecord, isOfSoFar } from "../Domain/Audit.ts"
import { instantAt, instantOrNull } from "../Domain/Calendar.ts"
import type { Standing } from "../Domain/DayChange.ts"
import type { CentsRange } from "../Domain/Generator.ts"
import type { Holidays } from "../Domain/Holidays.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { correctionKind } from "../Domain/Messages.ts"
import type { Turnover } from "../Domain/Turnover.ts"

/** What the calendar of holidays knows about a date; no members for an ordinary date. */
export const special = ({ makeupFor, on }: Holidays, date: LocalDate) => {
  const [first, second] = on(date)
  const makeup = makeupFor(date)
  return {
    ...(first === undefined ? {} : {
      holiday: {
        name: first.name,
        day: first.day,
        ...(second === undefined ? {} : { also: { name: second.name, day: second.day } })
      }
    }),
    ...(makeup === null ? {} : { makeup: true as const, makeup_for: makeup })
  }
}

export const rangeOf = ({ max, min }: CentsRange) => ({ min: toYuan(min), max: toYuan(max) })

export const yuanOrNull = (cents: number | null): number | null => (cents === null ? null : toYuan(cents))

/** When a record was last changed, and by whom; null where another program has stored it. */
export const lastChange = (record: Turnover | undefined, zone: DateTime.TimeZone) => ({
  at: instantOrNull(record?.changed?.at ?? null, zone),
  by: record?.changed?.by ?? null
})

/** A day at one moment, in the response to a change. */
export const standing = ({ at, by, cents, closed, isFinal, note, source }: Standing, zone: DateTime.TimeZone) => ({
  amount: yuanOrNull(cents),
  source,
  is_final: isFinal,
  by,
  at: instantOrNull(at, zone),
  closed,
  note
})

const kindOfAction = {
  generate: "generated",
  finalize: "finalized",
  import: "imported",
  withdraw: "withdrawn",
  undo: "undone",
  close: "closed",
  open: "opened",
  note: "noted",
  goal: "goal"
} as const

const auditKind = (record: AuditRecord): typeof AuditKind.Type => {
  const { action, after, before } = record
  if (action === "feed" && (before === null || isOfSoFar(record))) return isOfSoFar(record) ? "so_far" : "fed"
  if (action !== "correct" && action !== "feed") return kindOfAction[action]
  return after === null ? "corrected" : correctionKind(before, after)
}

export const auditEntry = (record: AuditRecord, zone: DateTime.TimeZone): typeof AuditEntry.Type => ({
  id: record.id,
  created_at: instantAt(record.createdAt, zone),
  date: record.date,
  action: record.action,
  amount_before: yuanOrNull(record.before),
  amount_after: yuanOrNull(record.after),
  source: record.source,
  kind: auditKind(record),
  reason: record.reason,
  actor: record.actor,
  hash: record.hash
})
