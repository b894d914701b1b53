import { Either } from "effect"
import { type Cents, formatPlain } from "../Domain/Amount.ts"
import { decimalsOf } from "../Domain/Decimals.ts"
import { maxCents } from "../Domain/TypedAmount.ts"
import { repeatedKey } from "../Json.ts"
import { faultOf, kept, type SourceFault } from "./SourceFault.ts"

/** More digits than any amount has. Longer numbers are not converted: the time for that grows with the square of the digits. */
const mostDigits = 30

const textual = /^(-?)(\d+)(?:\.(\d+))?$/
const numeric = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Why a text is not an amount. */
type NoAmount = "amount" | "decimals"

/**
 * Converts a decimal to cents by its digits, without a float. Zeros after the last counted place are allowed; other digits there
 * are refused, never rounded. Only a JSON number may have an exponent.
 */
export const centsOf = (decimal: string, isNumber: boolean): bigint | NoAmount => {
  const [, sign, whole = "", decimals = "", exponent = "0"] = (isNumber ? numeric : textual).exec(decimal) ?? []
  if (sign === undefined) return "amount"
  const digits = (whole + decimals).replace(/^0+/, "")
  if (digits === "") return 0n
  // How many zeros to append to reach whole cents; if negative, how many digits to cut off.
  const lacking = 2 - decimals.length + Number(exponent)
  const kept = lacking < 0 ? digits.slice(0, lacking) : digits
  // The first condition keeps the exponent of 1e-400 from cutting off all digits.
  if (lacking < 0 && (-lacking >= digits.length || !/^0+$/.test(digits.slice(lacking)))) return "decimals"
  if (kept.length + Math.max(0, lacking) > mostDigits) return "amount"
  return BigInt(sign + kept + "0".repeat(Math.max(0, lacking)))
}

const expected: Readonly<Record<NoAmount, string>> = {
  amount: "an amount",
  decimals: "an amount with at most two decimals"
}

/** An amount that cannot be counted: its place in the answer and what was found there. */
const notCounted = (code: NoAmount, place: string, found: string, whole?: string): SourceFault =>
  faultOf(code,
    `${place}: expected ${whole === undefined ? expected[code] : `an amount without decimals, as ${whole} has none`}, got ${found}`, {
    place,
    found
  })

const signed = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0")
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A day's sum as an amount of a record. */
const daySum = (cents: bigint): Either.Either<Cents, SourceFault> => {
  if (cents >= 0n && cents <= BigInt(maxCents)) return Either.right(Number(cents) as Cents)
  const sum = signed(cents)
  return Either.left(faultOf("sum", `expected a day's amount from 0 to ${formatPlain(maxCents)}, got the sum ${sum}`, { sum }))
}

const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** The members of one line with a JSON object by their types, numbers as they are written: JSON.parse makes floats of them. */
const membersOf = (line: string): ReadonlyMap<string, { readonly text: string; readonly type: string }> | undefined => {
  try {
    const object: unknown = JSON.parse(line)
    // A member that occurs twice has two values, and either may be meant.
    if (/[\r\n]/.test(line) || typeof object !== "object" || object === null || repeatedKey(line) !== undefined) return undefined
    const written: Readonly<Record<string, unknown>> = JSON.parse(
      line.replaceAll(textOrNumber, (token) => token.startsWith("\"") ? token : `"${token}"`)
    )
    return new Map(Object.entries(object).map(([name, value]) => [name, { text: String(written[name]), type: typeof value }]))
  } catch {
    return undefined
  }
}

const notAFigure = (found: string): SourceFault => {
  const shown = kept(JSON.stringify(found))
  return faultOf("not_a_figure", `expected one line such as {"amount":"3629.76","items":161}, got ${shown}`, { found: shown })
}

/**
 * Reads what a program has printed: one line of JSON with `amount`, a text or a number that is read by its digits, and `items`, which
 * may be left out. Other members are ignored. Anything else is a fault, because it may be a part of another answer.
 */
export const readPrinted = (
  printed: string,
  currency = "CNY"
): Either.Either<{ readonly amountCents: Cents; readonly items: number }, SourceFault> => {
  const line = printed.replace(/\r?\n$/, "")
  const members = membersOf(line)
  const amount = members?.get("amount")
  if (members === undefined || amount === undefined || !/number|string/.test(amount.type)) return Either.left(notAFigure(line))
  const items = members.get("items") ?? { text: "1", type: "number" }
  if (items.type !== "number" || !/^\d{1,9}$/.test(items.text)) {
    const found = kept(JSON.stringify(items.text))
    return Either.left(faultOf("items", `items: expected a whole number, got ${found}`, { found }))
  }
  const cents = centsOf(amount.text, amount.type === "number")
  if (typeof cents !== "bigint") return Either.left(notCounted(cents, "amount", kept(JSON.stringify(amount.text))))
  if (decimalsOf(currency) === 0 && cents % 100n !== 0n)
    return Either.left(notCounted("decimals", "amount", kept(JSON.stringify(amount.text)), currency))
  return Either.map(daySum(cents), (amountCents) => ({ amountCents, items: Number(items.text) }))
}

const longestSentence = 200

/** Escape sequences of terminals. */
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)/g

const plainOf = (line: string): string => line.replace(escapes, "").replace(/[\p{C}\p{Z}]+/gu, " ").trim()

/** The end of what Node prints about an error that nothing catches, after the error itself. */
const isTrace = (line: string): boolean => /^\s/.test(line) || /^Node\.js v|^\}$/.test(line)

/**
 * The sentence in what a program has written to standard error: its last line, as plain text without secrets. They are removed before
 * the sentence is shortened, because a part of one could not be recognized.
 */
export const sentenceIn = (written: string, scrub: (text: string) => string): string => {
  const lines = written.split(/[\r\n]+/).filter((line) => plainOf(line) !== "")
  const line = lines.findLast((line) => !isTrace(line)) ?? lines.at(-1) ?? ""
  const sentence = scrub(plainOf(scrub(line)))
  const letters = [...sentence]
  return letters.length <= longestSentence ? sentence : `${letters.slice(0, longestSentence - 1).join("")}…`
}
