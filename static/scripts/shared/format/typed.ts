import { groupingOf, readingsIn, readTyped, signsOf } from "../../../../src/Domain/TypedAmount.ts"
import { t } from "../language.ts"
import { bareMoney, decimals, locale, page, symbol } from "./money.ts"

/** A Chinese keyboard types `。` in place of the decimal point. A decimal sign at the end awaits its digits, and is no fault until then. */
const read = (text: string) => {
  const code = page().currency
  return readTyped(text.replaceAll("。", ".").replace(/[.,]\s*$/, ""), {
    signs: code === undefined ? [] : signsOf({ code, symbol: symbol() }),
    grouping: groupingOf(locale()),
    isWhole: decimals() === 0
  })
}

/** An amount as people of the shop type it; null for any other text. */
export const parseAmount = (text: string): number | null => {
  const found = read(text)
  return typeof found === "number" ? found / 100 : null
}

/** Why a typed text is no amount. */
export const amountFault = (text: string) => {
  const found = read(text)
  return typeof found === "object"
    ? t("entry.unclear", { text: text.trim(), ...readingsIn(locale(), found) })
    : decimals() === 0
    ? t("entry.bad.whole", { example: bareMoney(1234), max: bareMoney(9_999_999_999) })
    : t("entry.bad", { example: bareMoney(1234.5), max: bareMoney(9_999_999_999.99) })
}
