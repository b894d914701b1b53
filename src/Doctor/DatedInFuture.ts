import type { LocalDate } from "../Domain/LocalDate.ts"

const mostNamed = 5

/** The first few days that are dated in the future: a clock that is years behind makes it all of them. */
export const datedInFuture = (days: ReadonlyArray<LocalDate>): string =>
  `dated in the future: ${days.slice(0, mostNamed).join(" ")}${days.length > mostNamed ? ` and ${days.length - mostNamed} more` : ""}`
