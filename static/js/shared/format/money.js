// @ts-check
import { signsOf, typedCents } from "../../../../src/Domain/Typed.ts"
import { t } from "../language.js"

const grouped = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 })

const page = () => document.documentElement.dataset ?? {}

/** The symbol before the shop's amounts. The server writes it into the page, unless it is `¥`. */
export const symbol = () => page().symbol ?? "¥"

/** Amounts below this always keep their cents, which are a large part of them. */
const small = 100

let cents = true

/** Shows amounts without cents from now on: on a wall, cents are only a distraction. */
export const leaveOutCents = () => {
  cents = false
}

/** `3,629.76`, with a real minus sign for negative amounts. @param {number} amount @param {boolean} [exact] */
const plain = (amount, exact = cents || (amount !== 0 && Math.abs(amount) < small)) =>
  `${amount < 0 ? "−" : ""}${symbol()}${(exact ? grouped : whole).format(Math.abs(amount))}`

/** `¥3,629.76`; a dash for an unknown amount. @param {number | null} amount */
export const money = (amount) => (amount === null ? "—" : plain(amount))

/** `¥3,035`: for places in which cents would distract. @param {number} amount */
export const roundMoney = (amount) => plain(amount, Math.abs(amount) < small)

/** `¥4,000` for a whole amount, `¥4,000.50` for any other. @param {number} amount */
export const shortMoney = (amount) => plain(amount, !Number.isInteger(amount))

/** `约 ¥3,100`: an amount that nobody counted has no cents, which would feign precision. @param {number} amount */
export const about = (amount) => t("about", { amount: `${symbol()}${whole.format(amount)}` })

/** The sign, which `plain` leaves out. @param {number} difference */
const sign = (difference) => (difference > 0 ? "+" : difference < 0 ? "" : "±")

/** `3,629.76`: for a column whose header names the currency. @param {number} amount */
export const bareMoney = (amount) => grouped.format(amount)

/** `+¥312.40`, `−¥20.00`, `±¥0.00`. @param {number} difference */
export const signedMoney = (difference) => sign(difference) + plain(difference)

/** `+¥291`: for places in which cents would distract. @param {number} difference */
export const signedRound = (difference) => sign(difference) + roundMoney(difference)

/** The exact difference of two amounts, computed in whole cents. @param {number} a @param {number} b */
export const difference = (a, b) => (Math.round(a * 100) - Math.round(b * 100)) / 100

/** `+8.2%`; null if there is no amount to compare with, or if it is too small. @param {number} now @param {number} before */
export const percent = (now, before) => {
  const value = ((now - before) / before) * 100
  // A percentage above 1,000 % is not helpful.
  if (before === 0 || value >= 1000) return null
  const text = Math.abs(value).toFixed(1)
  return `${Number(text) === 0 ? "±" : value > 0 ? "+" : "−"}${text}%`
}

/** The signs that people write beside an amount of the shop's currency. */
const signs = () => {
  const code = page().currency
  return code === undefined ? [] : signsOf({ code, symbol: symbol() })
}

/**
 * An amount as people type it, by the rules of an imported file; null for any other text. A Chinese keyboard types `。` in place of
 * the decimal point.
 * @param {string} text
 * @returns {number | null}
 */
export const parseAmount = (text) => {
  const cents = typedCents(text.replaceAll("。", "."), signs())
  return cents === undefined ? null : cents / 100
}
