import type { Cents } from "../Domain/Amount.ts"

/** A day's figure as a source has it, and what the audit's reason keeps of the answer. */
export interface Figure {
  readonly amountCents: Cents
  /** How many items, rows or values were counted. */
  readonly items: number
  /** Of the answer's bytes, those of all pages one after another. */
  readonly sha256: string
}
