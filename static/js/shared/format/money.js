// @ts-check
import { typedCents } from "../../../../src/Domain/Typed.ts"

const grouped = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `3,629.76`, with a true minus sign before a negative. @param {number} amount */
const plain = (amount) => `${amount < 0 ? "−" : ""}¥${grouped.format(Math.abs(amount))}`

/** `¥3,629.76`, or a dash for what is not known. @param {number | null} amount */
export const money = (amount) => (amount === null ? "—" : plain(amount))

/** `+¥312.40`, `−¥20.00`, `±¥0.00`. @param {number} difference */
export const signedMoney = (difference) => (difference > 0 ? "+" : difference < 0 ? "" : "±") + plain(difference)

/** `+¥291`: where cents would only be in the way. @param {number} difference */
export const signedYuan = (difference) =>
  Math.abs(difference) < 100 ? signedMoney(difference) : signedMoney(Math.round(difference)).slice(0, -3)

/** The exact difference of two amounts: computed in whole cents. @param {number} a @param {number} b */
export const difference = (a, b) => (Math.round(a * 100) - Math.round(b * 100)) / 100

/** `+8.2%`; null where there is nothing to compare with. @param {number} now @param {number} before */
export const percent = (now, before) => {
  if (before === 0) return null
  const value = ((now - before) / before) * 100
  const text = Math.abs(value) >= 1000 ? Math.abs(value).toFixed(0) : Math.abs(value).toFixed(1)
  return `${Number(text) === 0 ? "±" : value > 0 ? "+" : "−"}${text}%`
}

/**
 * Yuan of an amount as people type it, by the rules of an imported file; null for anything else. A Chinese keyboard types
 * `。` where the decimal point is.
 * @param {string} text
 * @returns {number | null}
 */
export const parseAmount = (text) => {
  const cents = typedCents(text.replaceAll("。", "."))
  return cents === undefined ? null : cents / 100
}
