import { Effect } from "effect"
import { ownSlice } from "../../Concurrency/EventLoop.ts"
import type { DayBook } from "../../Domain/DayBook.ts"
import { dayList } from "../../Domain/DayList.ts"
import { goalsByDay, type GoalSettings } from "../../Domain/Goal.ts"
import type { Holidays } from "../../Domain/Holidays.ts"
import { lastOfMonth, type LocalDate } from "../../Domain/LocalDate.ts"
import { addMonths, firstDate, type Month, monthOf } from "../../Domain/Month.ts"
import { listedDay } from "../Views/FiguresView.ts"

/** The days of a month as JSON, and the bytes of all of them, separated by commas. */
interface EncodedMonth {
  readonly days: ReadonlyArray<string>
  readonly whole: Buffer
}

/** The days of lists as JSON. */
export interface ListedDays {
  /** The bytes of the days of a range, separated by commas, in pieces. */
  readonly between: (from: LocalDate, to: LocalDate) => Effect.Effect<ReadonlyArray<Uint8Array>>
}

const comma = Buffer.from(",")

/**
 * The listed days of one state of the book and the settings. A month is encoded once, with the shares of its goal, in a slice of its
 * own; so a list of years blocks nothing for long, and a range that nobody has requested before costs no more than a known one.
 */
export const listedDays = (book: DayBook, goals: GoalSettings, holidays: Holidays): ListedDays => {
  const goalOn = goalsByDay(book, goals)
  const view = listedDay(holidays)
  const months = new Map<Month, EncodedMonth>()

  const encode = (month: Month): EncodedMonth => {
    const first = firstDate(month)
    const days = dayList(book, first, lastOfMonth(first), goalOn).map((day) => JSON.stringify(view(day)))
    const encoded = { days, whole: Buffer.from(days.join(",")) }
    months.set(month, encoded)
    return encoded
  }

  const encoded = (month: Month): Effect.Effect<EncodedMonth> => {
    const known = months.get(month)
    return known === undefined ? Effect.map(ownSlice, () => months.get(month) ?? encode(month)) : Effect.succeed(known)
  }

  return {
    between: (from, to) =>
      Effect.gen(function*() {
        const [first, last] = [monthOf(from), monthOf(to)]
        const pieces: Array<Uint8Array> = []
        for (let month = first; month <= last; month = addMonths(month, 1)) {
          const { days, whole } = yield* encoded(month)
          const isWhole = month !== first && month !== last
          const part = () => days.slice(month === first ? dayOf(from) - 1 : 0, month === last ? dayOf(to) : days.length)
          pieces.push(...pieces.length === 0 ? [] : [comma], isWhole ? whole : Buffer.from(part().join(",")))
        }
        return pieces
      })
  }
}

const dayOf = (date: LocalDate): number => Number(date.slice(8))
