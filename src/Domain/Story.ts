import type { DayStory, StorySum } from "./Announcement.ts"
import { type Compared, monthCompared, weekCompared } from "./Compared.ts"
import { countedDay } from "./CountedFigures.ts"
import * as DayBook from "./DayBook.ts"
import { type GeneratorSettings, rangeOf } from "./Generator.ts"
import { type Goal, goalFigures, type Goals } from "./Goal.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, firstOfMonth, type LocalDate, mondayOf } from "./LocalDate.ts"
import { weeksBack } from "./Usual.ts"
import { runningWindow, type Window } from "./Window.ts"

/** The earliest day that a story needs: a usual amount may come from 26 weeks before. */
export const storyBegins = (date: LocalDate): LocalDate => addDays(date, -7 * weeksBack)

/** What a message states about the month's goal. */
const goalOfStory = (goal: Goal | null): Pick<DayStory, "goal"> => {
  if (goal === null) return {}
  const { cents, daysLeft, missing, needed, uncounted } = goal
  return { goal: { cents, missing, daysLeft, daysUncounted: uncounted.length, needed } }
}

const sumOfSpan = (
  { cents, closedDays, finalDays, generatedCents, generatedDays, missing }: Window,
  compared: Compared | null
): StorySum => ({
  cents,
  days: finalDays + missing.length,
  generatedDays,
  generatedCents,
  closedDays,
  missing,
  compared: compared === null ? null : { days: compared.days, current: compared.current, previous: compared.previous }
})

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
  const { compared, isUnusual } = countedDay(book, date, date, holidays)
  return {
    entered: day?.changed === undefined || day.source === "generated" ? null : { by: day.changed.by, at: day.changed.at },
    range: day?.source === "generated" ? rangeOf(ranges, date) : null,
    note: DayBook.markOf(book, date).note,
    // A holiday's match, a year before, is not among the days of a story.
    compared: compared?.against === "usual" ? compared : null,
    unusual: isUnusual,
    week: sumOfSpan(runningWindow(book, monday, date), weekCompared(book, monday, date)),
    month: sumOfSpan(runningWindow(book, first, date), monthCompared(book, first, date, holidays)),
    ...goalOfStory(goalFigures(book, date, date, { goals, holidays }))
  }
}
