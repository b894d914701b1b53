import { Schema } from "effect"
import { AuditAction } from "../Domain/Audit.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { Source } from "../Domain/Turnover.ts"
import { Instant, Yuan } from "./Values.ts"

/** What a record did, for readers: the action `correct` enters, corrects or confirms. */
export const AuditKind = Schema.Literal(
  "generated",
  "finalized",
  "entered",
  "corrected",
  "confirmed",
  "imported",
  "withdrawn",
  "closed",
  "opened",
  "noted"
)

export const AuditEntry = Schema.Struct({
  id: Schema.Int,
  created_at: Instant,
  date: LocalDate,
  action: AuditAction,
  amount_before: Schema.NullOr(Yuan),
  amount_after: Schema.NullOr(Yuan).annotations({ description: "null where the record sets no amount" }),
  source: Schema.NullOr(Source).annotations({ description: "of the amount that is set or withdrawn" }),
  kind: AuditKind,
  reason: Schema.String,
  actor: Schema.String,
  hash: Schema.String.annotations({ description: "SHA-256 over the previous hash and this record" })
}).annotations({ identifier: "AuditEntry" })

export const AuditVerification = Schema.Struct({
  ok: Schema.Boolean,
  records: Schema.Int,
  first_broken_id: Schema.NullOr(Schema.Int)
})
