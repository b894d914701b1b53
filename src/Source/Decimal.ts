/** More digits than any amount has. Longer numbers are not converted: the time for that grows with the square of the digits. */
const mostDigits = 30

const text = /^(-?)(\d+)(?:\.(\d+))?$/
const number = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Why a text is not an amount. */
export type NoAmount = "amount" | "decimals"

/**
 * Converts a decimal to cents by its digits, without a float. Zeros after the last counted place are allowed; other digits there
 * are refused, never rounded. Only a JSON number may have an exponent.
 */
export const centsOf = (decimal: string, isNumber: boolean): bigint | NoAmount => {
  const [, sign, whole = "", decimals = "", exponent = "0"] = (isNumber ? number : text).exec(decimal) ?? []
  if (sign === undefined) return "amount"
  const digits = (whole + decimals).replace(/^0+/, "")
  if (digits === "") return 0n
  // How many zeros to append to reach whole cents; if negative, how many digits to cut off.
  const lacking = 2 - decimals.length + Number(exponent)
  const kept = lacking < 0 ? digits.slice(0, lacking) : digits
  // The first condition keeps the exponent of 1e-400 from cutting off all digits.
  if (lacking < 0 && (-lacking >= digits.length || !/^0+$/.test(digits.slice(lacking)))) return "decimals"
  if (kept.length + Math.max(0, lacking) > mostDigits) return "amount"
  return BigInt(sign + kept + "0".repeat(Math.max(0, lacking)))
}
