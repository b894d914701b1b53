import type { LocalDate } from "./Domain/LocalDate.ts"

export const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)

/** The message without the system call and the path that Node appends. */
export const reasonOf = (error: unknown): string => messageOf(error).split(", ")[0] ?? ""

const mostNamed = 5

/** The first few of the days that are dated in the future; if the clock is years behind, all days are. */
export const datedInFuture = (days: ReadonlyArray<LocalDate>): string =>
  `dated in the future: ${days.slice(0, mostNamed).join(" ")}${days.length > mostNamed ? ` and ${days.length - mostNamed} more` : ""}`
