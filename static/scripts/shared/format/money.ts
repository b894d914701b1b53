import { changeIn, digitsIn, percentIn } from "../../../../src/Domain/NumberFormat.ts"
import { t } from "../language.ts"

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

/** `3,629.76`: for a column whose header names the currency. A stored fraction is shown in every currency. */
export const bareMoney = (amount: number, exact: boolean = true) =>
  digitsIn(locale(), Math.abs(amount), !exact ? 0 : Number.isInteger(amount) ? decimals() : 2)

/** With a real minus sign for negative amounts. */
export const withSigns = (amount: number, digits: string) => `${amount < 0 ? "−" : ""}${before()}${digits}${after()}`

const plain = (amount: number, exact: boolean = cents || (amount !== 0 && Math.abs(amount) < small)) =>
  withSigns(amount, bareMoney(amount, exact))

/** `¥3,629.76`; a dash for an unknown amount. */
export const money = (amount: number | null) => (amount === null ? "—" : plain(amount))

/** `¥3,035`: for places in which cents would distract. */
export const roundMoney = (amount: number) => plain(amount, Math.abs(amount) < small)

const short = (amount: number) => bareMoney(amount, !Number.isInteger(amount))

/** `¥2,800–3,600` names its currency once. */
export const moneyRange = ({ max, min }: { min: number; max: number }) => withSigns(min, `${short(min)}–${short(max)}`)

/** An amount with so many digits: an estimate is not more exact. */
export const roughly = (amount: number, digits: number) => Number(amount.toPrecision(digits))

/** `约 ¥3,100`: an amount that nobody counted has no cents, which would feign precision. */
export const about = (amount: number) => t("about", { amount: plain(amount, false) })

/** The sign, which `plain` leaves out. */
const sign = (difference: number) => (difference > 0 ? "+" : difference < 0 ? "" : "±")

/** `+¥312.40`, `−¥20.00`, `±¥0.00`. */
export const signedMoney = (difference: number) => sign(difference) + plain(difference)

/** `38%`. */
export const wholePercent = (percent: number) => percentIn(locale(), percent, 0)

/** `+8.2%`; null if there is no amount to compare with, or if it is too small. */
export const percent = (now: number, before: number) => changeIn(locale(), now, before)
