import { Schema } from "effect"
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
