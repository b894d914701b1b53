import { Schema } from "effect"
import type { Cents } from "./Amount.ts"
import type { LocalDate } from "./LocalDate.ts"

/** Where a figure comes from. A generated figure is never shown as a counted one. `feed`: a till that pushed, or was asked. */
export const Source = Schema.Literal("generated", "manual", "import", "feed")
export type Source = typeof Source.Type

/** Who last changed a day, and when; milliseconds since 1970. */
export interface LastChange {
  readonly at: number
  readonly by: string
  /** The token of the role `entry` that entered the figure; absent if another author did. */
  readonly entryToken?: number
}

/** What a running amount has besides its day, source and last change. */
export interface SoFar {
  /** The amount in its newest audit record: the day's first running amount, or the last one before its figure. */
  readonly audited: Cents
  /** The reason of the present amount, for the audit. */
  readonly reason: string
}

/** The turnover of one calendar day. Only final days count toward sums, history and export. */
export interface Turnover {
  readonly date: LocalDate
  readonly cents: Cents
  readonly isFinal: boolean
  readonly source: Source
  /** Absent if another program has stored the day. */
  readonly changed?: LastChange
  /** Set on a running amount: what a till has counted so far (rule 5.18). It is not final, and not a figure yet. */
  readonly soFar?: SoFar
}

/** The day's figure, final or not; undefined for a running amount. */
export const figureOf = <Day extends { readonly soFar?: SoFar }>(day: Day | undefined): Day | undefined =>
  day?.soFar === undefined ? day : undefined

/** The actor of figures that a source was asked for. No token has this name, so a running amount of any other actor was pushed. */
export const askedActor = "feed"
