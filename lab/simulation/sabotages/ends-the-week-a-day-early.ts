import { finalDays } from "../../../src/Domain/DayBook.ts"
import { dashboard as correct } from "../../../src/Domain/Figures.ts"
import { addDays } from "../../../src/Domain/LocalDate.ts"

export * from "../../../src/Domain/Figures.ts"

export const dashboard: typeof correct = (book, moment) => {
  const figures = correct(book, moment)
  const { end, start } = figures.this_week
  const early = end > start ? addDays(end, -1) : end
  return { ...figures, this_week: { start, end: early, cents: finalDays(book, start, early).reduce((sum, { cents }) => sum + cents, 0) } }
}
