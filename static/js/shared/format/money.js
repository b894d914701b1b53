// @ts-check
import { changeIn, digitsIn, percentIn } from "../../../../src/Domain/NumberFormat.ts"
import { t } from "../language.js"

// The server writes into the page what differs from a shop of yuan.
export const page = () => document.documentElement.dataset ?? {}

export const locale = () => page().locale ?? "en"

/** How many decimals the shop's currency has. */
export const decimals = () => Number(page().decimals ?? 2)

/** What stands before the digits of an amount. */
const before = () => page().before ?? "¥"

const after = () => page().after ?? ""

/** The symbol of the shop's currency. */
export const symbol = () => (before() + after()).trim()

/** Amounts below this always keep their cents, which are a large part of them. */
const small = 100

let cents = true

/** Shows amounts without cents from now on: on a wall, cents are only a distraction. */
export const leaveOutCents = () => {
  cents = false
}

/** `3,629.76`: for a column whose header names the currency. A stored fraction is shown in every currency. @param {number} amount @param {boolean} [exact] */
export const bareMoney = (amount, exact = true) =>
  digitsIn(locale(), Math.abs(amount), !exact ? 0 : Number.isInteger(amount) ? decimals() : 2)

/** With a real minus sign for negative amounts. @param {number} amount @param {string} digits */
export const withSigns = (amount, digits) => `${amount < 0 ? "−" : ""}${before()}${digits}${after()}`

/** @param {number} amount @param {boolean} [exact] */
const plain = (amount, exact = cents || (amount !== 0 && Math.abs(amount) < small)) => withSigns(amount, bareMoney(amount, exact))

/** `¥3,629.76`; a dash for an unknown amount. @param {number | null} amount */
export const money = (amount) => (amount === null ? "—" : plain(amount))

/** `¥3,035`: for places in which cents would distract. @param {number} amount */
export const roundMoney = (amount) => plain(amount, Math.abs(amount) < small)

/** @param {number} amount */
const short = (amount) => bareMoney(amount, !Number.isInteger(amount))

/** `¥4,000` for a whole amount, `¥4,000.50` for any other. @param {number} amount */
export const shortMoney = (amount) => withSigns(amount, short(amount))

/** `¥2,800–3,600` names its currency once. @param {{ min: number, max: number }} range */
export const moneyRange = ({ max, min }) => withSigns(min, `${short(min)}–${short(max)}`)

/** `约 ¥3,100`: an amount that nobody counted has no cents, which would feign precision. @param {number} amount */
export const about = (amount) => t("about", { amount: plain(amount, false) })

/** The sign, which `plain` leaves out. @param {number} difference */
const sign = (difference) => (difference > 0 ? "+" : difference < 0 ? "" : "±")

/** `+¥312.40`, `−¥20.00`, `±¥0.00`. @param {number} difference */
export const signedMoney = (difference) => sign(difference) + plain(difference)

/** `+¥291`: for places in which cents would distract. @param {number} difference */
export const signedRound = (difference) => sign(difference) + roundMoney(difference)

/** The exact difference of two amounts, computed in whole cents. @param {number} a @param {number} b */
export const difference = (a, b) => (Math.round(a * 100) - Math.round(b * 100)) / 100

/** `38%`. @param {number} percent */
export const wholePercent = (percent) => percentIn(locale(), percent, 0)

/** `+8.2%`; null if there is no amount to compare with, or if it is too small. @param {number} now @param {number} before */
export const percent = (now, before) => changeIn(locale(), now, before)
