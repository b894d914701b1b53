import { Schema } from "effect"
import type { LocalDate } from "./LocalDate.ts"

/** Who marked a day closed or open: the role `entry`, or another author; null if the day was never marked. */
export const MarkedBy = Schema.NullOr(Schema.Literal("entry", "manager"))
export type MarkedBy = typeof MarkedBy.Type

/** What is known about a day apart from its figure. */
export interface DayMark {
  readonly date: LocalDate
  /** The shop is closed. A record of the day overrides this. */
  readonly closed: boolean
  readonly note: string
  /**
   * When a person last withdrew the day's figure, opened the day again, or undid its figure after the cutoff; milliseconds since 1970.
   */
  readonly clearedAt: number | null
  /** A figure for a closed day opens it, and then clears this value too. */
  readonly markedBy: MarkedBy
}

/** Whether a person has taken the day's figure back since its cutoff (rule 5.12). It may have a running amount then. */
export const isCleared = ({ clearedAt }: Pick<DayMark, "clearedAt">, cutoff: number): boolean => clearedAt !== null && clearedAt >= cutoff

export const unmarked = (date: LocalDate): DayMark => ({ date, closed: false, note: "", clearedAt: null, markedBy: null })
