import { Schema } from "effect"
import type { Cents } from "./Amount.ts"
import type { LocalDate } from "./LocalDate.ts"

/** Where a figure comes from. A generated one is never shown as a counted one. */
export const Source = Schema.Literal("generated", "manual", "import")
export type Source = typeof Source.Type

/** Who last changed a day, and when; milliseconds since 1970. */
export interface LastChange {
  readonly at: number
  readonly by: string
  /** The token of the role `entry` that entered the figure; absent if another author did. */
  readonly entryToken?: number
}

/** The turnover of one calendar day. Only final days count toward sums, history and export. */
export interface Turnover {
  readonly date: LocalDate
  readonly cents: Cents
  readonly isFinal: boolean
  readonly source: Source
  /** Absent where another program has stored the day. */
  readonly changed?: LastChange
}
