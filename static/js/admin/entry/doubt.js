// @ts-check

/** How many times the usual amount, or what part of it, is still plausible. */
const plausible = 3

/** A typed zero too many or too few makes ten times or a tenth of the usual amount, give or take a busy or quiet day. */
const nearTen = (/** @type {number} */ ratio) => ratio >= 5 && ratio <= 20

/**
 * What is doubtful about an amount beside the mean of that weekday; null where nothing is.
 * @param {number} amount @param {number | null} mean
 * @returns {{ kind: "nothing" | "more" | "less", times: number, zero: boolean } | null}
 */
export const doubtOf = (amount, mean) => {
  if (mean === null || mean === 0) return null
  if (amount === 0) return { kind: "nothing", times: 0, zero: false }
  if (amount > mean * plausible) return { kind: "more", times: amount / mean, zero: nearTen(amount / mean) }
  if (amount * plausible < mean) return { kind: "less", times: mean / amount, zero: nearTen(mean / amount) }
  return null
}
