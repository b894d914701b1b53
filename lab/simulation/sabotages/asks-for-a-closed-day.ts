import * as DayBook from "../../../src/Domain/DayBook.ts"
import { next as correct } from "../../../src/Domain/Questions.ts"

export * from "../../../src/Domain/Questions.ts"

export const next: typeof correct = (rules, { days, marks }, memory, now) =>
  correct(rules, DayBook.make(days, [...marks.values()].map((mark) => ({ ...mark, closed: false }))), memory, now)
