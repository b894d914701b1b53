import * as DayBook from "../DayBook.ts"
import type { LocalDate } from "../LocalDate.ts"
import { meanOf } from "../Mean.ts"
import { datesOf, firstDate, type Month } from "../Month.ts"
import { type Special, usualDaysBefore, weekdayAlike } from "../UsualDays.ts"

/** A day's share of its month's goal, in cents. */
export interface DayGoal {
  readonly date: LocalDate
  readonly cents: number
}

/** Whether a date is expected to have turnover: it is not before the first record, and not marked closed. */
export const isOpen = (book: DayBook.DayBook, date: LocalDate): boolean =>
  !DayBook.isClosed(book, date) && date >= (book.days[0]?.date ?? date)

/**
 * Divides whole cents in proportion to the weights, by the largest remainder; of equal remainders, the earlier day gets the cent.
 * The shares add up to the total, unless no weight is above 0. It uses BigInt, because the product of two amounts is too
 * large for an exact double.
 */
const inProportion = (total: number, weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sum = BigInt(weights.reduce((all, weight) => all + weight, 0))
  if (sum === 0n) return weights
  const products = weights.map((weight) => BigInt(total) * BigInt(weight))
  const shares = products.map((product) => Number(product / sum))
  const left = total - shares.reduce((all, share) => all + share, 0)
  const remainder = (index: number): number => Number((products[index] ?? 0n) % sum)
  const largest = weights.map((_, index) => index).sort((one, other) => remainder(other) - remainder(one) || one - other).slice(0, left)
  return shares.map((share, index) => share + (largest.includes(index) ? 1 : 0))
}

/** The goal of a month, spread over its open days by what their weekday usually takes (rule 6.43). */
export const spread = (book: DayBook.DayBook, month: Month, goal: number, special: Special): ReadonlyArray<DayGoal> => {
  const dates = datesOf(month)
  const usual = usualDaysBefore(book, firstDate(month), special)
  const open = dates.map((date) => isOpen(book, date))
  const means = dates.map((date, index) => open[index] === true ? meanOf(usual.of(weekdayAlike(date, special))) ?? 0 : 0)
  const weights = means.every((mean) => mean === 0) ? open.map(Number) : means
  const shares = inProportion(goal, weights)
  return dates.map((date, index) => ({ date, cents: shares[index] ?? 0 }))
}
