import Sqlite from "better-sqlite3"
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface DayRow {
  readonly date: string
  readonly amount_cents: number
  readonly is_final: 0 | 1
  readonly source: string
}

export interface AuditRow {
  readonly id: number
  readonly created_at: number
  readonly date: string
  readonly action: string
  readonly before_cents: number | null
  readonly after_cents: number
  readonly source: string
  readonly reason: string
  readonly actor: string
  readonly hash: string
}

/** The members of a stored message that identify it. */
export interface Announcement {
  readonly kind: string
  readonly date?: string
  readonly cents?: number
  readonly reason?: string
  readonly days?: number
  readonly first?: string
  readonly last?: string
  readonly totalCents?: number
}

export interface MessageRow {
  readonly id: number
  readonly state: "pending" | "delivered" | "failed"
  readonly announcement: Announcement
}

export interface AttemptRow {
  readonly id: number
  readonly notification_id: number
  /** Milliseconds since 1970, by the clock of the service. */
  readonly at: number
  readonly format: string
  readonly verdict: string
}

/** How far the previous snapshot has read the audit, the messages and the attempts. */
export interface ReadPosition {
  readonly auditId: number
  readonly auditHash: string
  readonly messageId: number
  readonly attemptId: number
}

export interface Snapshot {
  readonly days: ReadonlyArray<DayRow>
  /** Whether the newest audit record of the previous snapshot is unchanged. */
  readonly headUnchanged: boolean
  /** The records that are newer than the previous snapshot, oldest first. */
  readonly audit: ReadonlyArray<AuditRow>
  readonly messages: ReadonlyArray<MessageRow>
  readonly attempts: ReadonlyArray<AttemptRow>
  /** The waiting messages with the lowest id: of imports, which come after all others, and of all others. */
  readonly heads: ReadonlyArray<MessageRow>
  readonly counts: Readonly<Record<MessageRow["state"], number>>
  readonly failed: ReadonlyArray<number>
}

interface StoredMessage {
  readonly id: number
  readonly state: MessageRow["state"]
  readonly announcement: string
}

const toMessage = ({ announcement, id, state }: StoredMessage): MessageRow => ({ id, state, announcement: JSON.parse(announcement) })

/** Runs a query; its numbers replace the question marks. */
export type Query = <Row>(text: string, ...values: ReadonlyArray<number>) => Promise<ReadonlyArray<Row>>

/** The content of the database, read by queries of one transaction. */
export const readSnapshot = async (all: Query, from: ReadPosition): Promise<Snapshot> => {
  const [head] = await all<{ hash: string }>("SELECT hash FROM audit WHERE id = ?", from.auditId)
  const counts = { pending: 0, delivered: 0, failed: 0 }
  for (
    const row of await all<{ state: MessageRow["state"]; count: number }>(
      "SELECT state, count(*) AS count FROM notification GROUP BY state"
    )
  ) {
    counts[row.state] = row.count
  }
  return {
    days: await all<DayRow>("SELECT date, amount_cents, is_final, source FROM turnover"),
    headUnchanged: from.auditId === 0 || head?.hash === from.auditHash,
    audit: await all<AuditRow>("SELECT * FROM audit WHERE id > ? ORDER BY id", from.auditId),
    messages: (await all<StoredMessage>("SELECT id, state, announcement FROM notification WHERE id > ? ORDER BY id", from.messageId)).map(
      toMessage
    ),
    attempts: await all<AttemptRow>("SELECT id, notification_id, at, format, verdict FROM notification_attempt WHERE id > ? ORDER BY id",
      from.attemptId),
    heads: (await all<StoredMessage>(
      "SELECT min(id) AS id, state, announcement FROM notification WHERE state = 'pending' " +
        "GROUP BY json_extract(announcement, '$.kind') IN ('imported', 'digest')"
    )).map(toMessage),
    counts,
    failed: (await all<{ id: number }>("SELECT id FROM notification WHERE state = 'failed'")).map(({ id }) => id)
  }
}

/**
 * The database that a killed process has left. It is read from a copy, so that the next process still has to recover the file
 * itself. Undefined while there are no tables.
 */
export const takeSnapshot = async (
  database: string,
  from: ReadPosition,
  options: { readonly whole?: boolean } = {}
): Promise<Snapshot | undefined> => {
  if (!existsSync(database)) return undefined
  const folder = mkdtempSync(join(tmpdir(), "turnover-proof-copy-"))
  try {
    const copy = join(folder, "copy.db")
    for (const suffix of ["", "-wal"]) {
      if (existsSync(database + suffix)) copyFileSync(database + suffix, copy + suffix)
    }
    const db = new Sqlite(copy)
    try {
      const tables = db.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE name = 'notification_attempt'").get() as {
        count: number
      }
      if (tables.count === 0) return undefined
      if (options.whole === true && db.pragma("integrity_check(1)", { simple: true }) !== "ok") throw new Error(`${database} is damaged`)
      return await readSnapshot(
        async <Row>(text: string, ...values: ReadonlyArray<number>) => db.prepare(text).all(...values) as Array<Row>,
        from
      )
    } finally {
      db.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stores a day that is not final, as another program may while the service is down. */
export const plantOpenDay = (database: string, date: string, cents: number): void => {
  const db = new Sqlite(database)
  try {
    db.pragma("synchronous = FULL")
    db.prepare("INSERT INTO turnover (date, amount_cents, is_final, source) VALUES (?, ?, 0, 'import')").run(date, cents)
  } finally {
    db.close()
  }
}
