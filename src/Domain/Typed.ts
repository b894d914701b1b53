/** Reads what people type. The file imports no library, so the pages use the same rules as the service. */

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

const amount = /^\u00a5?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?\s*\u5143?$/

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

/** Cents of an amount of any size, such as a sum of many days; undefined if they cannot be counted exactly. */
const typedSum = (text: string, signs: ReadonlyArray<string> = []): number | undefined => {
  const match = amount.exec(asTyped(withoutSign(text, signs)))
  if (match === null) return undefined
  const cents = Number(`${(match[1] ?? "").replaceAll(",", "")}${(match[2] ?? "").padEnd(2, "0")}`)
  return Number.isSafeInteger(cents) ? cents : undefined
}

/**
 * Cents of a day's amount as people and spreadsheets write it: `3629.76`, `1,234.5`, `¥1,234.50`, `3001元`, full-width digits; with
 * the signs of the shop's currency also `$88` and `88 USD`; undefined for any other text. A space between digits is refused: it may
 * separate two numbers.
 */
export const typedCents = (text: string, signs: ReadonlyArray<string> = []): number | undefined => {
  const cents = typedSum(text, signs)
  return cents !== undefined && cents <= maxCents ? cents : undefined
}
