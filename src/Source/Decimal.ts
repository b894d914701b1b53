/** What a number counts: whole currency units with at most two decimals, or their hundredths. */
export type Unit = "major" | "minor"

/** More digits than any amount has. They are not turned into a number: its time grows with their square. */
const mostDigits = 30

const text = /^(-?)(\d+)(?:\.(\d+))?$/
const number = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Why a text is no amount. */
export type NoAmount = "amount" | "decimals" | "whole_number"

/**
 * Cents of a decimal, exactly and by its digits alone: no float. Zeros after the last counted place are allowed, anything else
 * there is refused and never rounded. Only a number of JSON may have an exponent.
 */
export const centsOf = (decimal: string, unit: Unit, isNumber: boolean): bigint | NoAmount => {
  const [, sign, whole = "", decimals = "", exponent = "0"] = (isNumber ? number : text).exec(decimal) ?? []
  if (sign === undefined) return "amount"
  const digits = (whole + decimals).replace(/^0+/, "")
  if (digits === "") return 0n
  // How many zeros are lacking up to the last counted place; below 0, how many digits are too many.
  const lacking = (unit === "major" ? 2 : 0) - decimals.length + Number(exponent)
  const kept = lacking < 0 ? digits.slice(0, lacking) : digits
  // Without this, the exponent of 1e-400 would cut all digits off.
  if (lacking < 0 && (-lacking >= digits.length || !/^0+$/.test(digits.slice(lacking))))
    return unit === "major"
      ? "decimals"
      : "whole_number"
  if (kept.length + Math.max(0, lacking) > mostDigits) return "amount"
  return BigInt(sign + kept + "0".repeat(Math.max(0, lacking)))
}
