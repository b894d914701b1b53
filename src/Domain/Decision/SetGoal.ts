import { Either } from "effect"
import type { GoalChange, RefusalOf, SetGoal, Who } from "../Command.ts"
import { addMonths, monthOf } from "../Month.ts"
import * as Posting from "../Posting.ts"
import { MonthTooFar } from "../Refusal.ts"
import { type Decision, nothing, type Now, type States } from "./State.ts"

/** How many months ahead a goal may be set. */
const monthsAhead = 24

/** Rule 6.45. The same amount again changes nothing. */
export const setGoal = (
  { goal, month }: SetGoal,
  { goal: before }: States["SetGoal"],
  { today }: Now,
  { actor }: Who
): Either.Either<Decision<GoalChange>, RefusalOf<"SetGoal">> => {
  const last = addMonths(monthOf(today), monthsAhead)
  if (month > last) return Either.left(new MonthTooFar({ month, last }))
  const decided = nothing({ month, before, after: goal })
  return Either.right(goal === before ? decided : { ...decided, postings: [Posting.setGoal(month, before, goal, actor)] })
}
