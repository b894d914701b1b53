import { Either, Schema } from "effect"
import { type Fault, faultAt } from "../Codes/Fault.ts"
import { Amount, type Cents } from "../Domain/Amount.ts"
import { faultsOf, wrong } from "../Domain/Fault.ts"
import { defaultGoal, type Goals } from "../Domain/Goal.ts"
import { isMonth } from "../Domain/Month.ts"

const goalsExpected = "an object such as {\"2026-11\": 110000, \"default\": 100000}"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const amountAt = (key: string, value: unknown): Either.Either<Cents, ReadonlyArray<Fault>> =>
  Either.mapLeft(Schema.decodeUnknownEither(Amount)(value), (error) => faultsOf(error).map((fault) => ({ ...fault, field: key })))

/** The setting `goals`, or every fault in it (rule 2.11). */
export const readGoals = (value: unknown): Either.Either<Goals, ReadonlyArray<Fault>> => {
  if (!isObject(value)) return Either.left([faultAt("", wrong("goals", goalsExpected, value))])
  const faults: Array<Fault> = []
  const goals: Record<string, Cents> = {}
  // Sorted, so that processes with the same goals have the same fingerprint of settings.
  for (const key of Object.keys(value).sort()) {
    if (key !== defaultGoal && !isMonth(key)) faults.push(faultAt(key, wrong("goal_month", `a month YYYY-MM or "${defaultGoal}"`, key)))
    const amount = amountAt(key, value[key])
    if (Either.isLeft(amount)) faults.push(...amount.left)
    else goals[key] = amount.right
  }
  return faults.length > 0 ? Either.left(faults) : Either.right(goals)
}
