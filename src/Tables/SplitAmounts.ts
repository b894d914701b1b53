import type { Cell } from "./Sheet.ts"
import * as words from "./Words.ts"

const ownNumbers = [words.money, words.payment, words.notTurnover, words.deduction]

/** Whether `3,388.00` may have been split at its comma: the next field is the rest of an amount, and not a column of numbers. */
export const continues = (amount: Cell, next: Cell, nextName: string): boolean =>
  amount.bare === true && next.bare === true && /^\u00a5?\d{1,3}$/.test(amount.text) && /^\d{3}(?:\.\d{1,2})?\u5143?$/.test(next.text) &&
  !ownNumbers.some((one) => one.test(nextName))

/** Whether an amount shows that the file writes amounts without commas. */
export const isWhole = ({ text }: Cell): boolean => /^\u00a5?\d{4}/.test(text)
