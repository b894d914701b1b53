import * as DayBook from "../../src/Domain/DayBook.ts"
import { dashboard as correct } from "../../src/Domain/Figures.ts"
import { addDays } from "../../src/Domain/LocalDate.ts"

export * from "../../src/Domain/Figures.ts"

export const dashboard: typeof correct = (book, moment) => {
  const figures = correct(book, moment)
  const { start, end } = figures.thisWeek
  const early = end > start ? addDays(end, -1) : end
  return { ...figures, thisWeek: { start, end: early, cents: DayBook.total(book, start, early) } }
}
