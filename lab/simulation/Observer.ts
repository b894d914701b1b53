import Sqlite from "better-sqlite3"
import type { ChainedRow } from "../../test/lib/ChainHash.ts"
import type { Starts } from "./Rules.ts"

export interface AuditRow extends ChainedRow {
  readonly hash: string
}

export interface MessageRow {
  readonly id: number
  readonly chat: string
  readonly created_at: number
  readonly announcement: string
  readonly state: "pending" | "delivered" | "failed"
  readonly next_format: string
  readonly first_attempt_at: number | null
  readonly next_attempt_at: number
  readonly failure: string | null
}

export interface AttemptRow {
  readonly id: number
  readonly notification_id: number
  readonly at: number
  readonly format: string
  readonly verdict: string
  readonly detail: string
}

/** Another program that has the database open. It reads commits and can write. */
export const observer = (filename: string) => {
  const db = new Sqlite(filename)
  const version = db.prepare("PRAGMA data_version").pluck()
  const audits = db.prepare("SELECT * FROM audit WHERE id > ? ORDER BY id")
  const messages = db.prepare("SELECT * FROM notification WHERE id > ? ORDER BY id")
  const message = db.prepare("SELECT * FROM notification WHERE id = ?")
  const attempts = db.prepare("SELECT * FROM notification_attempt WHERE id > ? ORDER BY id")
  const states = db.prepare("SELECT state, count(*) AS count FROM notification GROUP BY state")
  const turnover = db.prepare("SELECT date, amount_cents, is_final, source, changed_at FROM turnover ORDER BY date")
  const starts = db.prepare("SELECT value FROM installation WHERE key = 'day_starts'").pluck()
  const store = db.prepare("INSERT INTO turnover (date, amount_cents, is_final, source) VALUES (?, ?, 0, 'import')")
  let known: unknown
  let lastAudit = 0
  let lastMessage = 0
  let lastAttempt = 0

  return {
    /** Whether another connection has committed since the last call. */
    changed: (): boolean => {
      const found = version.get()
      if (found === known) return false
      known = found
      return true
    },
    newAudits: (): ReadonlyArray<AuditRow> => {
      const rows = audits.all(lastAudit) as Array<AuditRow>
      lastAudit = rows.at(-1)?.id ?? lastAudit
      return rows
    },
    newMessages: () => {
      const rows = messages.all(lastMessage) as Array<MessageRow>
      lastMessage = rows.at(-1)?.id ?? lastMessage
      return rows.map((row) => ({
        ...row,
        text: row.announcement,
        announcement: JSON.parse(row.announcement) as Record<string, unknown> & { kind: string }
      }))
    },
    newAttempts: (): ReadonlyArray<AttemptRow> => {
      const rows = attempts.all(lastAttempt) as Array<AttemptRow>
      lastAttempt = rows.at(-1)?.id ?? lastAttempt
      return rows
    },
    message: (id: number) => message.get(id) as MessageRow | undefined,
    hasMessage: (id: number) => message.get(id) !== undefined,
    states: () => Object.fromEntries((states.all() as Array<{ state: string; count: number }>).map(({ count, state }) => [state, count])),
    days: () => turnover.all() as Array<{ date: string; amount_cents: number; is_final: 0 | 1; source: string; changed_at: number | null }>,
    /** The stored starts of business days, the newest one last. */
    starts: (): Starts => {
      const found = JSON.parse((starts.get() as string | undefined) ?? "[]") as Array<{ from: string; at: string }>
      return found.map(({ at, from }) => [from, Number(at.slice(0, 2)) * 60 + Number(at.slice(3))])
    },
    storeOpenDay: (date: string, cents: number) => store.run(date, cents),
    close: () => db.close()
  }
}

export type Observer = ReturnType<typeof observer>
