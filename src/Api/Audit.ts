import { Schema } from "effect"
import { AuditAction } from "../Domain/Audit.ts"
import { LocalDate, Month } from "../Domain/LocalDate.ts"
import { Source } from "../Domain/Turnover.ts"
import { Instant, Yuan } from "./Values.ts"

/** What a record did, in readers' words. The actions `correct` and `feed` enter, correct or confirm; `feed` also sets running amounts. */
export const AuditKind = Schema.Literal(
  "generated",
  "finalized",
  "entered",
  "corrected",
  "confirmed",
  "imported",
  "fed",
  "so_far",
  "withdrawn",
  "undone",
  "closed",
  "opened",
  "noted",
  "goal"
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
  first_broken_id: Schema.NullOr(Schema.Int),
  first_differing_day: Schema.NullOr(LocalDate).annotations({
    description: "the first day whose figure, closing or note differs from its newest record"
  }),
  first_differing_goal: Schema.NullOr(Month).annotations({
    description: "the first month whose goal differs from its newest record"
  }),
  head: Schema.NullOr(Schema.String).annotations({
    description:
      "number and hash of the newest record, as N:HASH. Kept elsewhere, it proves later that no record up to this one was changed or removed"
  })
})
