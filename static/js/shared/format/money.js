// @ts-check
import { signsOf, typedCents } from "../../../../src/Domain/Typed.ts"

const grouped = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 })

const page = () => document.documentElement.dataset ?? {}

/** What stands before the shop's amounts: the server writes it into the page, unless it is `¥`. */
export const symbol = () => page().symbol ?? "¥"

/** Amounts below this always keep their cents, which are a large part of them. */
const small = 100

let cents = true

/** Shows amounts without cents from now on: on a wall, cents only distract. */
export const leaveOutCents = () => {
  cents = false
}

/** `3,629.76`, with a true minus sign before a negative. @param {number} amount @param {boolean} [exact] */
const plain = (amount, exact = cents || (amount !== 0 && Math.abs(amount) < small)) =>
  `${amount < 0 ? "−" : ""}${symbol()}${(exact ? grouped : whole).format(Math.abs(amount))}`

/** `¥3,629.76`, or a dash for what is not known. @param {number | null} amount */
export const money = (amount) => (amount === null ? "—" : plain(amount))

/** `¥3,035`: where cents would distract. @param {number} amount */
export const roundMoney = (amount) => plain(amount, Math.abs(amount) < small)

/** `¥4,000` of a whole amount, `¥4,000.50` of others. @param {number} amount */
export const shortMoney = (amount) => plain(amount, !Number.isInteger(amount))

/** What `plain` leaves out. @param {number} difference */
const sign = (difference) => (difference > 0 ? "+" : difference < 0 ? "" : "±")

/** `3,629.76`: for a column that names its currency. @param {number} amount */
export const bareMoney = (amount) => grouped.format(amount)

/** `+¥312.40`, `−¥20.00`, `±¥0.00`. @param {number} difference */
export const signedMoney = (difference) => sign(difference) + plain(difference)

/** `+¥291`: where cents would distract. @param {number} difference */
export const signedRound = (difference) => sign(difference) + roundMoney(difference)

/** The exact difference of two amounts: computed in whole cents. @param {number} a @param {number} b */
export const difference = (a, b) => (Math.round(a * 100) - Math.round(b * 100)) / 100

/** `+8.2%`; null where there is nothing to compare with, or too little to be a comparison. @param {number} now @param {number} before */
export const percent = (now, before) => {
  const value = ((now - before) / before) * 100
  // A percentage above 1,000 % says nothing.
  if (before === 0 || value >= 1000) return null
  const text = Math.abs(value).toFixed(1)
  return `${Number(text) === 0 ? "±" : value > 0 ? "+" : "−"}${text}%`
}

/** What people write beside an amount of the shop's currency. */
const signs = () => {
  const code = page().currency
  return code === undefined ? [] : signsOf({ code, symbol: symbol() })
}

/**
 * An amount as people type it, by the rules of an imported file; null for anything else. A Chinese keyboard types
 * `。` where the decimal point is.
 * @param {string} text
 * @returns {number | null}
 */
export const parseAmount = (text) => {
  const cents = typedCents(text.replaceAll("。", "."), signs())
  return cents === undefined ? null : cents / 100
}
