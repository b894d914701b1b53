import * as DayBook from "./DayBook.ts"
import { addDays, type LocalDate } from "./LocalDate.ts"
import type { Turnover } from "./Turnover.ts"

/** How many of the newest final days decide whether the shop counts its days at all. */
const habitDays = 14

/**
 * Whether the last 14 final days until `last` were all generated: such a shop does not count its days (rule 6.51). With fewer days
 * it is not known.
 */
export const generatedOnly = ({ days }: Pick<DayBook.DayBook, "days">, last: LocalDate): boolean => {
  let seen = 0
  for (let index = days.length - 1; index >= 0 && seen < habitDays; index--) {
    const day = days[index]
    if (day?.isFinal !== true || day.date > last) continue
    if (day.source !== "generated") return false
    seen += 1
  }
  return seen === habitDays
}

/** The final day of a date, if a person, a till or an import counted it. An amount that nobody counted is compared with nothing. */
export const comparable = (book: DayBook.DayBook, date: LocalDate): Turnover | undefined => {
  const day = DayBook.finalOn(book, date)
  return day?.source === "generated" ? undefined : day
}

/** A shop is open on one day of a week at least. */
const longestClosing = 6

/**
 * What a day took, if it can be compared with its match. A weekday on which the shop always is closed took nothing, if the last open
 * day before it was counted. Without it, a shop that closes on Mondays would leave its Tuesdays out of one year and its Sundays out
 * of the other. Only days before decide, so that no later figure changes a comparison.
 */
const taken = (book: DayBook.DayBook, date: LocalDate): number | undefined => {
  const day = comparable(book, date)
  if (day !== undefined || !DayBook.isWeeklyClosed(book, date)) return day?.cents
  const open = Array.from({ length: longestClosing }, (_, index) => addDays(date, -1 - index))
    .find((before) => !DayBook.isWeeklyClosed(book, before))
  return open !== undefined && comparable(book, open) !== undefined ? 0 : undefined
}

/** A day that is compared, with what it and its match took. */
interface Compared {
  readonly date: LocalDate
  readonly current: number
  readonly previous: number
}

/**
 * The pairs of a day and its match that are compared (rule 6.25): what both days took is known, and one of them at least was counted.
 * None where one side has no counted day: a closing weekday alone is no sum.
 */
export const comparedPairs = (
  book: DayBook.DayBook,
  pairs: ReadonlyArray<readonly [date: LocalDate, match: LocalDate]>
): ReadonlyArray<Compared> => {
  const counted = [false, false]
  const found = pairs.flatMap(([date, match]): ReadonlyArray<Compared> => {
    const [current, previous] = [taken(book, date), taken(book, match)]
    const [isCounted, wasCounted] = [comparable(book, date) !== undefined, comparable(book, match) !== undefined]
    if (current === undefined || previous === undefined || !isCounted && !wasCounted) return []
    counted[0] ||= isCounted
    counted[1] ||= wasCounted
    return [{ date, current, previous }]
  })
  return counted[0] === true && counted[1] === true ? found : []
}
