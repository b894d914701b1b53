// @ts-check
import { groupingOf, readingsIn, readTyped, signsOf } from "../../../../src/Domain/TypedAmount.ts"
import { t } from "../language.js"
import { bareMoney, decimals, locale, page, symbol } from "./money.js"

/**
 * A Chinese keyboard types `。` in place of the decimal point. A decimal sign at the end awaits its digits, and is no fault until then.
 * @param {string} text
 */
const read = (text) => {
  const code = page().currency
  return readTyped(text.replaceAll("。", ".").replace(/[.,]\s*$/, ""), {
    signs: code === undefined ? [] : signsOf({ code, symbol: symbol() }),
    grouping: groupingOf(locale()),
    isWhole: decimals() === 0
  })
}

/** An amount as people of the shop type it; null for any other text. @param {string} text @returns {number | null} */
export const parseAmount = (text) => {
  const found = read(text)
  return typeof found === "number" ? found / 100 : null
}

/** Why a typed text is no amount. @param {string} text */
export const amountFault = (text) => {
  const found = read(text)
  return typeof found === "object"
    ? t("entry.unclear", { text: text.trim(), ...readingsIn(locale(), found) })
    : decimals() === 0
    ? t("entry.bad.whole", { example: bareMoney(1234), max: bareMoney(9_999_999_999) })
    : t("entry.bad", { example: bareMoney(1234.5), max: bareMoney(9_999_999_999.99) })
}
