import type { LocalDate } from "../Domain/LocalDate.ts"

const mostNamed = 5

/** The first few days that are dated in the future; for a clock that is years behind, all of them are. */
export const datedInFuture = (days: ReadonlyArray<LocalDate>): string =>
  `dated in the future: ${days.slice(0, mostNamed).join(" ")}${days.length > mostNamed ? ` and ${days.length - mostNamed} more` : ""}`
