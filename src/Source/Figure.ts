import type { Cents } from "../Domain/Amount.ts"

/** A day's figure from a source, with what the audit record keeps of the answer. */
export interface Figure {
  readonly amountCents: Cents
  /** How many items, rows or values the figure contains. */
  readonly items: number
  /** The hash of the answer's bytes, of all pages one after another. */
  readonly sha256: string
}
