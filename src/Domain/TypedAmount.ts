/** Reads what people type. The file imports no library, so the pages use the same rules as the service. */

import { digitsIn } from "./NumberFormat.ts"

const fullWidth = /[\u3000\uFF01-\uFF5E\uFFE5]/g

const halfWidth = (character: string): string => {
  if (character === "\u3000") return " "
  return character === "\uFFE5" ? "¥" : String.fromCharCode(character.charCodeAt(0) - 0xFEE0)
}

/**
 * Trimmed text as a Western keyboard writes it: full-width digits and signs, `￥` and the ideographic space become plain ones.
 * Not NFKC, which also turns `10²` into 102.
 */
export const asTyped = (text: string): string => text.replace(fullWidth, halfWidth).trim()

/** 9 999 999 999.99 in cents: the largest amount of one day. */
export const maxCents = 999_999_999_999

const amount = /^\u00a5?\s*(\d+|[1-9]\d{0,2}([,.' ])\d{3}(?:\2\d{3})*)(?:([,.])(\d{1,2}))?\s*\u5143?$/

/** The same with a pair of digits in each group but the last, as India writes it. */
const amountInPairs = /^\u00a5?\s*([1-9]\d?(?:(,)\d{2})+,\d{3})(?:([,.])(\d{1,2}))?\s*\u5143?$/

/** A sign of groups as a keyboard has it: one space for every kind of space, and the straight apostrophe. */
const asKey = (text: string): string => text.replaceAll(/\s/g, " ").replaceAll("\u2019", "'")

/** How a locale groups the digits of an amount. */
interface Grouping {
  /** What stands between the groups: `,` in English and Chinese, `.` in German, a space in French. */
  readonly sign: string
  /** Whether the groups before the last are pairs, as in `12,34,567`. */
  readonly inPairs: boolean
}

export const groupingOf = (locale: string): Grouping => {
  const [, sign = ",", digits = ""] = /\d(\D)(\d+)/.exec(asKey(digitsIn(locale, 1e6, 0))) ?? []
  return { sign, inPairs: digits.length === 2 }
}

/** How people of a shop type amounts. */
export interface Typing {
  /** What they write beside an amount, longest first; `¥` and `元` are accepted in every shop. */
  readonly signs: ReadonlyArray<string>
  readonly grouping: Grouping
  /** Whether the currency has no decimals. */
  readonly isWhole?: boolean
}

export const plainTyping: Typing = { signs: [], grouping: { sign: ",", inPairs: false } }

/**
 * What people write beside an amount of a currency, longest first: its symbol, the symbol that its own country uses (`$` of `US$`),
 * and its code. `¥` and `元` are accepted in every shop.
 */
export const signsOf = ({ code, symbol }: { readonly code: string; readonly symbol: string }): ReadonlyArray<string> => {
  const parts = new Intl.NumberFormat("en", { style: "currency", currency: code, currencyDisplay: "narrowSymbol" }).formatToParts(0)
  const narrow = parts.find(({ type }) => type === "currency")?.value ?? code
  return [...new Set([symbol, narrow, code].map((sign) => asTyped(sign).toUpperCase()))].sort((a, b) => b.length - a.length)
}

const startsAndEndsWithDigit = /^\d(?:.*\d)?$/

/** The text without one of the signs before or after its digits; any other text unchanged. */
const withoutSign = (text: string, signs: ReadonlyArray<string>): string => {
  const typed = asTyped(text)
  const capitals = typed.toUpperCase()
  const before = signs.find((sign) => capitals.startsWith(sign))
  const after = before === undefined ? signs.find((sign) => capitals.endsWith(sign)) : undefined
  const rest = before !== undefined ? typed.slice(before.length).trimStart() : typed.slice(0, typed.length - (after?.length ?? 0)).trimEnd()
  return startsAndEndsWithDigit.test(rest) ? rest : text
}

/** A text with two readings: its sign may stand before a group of three digits, or be a decimal sign. */
interface Ambiguous {
  /** As whole units of the currency. */
  readonly grouped: number
  /** With two or three decimals. */
  readonly decimal: number
  readonly decimals: number
}

/** `1,150.00` and `1.15`, as a locale writes them. */
export const readingsIn = (locale: string, { decimal, decimals, grouped }: Ambiguous) => ({
  grouped: digitsIn(locale, grouped, 2),
  decimal: digitsIn(locale, decimal, decimals)
})

/**
 * Cents of a day's amount as people write it: `3629.76`, `1,234.5`, `11,50`, `¥1,234.50`, `3001元`, full-width digits; with the signs of
 * the shop's currency also `$88` and `88 USD`; undefined for any other text. The last `,` or `.` with one or two digits behind it is
 * the decimal sign. With three digits behind it, a sign is that of a group if the shop's locale groups with it, or if there can be no
 * other reading; otherwise both readings are returned. A space between digits may separate two numbers, so that it is refused unless
 * the locale groups with it. An amount of a currency without decimals is whole.
 */
export const readTyped = (text: string, typing: Typing = plainTyping): number | Ambiguous | undefined => {
  const read = readIn(text, typing)
  if (typing.isWhole !== true || read === undefined) return read
  // Where nothing stands behind a decimal sign, a sign before three digits groups them.
  const cents = typeof read === "number" ? read : read.grouped * 100
  return cents % 100 === 0 ? cents : undefined
}

const readIn = (text: string, { grouping, signs }: Typing): number | Ambiguous | undefined => {
  const { inPairs, sign: group } = grouping
  const typed = asKey(asTyped(withoutSign(text, signs)))
  const match = amount.exec(typed) ?? (inPairs ? amountInPairs.exec(typed) : null)
  if (match === null) return undefined
  const [, whole = "", between, point, decimals = ""] = match
  const digits = whole.replaceAll(/\D/g, "")
  const cents = Number(`${digits}${decimals.padEnd(2, "0")}`)
  if (cents > maxCents || between === " " && group !== " " || between === "'" && group !== "'") return undefined
  if (between === undefined || between === group && point !== group) return cents
  if (between === point) return undefined
  if (point !== undefined || digits.length > 6) return cents
  return { grouped: cents / 100, decimal: Number(whole.replace(between, ".")), decimals: whole.endsWith("0") ? 2 : 3 }
}

/** The cents of the only reading; undefined for any other text. */
export const typedCents = (text: string, typing?: Typing): number | undefined => {
  const read = readTyped(text, typing)
  return typeof read === "number" ? read : undefined
}
