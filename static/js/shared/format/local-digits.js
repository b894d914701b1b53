// @ts-check
import { bareMoney } from "./money.js"

/** A short text of digits, such as `1.2万`, with the locale's decimal sign. @param {string} text */
export const localDigits = (text) => text.replace(".", bareMoney(0)[1] ?? "")
