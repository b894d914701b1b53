import { dashboard as correct } from "../../../src/Domain/Figures.ts"
import { addDays } from "../../../src/Domain/LocalDate.ts"
import { windowOf } from "../../../src/Domain/Window.ts"

export * from "../../../src/Domain/Figures.ts"

export const dashboard: typeof correct = (book, moment, holidays) => {
  const figures = correct(book, moment, holidays)
  const { start, end } = figures.this_week
  const early = end > start ? addDays(end, -1) : end
  return { ...figures, this_week: windowOf(book, start, early, early) }
}
