import { Either } from "effect"
import type { Cents } from "../Domain/Amount.ts"
import { daySum, notCounted } from "./Cents.ts"
import { centsOf } from "./Decimal.ts"
import { faultOf, kept, type SourceFault } from "./SourceFault.ts"

/** A member with a text without escapes, or a number, up to the comma after it. */
const member = /\s*"(\w+)"\s*:\s*(?:"([^"\\]*)"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?))\s*(,|$)/y

interface Value {
  readonly text: string
  readonly isNumber: boolean
}

/** The members of a flat JSON object, with numbers as they are written: JSON.parse makes floats of them. */
const membersOf = (line: string): ReadonlyMap<string, Value> | undefined => {
  const inside = /^\s*\{(.*)\}\s*$/.exec(line)?.[1]
  if (inside === undefined) return undefined
  const members = new Map<string, Value>()
  member.lastIndex = 0
  for (;;) {
    const [, name, text, number, end] = member.exec(inside) ?? []
    // A member that occurs twice has two values, and either may be meant.
    if (name === undefined || members.has(name)) return undefined
    members.set(name, text === undefined ? { text: number ?? "", isNumber: true } : { text, isNumber: false })
    if (end === "") return members
  }
}

const notAFigure = (found: string): SourceFault => {
  const shown = kept(JSON.stringify(found))
  return faultOf("not_a_figure", `expected one line such as {"amount":"3629.76","items":161}, got ${shown}`, { found: shown })
}

const known = ["amount", "items"]

/**
 * Reads what a program has printed: one line of JSON with `amount`, a text or a number that is read by its digits, and `items`, which
 * may be left out. Anything else is a fault, because it may be a part of another answer.
 */
export const readPrinted = (printed: string): Either.Either<{ readonly amountCents: Cents; readonly items: number }, SourceFault> => {
  const line = printed.replace(/\r?\n$/, "")
  const members = membersOf(line)
  const amount = members?.get("amount")
  if (members === undefined || amount === undefined || [...members.keys()].some((name) => !known.includes(name)))
    return Either.left(notAFigure(line))
  const items = members.get("items") ?? { text: "1", isNumber: true }
  if (!items.isNumber || !/^\d{1,9}$/.test(items.text)) {
    const found = kept(JSON.stringify(items.text))
    return Either.left(faultOf("items", `items: expected a whole number, got ${found}`, { found }))
  }
  const cents = centsOf(amount.text, amount.isNumber)
  if (typeof cents !== "bigint") return Either.left(notCounted(cents, "amount", kept(JSON.stringify(amount.text))))
  return Either.map(daySum(cents), (amountCents) => ({ amountCents, items: Number(items.text) }))
}
