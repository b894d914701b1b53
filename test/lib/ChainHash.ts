import { createHash } from "node:crypto"

/** A row of the table `audit`, without its own hash. */
export interface ChainedRow {
  readonly id: number
  readonly created_at: number
  readonly date: string
  readonly action: string
  readonly before_cents: number | null
  readonly after_cents: number | null
  readonly source: string | null
  readonly reason: string
  readonly actor: string
}

/** The hash that a record must have if `previous` is the hash before it, computed without code of the service. */
export const chainHash = (previous: string, row: ChainedRow): string =>
  createHash("sha256").update(JSON.stringify([
    previous,
    row.id,
    row.created_at,
    row.date,
    row.action,
    row.before_cents,
    row.after_cents,
    row.source,
    row.reason,
    row.actor
  ])).digest("hex")
