import { Schema } from "effect"
import type { Cents } from "./Amount.ts"
import { isoWeekday, type LocalDate } from "./LocalDate.ts"

/** Who marked a day closed or open: the role `entry`, or another author; null if the day was never marked. */
export const MarkedBy = Schema.NullOr(Schema.Literal("entry", "manager"))
export type MarkedBy = typeof MarkedBy.Type

/** What is known about a day apart from its figure. */
export interface DayMark {
  readonly date: LocalDate
  /** A person has marked the day closed. A record of the day overrides this. */
  readonly closed: boolean
  /** The shop closes on this weekday (`closed_weekdays`), which holds for days that nobody has marked. Not stored. */
  readonly weekly?: boolean
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

/** Whether the shop is closed on a day without a record. */
export const isShut = ({ closed, markedBy, weekly = false }: Pick<DayMark, "closed" | "markedBy" | "weekly">): boolean =>
  closed || weekly && markedBy === null

/** Weekdays by their numbers; 1 is Monday. */
export type Weekdays = ReadonlySet<number>

export const noWeekdays: Weekdays = new Set()

/** The mark with what the shop's week says about its day. */
export const inWeek = (mark: DayMark, closed: Weekdays): DayMark =>
  closed.size === 0 ? mark : { ...mark, weekly: closed.has(isoWeekday(mark.date)) }

export const unmarked = (date: LocalDate): DayMark => ({ date, closed: false, note: "", clearedAt: null, markedBy: null })

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
