import type { Announcement } from "./MessageFacts.ts"
import type { AuditRow } from "./Observer.ts"
import type { Settings } from "./Rules.ts"

const kindOf = ({ action, after_cents, before_cents }: AuditRow): string => {
  if (action === "correct") return before_cents === null ? "entered" : before_cents === after_cents ? "confirmed" : "corrected"
  return ({ generate: "daily", finalize: "finalized", import: "imported", withdraw: "withdrawn" })[action] ?? ""
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
  importNotify: Settings["importNotify"]
): ReadonlyArray<Announcement> => {
  const rows = all.filter(({ action }) => !["close", "open", "note"].includes(action))
  return rows.flatMap((row, index): ReadonlyArray<Announcement> => {
    if (row.action === "import" && importNotify === "none") return []
    if (row.action === "import" && importNotify === "digest") {
      if (rows[index + 1]?.action === "import") return []
      const before = rows.findLastIndex(({ action }, other) => other < index && action !== "import")
      return [digestOf(rows.slice(before + 1, index + 1))]
    }
    const { actor, before_cents: before, date, reason, source } = row
    return [
      row.after_cents === null
        ? { kind: kindOf(row), date, before, reason, actor }
        : { kind: kindOf(row), date, cents: row.after_cents, source, before, reason, actor }
    ]
  })
}
