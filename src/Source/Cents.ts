import { Either } from "effect"
import { type Cents, formatPlain } from "../Domain/Amount.ts"
import { maxCents } from "../Domain/Typed.ts"
import type { NoAmount } from "./Decimal.ts"
import { faultOf, type SourceFault } from "./SourceFault.ts"

const expected: Readonly<Record<NoAmount, string>> = {
  amount: "an amount",
  decimals: "an amount with at most two decimals"
}

/** An amount that cannot be counted: its place in the answer and what was found there. */
export const notCounted = (code: NoAmount, place: string, found: string): SourceFault =>
  faultOf(code, `${place}: expected ${expected[code]}, got ${found}`, { place, found })

const decimal = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0")
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A day's sum as an amount of a record. */
export const daySum = (cents: bigint): Either.Either<Cents, SourceFault> => {
  if (cents >= 0n && cents <= BigInt(maxCents)) return Either.right(Number(cents) as Cents)
  const sum = decimal(cents)
  return Either.left(faultOf("sum", `expected a day's amount from 0 to ${formatPlain(maxCents)}, got the sum ${sum}`, { sum }))
}
