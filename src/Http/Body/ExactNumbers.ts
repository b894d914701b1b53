const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** A decimal number as its digits and the power of ten of the last, so that 1.50 and 15e-1 are the same. */
const normal = (text: string): string => {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, "")
  const kept = digits.replace(/0+$/, "")
  return kept === "" ? "0" : `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

/**
 * The first number of a JSON text that is not what `JSON.parse` makes of it: a double holds 15 digits at least, and
 * rounds silently what has more, so that 1.000000000000000001 would pass for an amount. undefined where each is exact.
 */
export const inexactNumber = (json: string): string | undefined =>
  json.match(tokens)?.find((token) => !token.startsWith("\"") && normal(token) !== normal(String(Number(token))))
