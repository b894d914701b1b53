import { ParseResult, Schema } from "effect"
import type { Fault } from "../Codes/Fault.ts"
import { decimalsOf } from "./Decimals.ts"
import { twoDigits } from "./EpochDay.ts"
import { expecting, pack, wrong } from "./Fault.ts"
import type { Language } from "./Language.ts"
import { digitsIn } from "./NumberFormat.ts"
import { maxCents, typedCents } from "./TypedAmount.ts"

/**
 * The currency of a shop's amounts, as the shop writes it. Amounts are whole cents, so that it has at most two decimals.
 */
export interface Currency {
  /** The code of ISO 4217, such as `CNY`. */
  readonly code: string
  /** What stands before an amount: `¥`, `$`, `HK$`, or `CHF` and a space; empty where the sign stands behind it. */
  readonly before: string
  /** What stands behind an amount: a space and `€` in Germany. */
  readonly after: string
  /** Whose digits and signs its amounts have: a tag of BCP 47. */
  readonly locale: string
}

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"))

export const isCurrency = (code: string): boolean => codes.has(code)

export const defaultCurrency = "CNY"

/** Both write numbers alike. */
export const locales = { "zh-CN": "zh-CN", "en": "en-GB" } as const satisfies Record<Language, string>

export const yuan: Currency = { code: defaultCurrency, before: "¥", after: "", locale: "zh-CN" }

const partsIn = (locale: string, code: string): ReadonlyArray<Intl.NumberFormatPart> =>
  new Intl.NumberFormat(locale, { style: "currency", currency: code }).formatToParts(0)

/**
 * The sign of a currency in a language: `¥` for the yuan in every language, although `Intl` writes `CN¥` in English: a shop has one
 * currency, so the sign cannot be mistaken for another's.
 */
const signIn = (language: Language, code: string): string =>
  code === yuan.code ? yuan.before : partsIn(language, code).find(({ type }) => type === "currency")?.value ?? code

/** A currency with the sign that a language gives it, at the place where a locale has signs. */
export const currencyIn = (language: Language, code: string, locale: string = locales[language]): Currency => {
  if (code === yuan.code && locale === locales[language]) return { ...yuan, locale }
  const sign = signIn(language, code)
  const parts = partsIn(locale, code)
  const [at, digits] = ["currency", "integer"].map((name) => parts.findIndex(({ type }) => type === name)) as [number, number]
  const between = parts.slice(Math.min(at, digits) + 1, Math.max(at, digits)).filter(({ type }) => type === "literal")
    .map(({ value }) => value).join("").replaceAll(/\p{Cf}/gu, "")
  return at < digits ? { code, before: sign + between, after: "", locale } : { code, before: "", after: between + sign, locale }
}

/** The sign alone, without the space beside it. */
export const signOf = ({ after, before }: Pick<Currency, "after" | "before">): string => (before + after).trim()

/**
 * An amount of money in whole cents, 0 to 999 999 999 999. Sums may be larger; they are exact for up to 9,007 days of the largest
 * amount.
 */
export const Cents = Schema.Int.pipe(
  Schema.between(0, maxCents, expecting("amount", `whole cents from 0 to ${maxCents}`)),
  Schema.brand("Cents")
)
export type Cents = typeof Cents.Type

const expectedAmount = "an amount from 0 to 9999999999.99"
const plainDecimal = /^(\d+)(?:\.(\d+))?$/

/** Cents of a JSON number, or the sentence that explains the fault. More than two decimals are refused, never rounded. */
const centsOfNumber = (amount: number): Cents | Fault => {
  if (!Number.isFinite(amount) || amount < 0 || amount > maxCents / 100) return wrong("amount", expectedAmount, amount)
  // A double's shortest text is the decimal that was written; 0.1 + 0.2 has seventeen digits here and is refused.
  const digits = plainDecimal.exec(String(amount))
  const decimals = digits?.[2] ?? ""
  if (digits === null || decimals.length > 2) return wrong("decimals", "at most two decimals", amount)
  return Number(`${digits[1]}${decimals.padEnd(2, "0")}`) as Cents
}

