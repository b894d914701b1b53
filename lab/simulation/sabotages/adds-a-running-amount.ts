import type { finalOn as correct } from "../../../src/Domain/DayBook.ts"

export * from "../../../src/Domain/DayBook.ts"

export const finalOn: typeof correct = (book, date) => {
  const day = book.byDate.get(date)
  return day?.isFinal === true || day?.soFar !== undefined ? day : undefined
}
