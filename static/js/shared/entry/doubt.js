// @ts-check
import { weekdayName } from "../format/dates.js"
import { money } from "../format/money.js"
import { t } from "../language.js"
import { meanOf } from "../mean.js"

/** An amount from a third to three times the usual one is plausible. */
const plausible = 3

/** An extra or missing zero makes ten times or a tenth of the usual amount, varied by how busy the day was. */
const nearTen = (/** @type {number} */ ratio) => ratio >= 5 && ratio <= 20

/**
 * Why an amount is doubtful, compared with the mean of its weekday; null if it is not.
 * @param {Pick<import("./day.js").Day, "mean4" | "mean4_days">} day @param {number} amount
 * @returns {{ kind: "nothing" | "more" | "less", times: number, zero: boolean } | null}
 */
export const doubtOf = (day, amount) => {
  const mean = meanOf(day)
  if (mean === null || mean === 0) return null
  if (amount === 0) return { kind: "nothing", times: 0, zero: false }
  if (amount > mean * plausible) return { kind: "more", times: amount / mean, zero: nearTen(amount / mean) }
  if (amount * plausible < mean) return { kind: "less", times: mean / amount, zero: nearTen(mean / amount) }
  return null
}

/** `10` or `3.4`. @param {number} times */
const rounded = (times) => String(times >= 9.95 ? Math.round(times) : Math.round(times * 10) / 10)

/** @param {import("./day.js").Day} day @param {number} amount @param {NonNullable<ReturnType<typeof doubtOf>>} doubt */
export const doubtSentence = (day, amount, { kind, times, zero }) =>
  t(`doubt.${kind}`, { amount: money(amount), weekday: weekdayName(day.date), times: rounded(times) }) +
  (kind === "nothing" ? "" : t(zero ? `doubt.${kind}.zero` : "doubt.typo"))
