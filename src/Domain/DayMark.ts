import type { LocalDate } from "./LocalDate.ts"

/** What is known about a day besides its figure. */
export interface DayMark {
  readonly date: LocalDate
  /** The shop is closed. A record of the day overrides this. */
  readonly closed: boolean
  readonly note: string
  /** When a person last withdrew the day's figure or opened the day again; milliseconds since 1970. */
  readonly clearedAt: number | null
}

export const unmarked = (date: LocalDate): DayMark => ({ date, closed: false, note: "", clearedAt: null })
