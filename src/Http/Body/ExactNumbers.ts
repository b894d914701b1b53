const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** Removes the zeros at the end of a text. A loop, because `/0+$/` takes quadratic time. */
const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length
  while (digits[end - 1] === "0") end -= 1
  return digits.slice(0, end)
}

/** A decimal number in one normal form: its digits and the power of ten of the last one, so that 1.50 equals 15e-1. */
const normal = (text: string): string => {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, "")
  const kept = withoutTrailingZeros(digits)
  return kept === "" ? "0" : `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

/**
 * The first number in a JSON text that `JSON.parse` rounds; undefined if each is exact. A double holds at least 15 digits and
 * silently rounds longer numbers, so 1.000000000000000001 would be accepted as an amount.
 */
export const inexactNumber = (json: string): string | undefined =>
  json.match(tokens)?.find((token) => !token.startsWith("\"") && normal(token) !== normal(String(Number(token))))
