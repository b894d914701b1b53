import { asTyped } from "../Domain/Typed.ts"

const beginning = /^\u00a5?\s*(\d{1,3})$/
const continuation = /^(\d{3}(?:\.\d{1,2})?)\s*\u5143?$/
const largeAmount = /^\u00a5?\s*\d{4}/

/**
 * The amount that two fields may have been before its comma was read as a separator: `3` and `388.00` for `3,388.00`; undefined for
 * any other pair.
 */
export const splitAmount = (amount: string, next: string): string | undefined => {
  const [, first] = beginning.exec(asTyped(amount)) ?? []
  const [, rest] = continuation.exec(asTyped(next)) ?? []
  return first === undefined || rest === undefined ? undefined : `${first},${rest}`
}

/**
 * Whether an amount shows that its file writes amounts without commas: it is a thousand or more and has none. Smaller amounts never
 * have a comma, so they show nothing.
 */
export const provesWholeAmounts = (amount: string): boolean => largeAmount.test(asTyped(amount))
