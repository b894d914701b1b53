import type { Cents } from "./Amount.ts"
import type { Announcement, DayAnnouncement, DayKind } from "./Announcement.ts"
import { type AuditAction, type AuditRecord, type ChainHead, link } from "./Audit.ts"
import type { PlannedRow } from "./ImportPlan.ts"
import type { LocalDate } from "./LocalDate.ts"
import type { Turnover } from "./Turnover.ts"

/** One change of one day: what it is afterwards, what it was, who wants it and why. */
export interface Posting {
  readonly action: AuditAction
  readonly day: Turnover
  readonly before: Cents | null
  readonly reason: string
  readonly actor: string
}

const settlementActor = "settlement"

export const generate = (date: LocalDate, cents: Cents): Posting => ({
  action: "generate",
  day: { date, cents, isFinal: true, source: "generated" },
  before: null,
  reason: "",
  actor: settlementActor
})

export const finalize = (day: Turnover): Posting => ({
  action: "finalize",
  day: { ...day, isFinal: true },
  before: day.cents,
  reason: "",
  actor: settlementActor
})

export const correct = (
  correction: { readonly date: LocalDate; readonly cents: Cents; readonly reason: string; readonly actor: string },
  before: Turnover | undefined
): Posting => ({
  action: "correct",
  day: { date: correction.date, cents: correction.cents, isFinal: true, source: "manual" },
  before: before?.cents ?? null,
  reason: correction.reason,
  actor: correction.actor
})

export const importDay = (row: PlannedRow, actor: string): Posting => ({
  action: "import",
  day: { date: row.date, cents: row.cents, isFinal: true, source: "import" },
  before: row.before,
  reason: "",
  actor
})

/** The audit records of postings, chained in their order behind `head`. */
export const auditRecords = (
  head: ChainHead,
  postings: ReadonlyArray<Posting>,
  createdAt: number
): ReadonlyArray<AuditRecord> => {
  const records: Array<AuditRecord> = []
  let last = head
  for (const { action, actor, before, day, reason } of postings) {
    const record = link(last, { createdAt, date: day.date, action, before, after: day.cents, source: day.source, reason, actor })
    records.push(record)
    last = record
  }
  return records
}

const kindOf: Readonly<Record<AuditAction, DayKind>> = {
  generate: "daily",
  finalize: "finalized",
  correct: "corrected",
  import: "imported"
}

const announce = ({ action, actor, before, day, reason }: Posting): DayAnnouncement => ({
  kind: kindOf[action],
  date: day.date,
  cents: day.cents,
  source: day.source,
  before,
  reason,
  actor
})

/** The message that says a final day's figure again. */
export const repeat = (day: Turnover): DayAnnouncement => ({
  kind: "repeat",
  date: day.date,
  cents: day.cents,
  source: day.source,
  before: null,
  reason: "",
  actor: settlementActor
})

const digest = (imported: ReadonlyArray<Posting>): ReadonlyArray<Announcement> => {
  const first = imported[0]
  const last = imported.at(-1)
  if (first === undefined || last === undefined) return []
  return [{
    kind: "digest",
    days: imported.length,
    first: first.day.date,
    last: last.day.date,
    totalCents: imported.reduce((sum, { day }) => sum + day.cents, 0),
    actor: first.actor
  }]
}

/** The messages that postings call for, in their order; imported rows one each, all in one, or none. */
export const announcements = (
  postings: ReadonlyArray<Posting>,
  importNotify: "per_row" | "digest" | "none"
): ReadonlyArray<Announcement> => {
  if (importNotify === "per_row") return postings.map(announce)
  const imported = postings.filter(({ action }) => action === "import")
  const others = postings.filter(({ action }) => action !== "import").map(announce)
  return importNotify === "none" ? others : [...others, ...digest(imported)]
}
