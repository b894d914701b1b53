import * as DayBook from "../../../src/Domain/DayBook.ts"
import { storyOf as correct } from "../../../src/Domain/Story.ts"

export * from "../../../src/Domain/Story.ts"

export const storyOf: typeof correct = (book, date, ranges, goals) => ({
  ...correct(book, date, ranges, goals),
  week: correct(DayBook.withChanges(book, [{ date, day: null }]), date, ranges, goals).week
})
