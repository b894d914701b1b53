import { Either } from "effect"
import type { Condition } from "../Config/AmountSource/Pointers.ts"
import { formatPointer, type JsonPointer } from "../Json/JsonPointer.ts"
import { JsonNumber, plain, valueAt } from "./Json.ts"
import { faultOf, type SourceFault } from "./SourceFault.ts"

/** Whether a value is present. The values that end paging (an empty text, false) count as absent. */
export const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== "" && value !== false

/** Numbers are compared by value, because a till may write 1 as 1.0. */
const isAmong = ({ values }: Condition, found: unknown): boolean =>
  values === "*" ? isThere(found) : values.some((value) => value === (found instanceof JsonNumber ? plain(found) : found))

/** The value at a pointer in item `number`; a fault if it is missing. */
export const required = (item: unknown, pointer: JsonPointer, number: number): Either.Either<unknown, SourceFault> => {
  const value = valueAt(item, pointer)
  const at = formatPointer(pointer)
  return value === undefined
    ? Either.left(faultOf("no_value", `${at} in item ${number}: expected a value, got nothing`, { pointer: at, item: number }))
    : Either.right(value)
}

/** Whether one of the conditions holds. A missing value is a fault: the setting may be misspelt, or the answer may have a new form. */
export const anyHolds = (conditions: ReadonlyArray<Condition>, item: unknown, number: number): Either.Either<boolean, SourceFault> => {
  let holds = false
  for (const condition of conditions) {
    const found = required(item, condition.pointer, number)
    if (Either.isLeft(found)) return Either.left(found.left)
    holds ||= isAmong(condition, found.right)
  }
  return Either.right(holds)
}

/** Whether all conditions hold. A missing value is a fault here, too. */
export const allHold = (conditions: ReadonlyArray<Condition>, item: unknown, number: number): Either.Either<boolean, SourceFault> => {
  let hold = true
  for (const condition of conditions) {
    const found = required(item, condition.pointer, number)
    if (Either.isLeft(found)) return Either.left(found.left)
    hold &&= isAmong(condition, found.right)
  }
  return Either.right(hold)
}

/** Whether an item is left out. A missing value is no fault here: most orders have no time of cancellation. */
export const isSkipped = (conditions: ReadonlyArray<Condition>, item: unknown): boolean =>
  conditions.some((condition) => isAmong(condition, valueAt(item, condition.pointer)))
