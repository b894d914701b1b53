import { type Option, Request } from "effect"
import type { DataVersion } from "../Database/DataVersion.ts"
import type { Moment } from "../Domain/Calendar.ts"
import type { DayChange } from "../Domain/DayChange.ts"
import type { ImportRow, ImportSummary } from "../Domain/ImportPlan.ts"
import type { Decision, Trigger } from "../Domain/Settlement.ts"
import type { Correction, DateInFuture, HasRecord, KeyReused, Marking, NoRecord, NotForEntry, Withdrawal } from "./DayRequest.ts"

export interface Import {
  readonly rows: ReadonlyArray<ImportRow>
  readonly actor: string
  /** SHA-256 of the file, where the same file must not be imported twice. */
  readonly sha256: Option.Option<string>
}

export class Settle extends Request.TaggedClass("Settle")<Decision, never, {
  readonly trigger: Trigger
  readonly moment: Moment
  readonly id: string | null
}> {}
export class Correct extends Request.TaggedClass("Correct")<DayChange, DateInFuture | NotForEntry | KeyReused, Correction> {}
export class Withdraw extends Request.TaggedClass("Withdraw")<DayChange, NoRecord | NotForEntry | KeyReused, Withdrawal> {}
export class Mark extends Request.TaggedClass("Mark")<DayChange, DateInFuture | HasRecord | KeyReused, Marking> {}
export class ImportDays extends Request.TaggedClass("ImportDays")<ImportSummary, never, Import> {}
/** Whether the day's reminder was put into the outbox. */
export class Remind extends Request.TaggedClass("Remind")<boolean, never, { readonly moment: Moment }> {}
/** Reads what other processes have committed up to this version. */
export class Follow extends Request.TaggedClass("Follow")<void, never, { readonly version: DataVersion }> {}

/** A message to the ledger's actor. */
export type LedgerRequest = Settle | Correct | Withdraw | Mark | ImportDays | Remind | Follow
