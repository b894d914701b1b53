const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** The text without the zeros at its end. A loop: `/0+$/` tries every run of zeros from each of its digits. */
const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length
  while (digits[end - 1] === "0") end -= 1
  return digits.slice(0, end)
}

/** A decimal number as its digits and the power of ten of the last, so that 1.50 and 15e-1 are the same. */
const normal = (text: string): string => {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, "")
  const kept = withoutTrailingZeros(digits)
  return kept === "" ? "0" : `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

/**
 * The first number of a JSON text that is not what `JSON.parse` makes of it: a double holds 15 digits at least, and
 * rounds silently what has more, so that 1.000000000000000001 would pass for an amount. undefined where each is exact.
 */
export const inexactNumber = (json: string): string | undefined =>
  json.match(tokens)?.find((token) => !token.startsWith("\"") && normal(token) !== normal(String(Number(token))))
