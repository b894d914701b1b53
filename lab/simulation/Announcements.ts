import { plusDays } from "./Almanac.ts"
import { hold, same } from "./Broken.ts"
import type { Announcement } from "./MessageFacts.ts"
import type { AuditRow } from "./Observer.ts"
import type { Settings } from "./Rules.ts"

const settled = ["daily", "finalized", "repeat"]

/** Whether a message has the audit's head: a report, or without reports the settlement's about the last day of a month. */
const hasHead = ({ date = "", kind }: Announcement, areReported: boolean): boolean =>
  kind === "report" || settled.includes(kind) && !areReported && plusDays(date, 1).endsWith("-01")

/**
 * A message without its additional facts, which are checked elsewhere, and without the audit's head. The head has to be that of the
 * record that settled the day, or of a later one.
 */
export const bare = (
  { again: _, head, note: __, range: ___, story: ____, ...announcement }: Announcement,
  audits: ReadonlyArray<AuditRow>,
  areReported: boolean
): Announcement => {
  if (!hasHead(announcement, areReported)) {
    same("only reports, or the last settlement of a month, have the head of the audit", head, undefined)
    return announcement
  }
  const id = Number(head?.split(":")[0] ?? 0)
  const record = audits[id - 1]
  same("a message has the head of the audit", head, record === undefined ? undefined : `${id}:${record.hash.slice(0, 16)}`)
  hold(record !== undefined || audits.length === 0, "a message has a head once there is a record", () => String(head))
  const settling = audits.findLast(({ action, date }) => date === announcement.date && (action === "generate" || action === "finalize"))
  hold(settling === undefined || settling.id <= id, "the head is not before the record that settled the day",
    () => `${String(head)}, ${announcement.date ?? ""} is settled by ${String(settling?.id)}`)
  return announcement
}

/** The state before the records, on which their messages depend as well. */
export interface Before {
  readonly isRunning: (date: string) => boolean
  /** Whether the next undo of a change on a date restores a running amount. */
  readonly restoresRunning: (date: string) => boolean
  readonly isPast: (date: string) => boolean
}

const kindOf = ({ action, after_cents, before_cents, date }: AuditRow, { isPast }: Before): string => {
  if (action === "feed" && before_cents === null && isPast(date)) return "daily"
  if (action === "correct" || action === "feed")
    return before_cents === null
      ? "entered"
      : before_cents === after_cents
      ? "confirmed"
      : "corrected"
  return ({ generate: "daily", finalize: "finalized", import: "imported", withdraw: "withdrawn", undo: "undone" })[action] ?? ""
}

const digestOf = (imported: ReadonlyArray<AuditRow>): Announcement => ({
  kind: "digest",
  days: imported.length,
  first: imported[0]?.date ?? "",
  last: imported.at(-1)?.date ?? "",
  totalCents: imported.reduce((sum, row) => sum + (row.after_cents ?? NaN), 0),
  actor: imported[0]?.actor ?? ""
})

/** The messages about audit records, in order. */
export const announcementsOf = (
  all: ReadonlyArray<AuditRow>,
  importNotify: Settings["importNotify"],
  before: Before
): ReadonlyArray<Announcement> => {
  // A till's running amount has no message, not even when it is removed and leaves no figure.
  const rows = all.filter(({ action, after_cents, date, reason }) =>
    !(["close", "open", "note", "goal"].includes(action) || action === "feed" && reason.startsWith("so far") ||
      action === "withdraw" && before.isRunning(date) ||
      action === "undo" && before.isRunning(date) && (after_cents === null || before.restoresRunning(date)))
  )
  return rows.flatMap((row, index): ReadonlyArray<Announcement> => {
    if (row.action === "import" && importNotify === "none") return []
    if (row.action === "import" && importNotify === "digest") {
      if (rows[index + 1]?.action === "import") return []
      const earlier = rows.findLastIndex(({ action }, other) => other < index && action !== "import")
      return [digestOf(rows.slice(earlier + 1, index + 1))]
    }
    const { actor, before_cents, date, reason, source } = row
    const kind = kindOf(row, before)
    if (row.action === "undo") {
      const cents = before.restoresRunning(date) ? null : row.after_cents
      const stood = before.isRunning(date) ? null : before_cents
      const marked = all[all.indexOf(row) - 1]
      const closed = marked?.date === date && marked.action === (row.after_cents === null ? "close" : "open") &&
        (row.after_cents === null || row.before_cents === null)
      return [{ kind, date, cents, source: cents === null ? null : source, before: stood, reason, actor, ...(closed ? { closed } : {}) }]
    }
    return [
      row.after_cents === null
        ? { kind, date, before: before_cents, reason, actor }
        : { kind, date, cents: row.after_cents, source, before: before_cents, reason, actor }
    ]
  })
}
