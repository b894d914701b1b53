import type { finalDays as correctDays, total as correctTotal } from "../../src/Domain/DayBook.ts"

export * from "../../src/Domain/DayBook.ts"

export const finalDays: typeof correctDays = (book, start, end) => book.days.filter(({ date }) => date >= start && date <= end)

export const total: typeof correctTotal = (book, start, end) =>
  finalDays(book, start, end).reduce((sum, { cents }) => sum + cents, 0)
