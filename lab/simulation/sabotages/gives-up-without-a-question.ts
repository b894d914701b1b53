import { dateOf } from "../../../src/Domain/Calendar.ts"
import { patienceEnd, unanswered as correct } from "../../../src/Domain/Questions.ts"

export * from "../../../src/Domain/Questions.ts"

/** A start after the end of patience generates or announces before it has asked the source. */
export const unanswered: typeof correct = (rules, book, memory, now) => {
  const date = dateOf(now, rules.calendar)
  return now.epochMillis >= patienceEnd(rules, date) - 30_000 ? date : correct(rules, book, memory, now)
}
