import type { Language } from "./Language.ts"

/** The currency of a shop's amounts. Only currencies with two decimals are supported, because amounts are whole cents. */
export interface Currency {
  /** The code of ISO 4217, such as `CNY`. */
  readonly code: string
  /** What stands before an amount, as people write the currency in the shop's language: `¥`, `$`, `HK$`, or `CHF` and a space. */
  readonly symbol: string
}

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"))

export const isCurrency = (code: string): boolean => codes.has(code)

export const defaultCurrency = "CNY"

/**
 * `¥` in every language, although `Intl` writes `CN¥` in English: a shop has one currency, so the sign cannot be mistaken for
 * another's.
 */
export const yuan: Currency = { code: defaultCurrency, symbol: "¥" }

/** A currency as a language writes it. */
export const currencyIn = (language: Language, code: string): Currency => {
  if (code === yuan.code) return yuan
  const parts = new Intl.NumberFormat(language, { style: "currency", currency: code }).formatToParts(0)
  return { code, symbol: parts.slice(0, parts.findIndex(({ type }) => type === "integer")).map(({ value }) => value).join("") }
}
