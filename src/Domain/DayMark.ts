import type { LocalDate } from "./LocalDate.ts"

/** What is known of a day beside its figure. */
export interface DayMark {
  readonly date: LocalDate
  /** The shop is closed; a record of the day has precedence. */
  readonly closed: boolean
  readonly note: string
  /** When a person last left the day without a figure, by withdrawing it or by opening it again; milliseconds since 1970. */
  readonly clearedAt: number | null
}

export const unmarked = (date: LocalDate): DayMark => ({ date, closed: false, note: "", clearedAt: null })
