import { signsOf } from "../Domain/TypedAmount.ts"
import type { Cell } from "./Sheet.ts"

/** What a cell is as an amount, with a point or with a comma as the decimal sign; the column decides. */
export interface AmountShape {
  readonly kind: "amount" | "blank" | "closed" | "bad" | "other"
  /** Cents with a point, or with a comma, as the decimal sign; with a fraction where there are more than two decimals. */
  readonly dot?: number
  readonly comma?: number
  /** The decimal sign, if the cell can only be written with it. */
  readonly settles?: "." | ","
  /** Why it is not an amount. */
  readonly why?: "formula" | "error_value" | "merged_amount" | "amount" | "currency"
}

const closed =
  /^(?:\u5e97\u4f11|\u4f11\u606f|\u4f11\u4e1a|\u516c\u4f11|\u8f6e\u4f11|\u4f11\u5047|\u4f11\u5e02|\u4f11|\u95ed\u5e97|\u5173\u5e97|\u5173\u95e8|\u6b47\u4e1a|\u505c\u4e1a|\u653e\u5047|\u672a\u8425\u4e1a|\u4e0d\u8425\u4e1a|ruhetag|geschlossen|betriebsferien|closed|rest day|day off|off|holiday|ferm\u00e9e?|fermeture|cong\u00e9s?|cerrado|descanso|fechado|folga|chius[oa]|riposo|gesloten|zamkni\u0119te|\u5b9a\u4f11\u65e5|\u4f11\u696d\u65e5?|\u304a?\u4f11\u307f|\uc815?\uae30?\ud734\ubb34|\ud734\uc5c5|\ud734\uc77c)(?![a-z])\D{0,12}$/i
const blank = /^(?:|[-\u2010-\u2015\u2212_/*.]+|n\/?a|null|none|nil|\u65e0|\u6682\u65e0|\u672a\u586b|\u5f85\u586b|\u7f3a)$/i

/** A double that was written out has noise behind its fifteenth digit. */
const doubleDigits = 15

/** Cents, with a fraction where the amount has more than two decimals; undefined beyond what can be counted. */
const centsOf = (whole: string, decimals: string): number | undefined => {
  const isNoisy = decimals.length > 2 && whole.replace(/^0+/, "").length + decimals.length > doubleDigits
  const [units = "", rest = ""] = isNoisy ? Number(`${whole}.${decimals}`).toPrecision(doubleDigits).split(".") : [whole, decimals]
  const cents = Number(`${units}${rest.slice(0, 2).padEnd(2, "0")}.${rest.slice(2)}`)
  return cents <= Number.MAX_SAFE_INTEGER ? cents : undefined
}

const dotForm = /^(\d*|\d{1,3}(?:,\d{3})+|\d{1,3}(?:['\u2019]\d{3})+|\d{1,3}(?:\u00a0\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d+))?$/
const commaForm = /^(\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:['\u2019]\d{3})+|\d{1,3}(?:[\u00a0 ]\d{3})+)(?:,(\d+))?$/

/** Signs of the shop's currency, longest first. `¥` and `元` are accepted in every shop. */
const signsIn = (code: string): ReadonlyArray<string> => {
  const forms = ["en", "zh-CN"].flatMap((language) => {
    const parts = new Intl.NumberFormat(language, { style: "currency", currency: code }).formatToParts(0)
    return signsOf({ code, symbol: parts.find(({ type }) => type === "currency")?.value ?? code })
  })
  const own = code === "CNY" ? ["CN¥", "RMB", "人民币"] : []
  return [...new Set([...forms, "¥", "元整", "元", "圆", ...own])].sort((a, b) => b.length - a.length)
}

/** The digits of a text without its signs of money and of minus, each at most as often as a person writes it. */
const digitsOf = (typed: string, signs: ReadonlyArray<string>): { readonly text: string; readonly isNegative: boolean } => {
  const inner = /^\((.*)\)$/.exec(typed)?.[1]
  let text = inner?.trim() ?? typed
  let isNegative = inner !== undefined
  let isSigned = isNegative
  let money = 0
  for (let hasMore = true; hasMore;) {
    hasMore = false
    const minus = /^[-\u2010-\u2015\u2212]|[-\u2212]$/.exec(text)
    if (!isSigned && ((minus !== null && text.length > 1) || text.startsWith("+"))) {
      isNegative = minus !== null
      isSigned = true
      text = (minus === null || minus.index === 0 ? text.slice(1) : text.slice(0, -1)).trim()
      hasMore = true
    }
    const capitals = text.toUpperCase()
    const sign = money > 1 ? undefined : signs.find((one) => capitals.startsWith(one) || capitals.endsWith(one))
    if (sign !== undefined) {
      money++
      text = (capitals.startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length)).trim()
      hasMore = true
    }
  }
  return { text, isNegative }
}

const valueOf = (match: RegExpExecArray | null, isNegative: boolean): number | undefined => {
  const cents = match === null ? undefined : centsOf((match[1] ?? "").replace(/\D/g, "") || "0", match[2] ?? "")
  return cents !== undefined && isNegative ? 0 - cents : cents
}

const ofText = (typed: string, signs: ReadonlyArray<string>): AmountShape => {
  if (blank.test(typed.replaceAll(/\s/g, ""))) return { kind: "blank" }
  if (closed.test(typed)) return { kind: "closed" }
  const { isNegative, text } = digitsOf(typed, signs)
  if (!/\d/.test(text)) return { kind: "other", why: "amount" }
  const dot = dotForm.exec(text)
  // A blank between digits may separate two numbers: it is a group only where a decimal comma follows.
  const comma = text.includes(" ") && !/,\d{1,2}$/.test(text) ? null : commaForm.exec(text)
  if (dot === null && comma === null)
    return { kind: "other", why: /[\u20ac$\u00a3\uffe1\u20a9]|\u5186|usd|eur|hkd|jpy/i.test(typed) ? "currency" : "amount" }
  const [asDot, asComma] = [valueOf(dot, isNegative), valueOf(comma, isNegative)]
  if (asDot === undefined && asComma === undefined) return { kind: "other", why: "amount" }
  return {
    kind: "amount",
    ...(asDot === undefined ? {} : { dot: asDot }),
    ...(asComma === undefined ? {} : { comma: asComma }),
    ...(dot === null ? { settles: "," as const } : comma === null ? { settles: "." as const } : {})
  }
}

const blankShape: AmountShape = { kind: "blank" }

/** Reads amounts of a currency, each text once. */
export const amountsIn = (currency: string): (cell: Cell) => AmountShape => {
  const signs = signsIn(currency)
  const known = new Map<string, AmountShape>()
  const ofKnownText = (text: string): AmountShape => {
    const found = known.get(text) ?? ofText(text, signs)
    known.set(text, found)
    return found
  }
  return ({ bad, date, filled, num, text }) => {
    if (bad !== undefined) return { kind: "bad", why: bad === "formula" ? "formula" : "error_value" }
    if (filled === true && text !== "") return { kind: "bad", why: "merged_amount" }
    if (date !== undefined) return { kind: "other", why: "amount" }
    if (num === undefined) return text === "" ? blankShape : ofKnownText(text)
    const value = Number((num * 100).toPrecision(15))
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? { kind: "amount", dot: value, comma: value } : { kind: "other", why: "amount" }
  }
}
