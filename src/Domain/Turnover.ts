import { Schema } from "effect"
import type { Cents } from "./Amount.ts"
import type { LocalDate } from "./LocalDate.ts"

/** Where a figure comes from. A generated one is never shown as a counted one. `feed`: a till, pushed or asked. */
export const Source = Schema.Literal("generated", "manual", "import", "feed")
export type Source = typeof Source.Type

/** Who last changed a day, and when; milliseconds since 1970. */
export interface LastChange {
  readonly at: number
  readonly by: string
  /** The token of the role `entry` that entered the figure; absent if another author did. */
  readonly entryToken?: number
}

/** What is known of a running amount besides its day, source and last change. */
export interface SoFar {
  /** The amount in its newest audit record: the first one of the day, and the last one before the figure, are audited. */
  readonly audited: Cents
  /** What the audit says of the present amount. */
  readonly reason: string
}

/** The turnover of one calendar day. Only final days count toward sums, history and export. */
export interface Turnover {
  readonly date: LocalDate
  readonly cents: Cents
  readonly isFinal: boolean
  readonly source: Source
  /** Absent where another program has stored the day. */
  readonly changed?: LastChange
  /** Of a running amount: what a till has counted so far (rule 5.18). It is not final, and no figure yet. */
  readonly soFar?: SoFar
}

/** The day's figure, final or not: a running amount is none. */
export const figureOf = <Day extends { readonly soFar?: SoFar }>(day: Day | undefined): Day | undefined =>
  day?.soFar === undefined ? day : undefined

/** The actor of what a source was asked for. No token has this name, so any other one has pushed its running amount. */
export const askedActor = "feed"
