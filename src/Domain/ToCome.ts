import type { Calendar, Moment } from "./Calendar.ts"
import * as DayBook from "./DayBook.ts"
import { type CentsRange, type GeneratorSettings, rangeOf } from "./Generator.ts"
import { patienceEnd } from "./Questions.ts"
import type { WithoutFigure } from "./Settlement.ts"

/** What today's figure may still become. */
export interface ToCome {
  /** The range of the amount that will be generated; null if none will be. */
  readonly range: CentsRange | null
  /** A person has to enter an amount. */
  readonly awaits: boolean
  /** The source will be asked at the cutoff. */
  readonly toAsk: boolean
  /** Until when the source is asked, in milliseconds; null if it is not being asked. */
  readonly askedUntil: number | null
}

/** How a shop's days get their amounts. */
export interface Expected {
  readonly calendar: Calendar
  readonly ranges: Omit<GeneratorSettings, "seed">
  readonly withoutFigure: WithoutFigure
  /** Whether there is a source to ask, and how long it is asked after the cutoff. */
  readonly isAsked: boolean
  readonly patienceMinutes: number
}

/**
 * The range of the amount that the settlement will generate for today. null if it will generate none: today has a record, is closed
 * or past its cutoff, or a later day has a record (rule 5.15).
 */
const rangeToCome = (book: DayBook.DayBook, { pastCutoff, today }: Moment, ranges: Expected["ranges"]): CentsRange | null =>
  pastCutoff || book.byDate.has(today) || DayBook.isClosed(book, today) || DayBook.daysAfter(book, today).length > 0
    ? null
    : rangeOf(ranges, today)

/**
 * Whether an amount has to be entered for today, before or after its cutoff: today has no record and none is generated, or its
 * running amount has not become final (rules 5.17 and 5.18).
 */
const lacksFigure = (book: DayBook.DayBook, { pastCutoff, today }: Moment, isGenerated: boolean): boolean => {
  const day = book.byDate.get(today)
  if (day !== undefined) return pastCutoff && day.soFar !== undefined
  return !isGenerated && !DayBook.isClosed(book, today)
}

export const toCome = (book: DayBook.DayBook, moment: Moment, expected: Expected): ToCome => {
  const { isAsked, patienceMinutes, ranges, withoutFigure } = expected
  const isGenerated = !isAsked && withoutFigure === "generate"
  const isOpen = lacksFigure(book, moment, isGenerated)
  // Before its cutoff, an amount that a source is asked for does not have to be entered.
  const awaits = isOpen && (moment.pastCutoff || !isAsked)
  const askedUntil = isAsked ? patienceEnd({ calendar: expected.calendar, patienceMinutes }, moment.today) : 0
  return {
    range: isGenerated ? rangeToCome(book, moment, ranges) : null,
    awaits,
    toAsk: isOpen && !awaits,
    askedUntil: awaits && moment.now.epochMillis < askedUntil ? askedUntil : null
  }
}
