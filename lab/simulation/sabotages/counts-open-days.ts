import type { finalDays as correct } from "../../../src/Domain/DayBook.ts"

export * from "../../../src/Domain/DayBook.ts"

export const finalDays: typeof correct = (book, start, end) => book.days.filter(({ date }) => date >= start && date <= end)
