import { comparisons as correct } from "../../../src/Domain/Comparison.ts"
import { addDays } from "../../../src/Domain/LocalDate.ts"
import { windowOf } from "../../../src/Domain/Window.ts"

export * from "../../../src/Domain/Comparison.ts"

export const comparisons: typeof correct = (book, last, monday, first, holidays) => {
  const found = correct(book, last, monday, first, holidays)
  const week = windowOf(book, addDays(monday, -7), addDays(last, -7), last)
  return found.week_to_date.daysCompared === 0
    ? found
    : { ...found, week_to_date: { ...found.week_to_date, previous: week.cents } }
}
