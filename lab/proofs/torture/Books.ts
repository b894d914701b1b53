import { chainHash } from "../../../test/lib/ChainHash.ts"
import type { Announcement, AuditRow, DayRow, MessageRow, Snapshot } from "./Snapshot.ts"
import { must } from "./Violation.ts"

export const cutoffTime = "12:00"

/** Milliseconds since 1970 of the shop's cutoff on a date; Shanghai has had +08:00 since 1991. */
export const cutoffOf = (date: string): number => Date.parse(`${date}T${cutoffTime}:00+08:00`)

export const shopDateAt = (millis: number): string => new Date(millis + 8 * 3_600_000).toISOString().slice(0, 10)

interface Day {
  readonly cents: number
  readonly isFinal: boolean
  readonly source: string
}

interface SentCorrection {
  readonly date: string
  readonly cents: number
  acknowledged: boolean
  refused: boolean
  stored: boolean
}

interface SentImport {
  readonly first: string
  readonly last: string
  readonly rows: number
  readonly totalCents: number
  readonly notify: "digest" | "per_row"
  acknowledged: boolean
  refused: boolean
  stored: number
}

/** The amounts of an import start at 10,000 times its number, so that each row shows its import. */
export const centsPerImport = 10_000

/**
 * The expected content of the database, computed from requests and responses without code of the service. `examine` checks what is
 * new in a snapshot.
 */
export const books = () => {
  const corrections = new Map<string, SentCorrection>()
  const imports = new Map<number, SentImport>()
  const days = new Map<string, Day>()
  const settled = new Set<string>()
  const expected: Array<Announcement> = []
  let head = { id: 0, hash: "" }
  let messages = 0

  const follow = (row: AuditRow) => {
    const hash = chainHash(head.hash, row)
    must(row.id === head.id + 1, () => `audit record ${row.id} follows ${head.id}`)
    must(row.hash === hash, () => `audit record ${row.id} does not match the hash of the one before`)
    head = { id: row.id, hash: row.hash }
  }

  const settle = (row: AuditRow) => {
    must(!settled.has(row.date), () => `${row.date} was settled twice, again by audit record ${row.id}`)
    settled.add(row.date)
    const known = days.get(row.date)
    if (row.action === "generate") {
      must(known === undefined, () => `${row.date} had an amount and was generated again`)
      must(row.created_at >= cutoffOf(row.date) && shopDateAt(row.created_at) === row.date, () =>
        `${row.date} was settled at ${new Date(row.created_at).toISOString()}, its cutoff is ${cutoffTime}`)
    } else must(known?.isFinal === false && known.cents === row.after_cents, () => `${row.date} was final already, or its amount changed`)
    expected.push({ kind: row.action === "generate" ? "daily" : "finalized", date: row.date, cents: row.after_cents, reason: "" })
  }

  const correct = (row: AuditRow) => {
    const sent = corrections.get(row.reason)
    must(sent !== undefined && sent.date === row.date && sent.cents === row.after_cents,
      () => `audit record ${row.id} is a correction that no request asked for, "${row.reason}"`)
    must(sent?.stored === false, () => `the correction "${row.reason}" was stored twice`)
    if (sent !== undefined) sent.stored = true
    const before = days.get(row.date)
    expected.push({
      kind: before === undefined ? "entered" : before.cents === row.after_cents ? "confirmed" : "corrected",
      date: row.date,
      cents: row.after_cents,
      reason: row.reason
    })
  }

  const importRow = (row: AuditRow) => {
    const sent = imports.get(Math.floor(row.after_cents / centsPerImport))
    must(sent !== undefined, () => `audit record ${row.id} is an import of ${row.date} that no request asked for`)
    if (sent === undefined) return
    sent.stored++
    if (sent.notify === "per_row") expected.push({ kind: "imported", date: row.date, cents: row.after_cents, reason: "" })
    else if (sent.stored === sent.rows) {
      expected.push({ kind: "digest", days: sent.rows, first: sent.first, last: sent.last, totalCents: sent.totalCents })
    }
  }

  const take = (row: AuditRow) => {
    follow(row)
    must((days.get(row.date)?.cents ?? null) === row.before_cents,
      () => `audit record ${row.id} has an amount before that differs from the stored one`)
    if (row.action === "correct") correct(row)
    else if (row.action === "import") importRow(row)
    else settle(row)
    days.set(row.date, { cents: row.after_cents, isFinal: true, source: row.source })
  }

  const holdDays = (stored: ReadonlyArray<DayRow>) => {
    must(stored.length === days.size, () => `${stored.length} days are stored, expected ${days.size} by the audit`)
    for (const row of stored) {
      const day = days.get(row.date)
      must(day?.cents === row.amount_cents && day.isFinal === (row.is_final === 1) && day.source === row.source, () =>
        `${row.date} is ${JSON.stringify(row)}, expected ${JSON.stringify(day)}`)
    }
  }

  const holdMessages = (stored: ReadonlyArray<MessageRow>) => {
    for (const { announcement, id } of stored) {
      const due = expected[messages++]
      must(due !== undefined && Object.entries(due).every(([key, value]) => Reflect.get(announcement, key) === value), () =>
        `message ${id} is ${JSON.stringify(announcement)}, expected ${JSON.stringify(due)}`)
    }
    must(messages === expected.length, () => `${messages} messages are stored, expected ${expected.length} by the audit`)
  }

  const holdAnswers = () => {
    for (const [reason, { acknowledged, refused, stored }] of corrections) {
      must(!stored || !refused, () => `the correction "${reason}" was refused and is stored`)
      must(stored || !acknowledged, () => `the correction "${reason}" was answered 200 and is not stored`)
    }
    for (const [number, { acknowledged, refused, rows, stored }] of imports) {
      must(stored === 0 || !refused, () => `import ${number} was refused and ${stored} of its rows are stored`)
      must(stored === rows || stored === 0 && !acknowledged, () =>
        `${stored} of ${rows} rows of import ${number} are stored${acknowledged ? ", it was answered 200" : ""}`)
    }
  }

  return {
    corrections,
    imports,
    days,
    settled,
    plant: (date: string, cents: number) => days.set(date, { cents, isFinal: false, source: "import" }),
    head: () => head,
    /** How many records the settlement of a day without an amount causes: its own, and one for each stored day that is not final. */
    dueOn: (today: string) => (settled.has(today) ? 0 : 1) + [...days.values()].filter(({ isFinal }) => !isFinal).length,
    examine: (snapshot: Snapshot) => {
      must(snapshot.headUnchanged, () => `audit record ${head.id} is missing or changed`)
      snapshot.audit.forEach(take)
      holdAnswers()
      holdDays(snapshot.days)
      holdMessages(snapshot.messages)
    }
  }
}

export type Books = ReturnType<typeof books>
