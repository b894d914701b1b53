import type { DayStory, StorySum } from "./Announcement.ts"
import { type Comparison, comparisons, fairComparison, outlierOf } from "./Comparison.ts"
import * as DayBook from "./DayBook.ts"
import { type GeneratorSettings, rangeOf } from "./Generator.ts"
import { type Goal, goalFigures, type Goals } from "./Goal.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, firstOfMonth, type LocalDate, mondayOf } from "./LocalDate.ts"
import { leastOfMean } from "./Takings.ts"
import { runningWindow, type Window } from "./Window.ts"

/**
 * The earliest day that a story needs: the weights of a goal come from the eight weeks before its month, which include the month
 * before.
 */
export const storyBegins = (date: LocalDate): LocalDate => addDays(firstOfMonth(date), -56)

/** What a message states about the month's goal. */
const goalOfStory = (goal: Goal | null): Pick<DayStory, "goal"> => {
  if (goal === null) return {}
  const { cents, daysLeft, daysUncounted, missing, needed } = goal
  return { goal: { cents, missing, daysLeft, daysUncounted, needed } }
}

const sumOfSpan = (
  { cents, closedDays, finalDays, generatedCents, generatedDays, missing }: Window,
  comparison: Comparison
): StorySum => {
  const { current, daysCompared, previous } = comparison
  const fair = fairComparison(comparison)
  return {
    cents,
    days: finalDays + missing.length,
    generatedDays,
    generatedCents,
    closedDays,
    missing,
    compared: current === null || previous === null ? null : { days: daysCompared, current, previous, ...(fair === null ? {} : { fair }) }
  }
}

/**
 * The story of a final day, as of that day (rule 7.21). The same functions give the figures of the dashboard.
 * @param book at least the days from `storyBegins` on, the first day, the newest 14 final days, and the month's marks and goal
 */
export const storyOf = (
  book: DayBook.DayBook,
  date: LocalDate,
  ranges: Omit<GeneratorSettings, "seed">,
  { goals, holidays }: { readonly goals: Goals; readonly holidays: Holidays }
): DayStory => {
  const day = book.byDate.get(date)
  const [monday, first] = [mondayOf(date), firstOfMonth(date)]
  const { month_to_date, same_weekday_last_week, same_weekday_mean4: mean, week_to_date } = comparisons(book, date, monday, first, holidays)
  const isCompared = same_weekday_last_week.daysCompared > 0
  const before = DayBook.finalOn(book, addDays(date, -7))
  return {
    entered: day?.changed === undefined || day.source === "generated" ? null : { by: day.changed.by, at: day.changed.at },
    range: day?.source === "generated" ? rangeOf(ranges, date) : null,
    note: DayBook.markOf(book, date).note,
    basis: "counted",
    lastWeek: before === undefined ? null : { cents: before.cents, compared: isCompared },
    mean: mean.previous === null || mean.daysCompared < leastOfMean
      ? null
      : { cents: mean.previous, days: mean.daysCompared },
    outlier: outlierOf(book, date, holidays),
    week: sumOfSpan(runningWindow(book, monday, date), week_to_date),
    month: sumOfSpan(runningWindow(book, first, date), month_to_date),
    ...goalOfStory(goalFigures(book, date, date, { goals, holidays }))
  }
}
