/** What people type, read without any library: the pages read it by the same rules as the service. */

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

const amount = /^¥?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?\s*元?$/

/** Cents of an amount of any size, such as a sum of many days; undefined where they cannot be counted exactly. */
export const typedSum = (text: string): number | undefined => {
  const match = amount.exec(asTyped(text))
  if (match === null) return undefined
  const cents = Number(`${(match[1] ?? "").replaceAll(",", "")}${(match[2] ?? "").padEnd(2, "0")}`)
  return Number.isSafeInteger(cents) ? cents : undefined
}

/**
 * Cents of a day's amount as people and spreadsheets write it: `3629.76`, `1,234.5`, `¥1,234.50`, `3001元`, full-width digits;
 * undefined for any other text. A blank between digits is refused: it may separate two numbers.
 */
export const typedCents = (text: string): number | undefined => {
  const cents = typedSum(text)
  return cents !== undefined && cents <= maxCents ? cents : undefined
}
