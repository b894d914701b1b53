import { Either } from "effect"
import type { LocalDate } from "./LocalDate.ts"
import { DateInFuture } from "./Refusal.ts"

/** The day that a person asks about, which must have come: the one that they name, or else `usual`. */
export const askedDay = (named: LocalDate | undefined, today: LocalDate, usual = today): Either.Either<LocalDate, DateInFuture> => {
  const date = named ?? usual
  return date > today ? Either.left(new DateInFuture({ date, today })) : Either.right(date)
}
