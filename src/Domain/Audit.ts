import { Schema } from "effect"
import { createHash } from "node:crypto"
import type { Cents } from "./Amount.ts"
import type { LocalDate } from "./LocalDate.ts"
import { storable } from "./Text.ts"
import type { Source } from "./Turnover.ts"

export const AuditAction = Schema.Literal(
  "generate",
  "finalize",
  "correct",
  "import",
  "feed",
  "withdraw",
  "close",
  "open",
  "note",
  "undo",
  "goal"
)
export type AuditAction = typeof AuditAction.Type

/** The audited facts of one change of a day. */
export interface AuditFact {
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number
  readonly date: LocalDate
  readonly action: AuditAction
  readonly before: Cents | null
  /** null if the record sets no amount. */
  readonly after: Cents | null
  /** The source of the amount that is set or withdrawn; null if the record has no amount. */
  readonly source: Source | null
  readonly reason: string
  readonly actor: string
}

/** Whether a record sets or removes its day's figure: each one does, except the records about closed days, notes and goals. */
export const decidesFigure = ({ action }: AuditFact): boolean =>
  action !== "close" && action !== "open" && action !== "note" && action !== "goal"

/**
 * The beginning of the reason in a running amount's record. Reasons of a till's records are never typed, so no typed reason can
 * begin like this by chance.
 */
export const soFarReason = "so far"

/** Whether a record is of a running amount, not of a figure. */
export const isOfSoFar = ({ action, reason }: Pick<AuditFact, "action" | "reason">): boolean =>
  action === "feed" && reason.startsWith(soFarReason)

/** A fact with its position in the chain: ids count from 1 without a gap. */
export interface AuditRecord extends AuditFact {
  readonly id: number
  readonly hash: string
}

/** The last known link: id 0 and an empty hash before the first record. */
export interface ChainHead {
  readonly id: number
  readonly hash: string
}

export const chainStart: ChainHead = { id: 0, hash: "" }

/** A head as it is noted outside of the database: `128:` and the hash. */
export const formatHead = ({ hash, id }: ChainHead): string => `${id}:${hash}`

/** Digits of a hash that identify its record: 64 bits. Finding another record with the same digits is infeasible. */
export const shortHash = 16

/** A head that is short enough to be read aloud. `parseHead` accepts it. */
export const formatShortHead = ({ hash, id }: ChainHead): string => formatHead({ id, hash: hash.slice(0, shortHash) })

const headText = /^([1-9]\d{0,15}):([0-9a-f]{16,64})$/

/** The number of a record and the first 16 or more digits of its hash; undefined for any other text. */
export const parseHead = (text: string): ChainHead | undefined => {
  const [, id = "", hash = ""] = headText.exec(text.trim().toLowerCase()) ?? []
  return id === "" ? undefined : { id: Number(id), hash }
}

/** SHA-256 over the previous hash and every field of the record, as one JSON array (rule 6.7). */
const linkHash = (previous: string, id: number, fact: AuditFact): string =>
  createHash("sha256").update(JSON.stringify([
    previous,
    id,
    fact.createdAt,
    fact.date,
    fact.action,
    fact.before,
    fact.after,
    fact.source,
    fact.reason,
    fact.actor
  ])).digest("hex")

/**
 * The record after `head`. Its texts are hashed in the form in which the database returns them; otherwise the chain would look
 * broken.
 */
export const link = (head: ChainHead, fact: AuditFact): AuditRecord => {
  const id = head.id + 1
  const stored = { ...fact, reason: storable(fact.reason), actor: storable(fact.actor) }
  return { ...stored, id, hash: linkHash(head.hash, id, stored) }
}

/** Whether `record` follows `head`. A changed field and a removed or inserted record break the chain. */
export const follows = (head: ChainHead, record: AuditRecord): boolean =>
  record.id === head.id + 1 && record.hash === linkHash(head.hash, record.id, record)