/**
 * An amount for JSON. cents / 100 is the double nearest to the decimal, so it prints as that decimal, for up to 7,036 days of the
 * largest amount.
 */
export const toYuan = (cents: number): number => cents / 100

/**
 * The API's amount in JSON Schema. Not `multipleOf: 0.01`: validators divide doubles, and would refuse 3629.76.
 */
export const amountJsonSchema = {
  type: "number",
  minimum: 0,
  maximum: maxCents / 100,
  description: "in the shop's currency, at most two decimals"
} as const

/** The API's amount: a JSON number in requests and responses, integer cents in the code. */
export const Amount = Schema.transformOrFail(
  Schema.Number.annotations({
    ...expecting("amount", expectedAmount),
    title: "amount",
    description: "in the shop's currency, at most two decimals",
    examples: [3629.76]
  }),
  Schema.typeSchema(Cents),
  {
    strict: true,
    decode: (amount, _, ast) => {
      const cents = centsOfNumber(amount)
      return typeof cents === "number" ? ParseResult.succeed(cents) : ParseResult.fail(new ParseResult.Type(ast, amount, pack(cents)))
    },
    encode: (cents) => ParseResult.succeed(toYuan(cents))
  }
)

/** What is wrong with a value that is neither an amount nor null. */
const amountFault = (found: unknown): Fault => {
  const cents = typeof found === "number" ? centsOfNumber(found) : undefined
  return typeof cents === "object" ? cents : wrong("amount", expectedAmount, found)
}

/** The API's amount or null. A value that is neither gets one fault, about the amount, and no second one about null. */
export const AmountOrNull = Schema.NullOr(Amount).annotations({
  message: ({ actual }) => ({ message: pack(amountFault(actual)), override: true })
})

const textExpected = expecting("amount", `${expectedAmount} as a plain decimal with at most two decimals`)

/** The API's amount in a query, written with the digits that a body would have. */
export const AmountText = Schema.String.pipe(
  Schema.filter((text) => plainDecimal.test(text) && parseTyped(text) !== undefined, textExpected),
  Schema.transform(Schema.typeSchema(Cents), {
    strict: true,
    decode: (text) => parseTyped(text) as Cents,
    encode: (cents) => formatPlain(cents)
  })
)

/** Why an amount cannot be entered in a currency: it has a fraction, and the currency has no decimals. */
export const fractionFault = (cents: number, code: string): Fault | undefined =>
  decimalsOf(code) > 0 || cents % 100 === 0
    ? undefined
    : wrong("whole_amount", `an amount without decimals, because ${code} has none`, toYuan(cents))

/** Writes an amount of whole cents in words. */
export type Money = (cents: number) => string

/**
 * A sum of days, exact to the cent. If it is too large for an exact number (more than 9,007 days of the largest amount), the text
 * names an amount that it exceeds.
 */
const exactly = (cents: number, inWords: Money): string =>
  Math.abs(cents) > Number.MAX_SAFE_INTEGER ? `over ${inWords(Number.MAX_SAFE_INTEGER)}` : inWords(cents)

/** `3629.76`, as in the CSV export. */
export const formatPlain = (cents: number): string => exactly(cents, (exact) => `${Math.trunc(exact / 100)}.${twoDigits(exact % 100)}`)

/**
 * `¥3,629.76`, for people; a negative difference is `-¥3,629.76`. A fraction that is stored is shown in every currency.
 * @param decimals those of a whole amount
 */
export const formatMoney = (cents: number, { after, before, code, locale }: Currency, decimals = decimalsOf(code)): string =>
  exactly(cents, (exact) => {
    const digits = `${Math.trunc(Math.abs(exact) / 100)}.${twoDigits(Math.abs(exact) % 100)}` as `${number}`
    return `${exact < 0 ? "-" : ""}${before}${digitsIn(locale, digits, exact % 100 === 0 ? decimals : 2)}${after}`
  })

/** Cents of an amount as it is typed in a shop of yuan; undefined for any other text. */
export const parseTyped = (text: string): Cents | undefined => typedCents(text) as Cents | undefined
