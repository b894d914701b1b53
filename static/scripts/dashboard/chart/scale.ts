import { localDigits } from "../../shared/format/local-digits.ts"
import { bareMoney } from "../../shared/format/money.ts"
import { language } from "../../shared/language.ts"
import { rem } from "./ink.ts"

const mostSteps = 4

/** Round steps from 0 to at most `top`: `0, 2000, 4000`. */
export const roundSteps = (top: number) => {
  if (top <= 0) return [0]
  const unit = 10 ** Math.floor(Math.log10(top))
  const step = [0.2, 0.5, 1, 2, 5].map((each) => each * unit).find((each) => top / each < mostSteps) ?? 5 * unit
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step)
}

/** How many times the median a bar must exceed to be cut, and how many bars may be cut. Cut bars keep the others readable. */
const tallest = 4
const fewest = 5

/** The top of a chart of these amounts. An amount of many times the others must not flatten them. */
export const ceiling = (amounts: number[]) => {
  const sorted = amounts.filter((amount) => amount > 0).sort((one, other) => one - other)
  const limit = tallest * (sorted[sorted.length >> 1] ?? 0)
  const usual = sorted.filter((amount) => amount <= limit)
  const most = sorted.at(-1) ?? 0
  return sorted.length < fewest || (sorted.length - usual.length) * fewest > sorted.length
    ? most
    : (usual.at(-1) ?? most) * (most > limit ? 1.2 : 1)
}

const inUnits = (value: number, unit: number, decimals: number) => Number((value / unit).toFixed(decimals))

const shortened = (value: number) => {
  if (language() === "en") {
    const [thousands, millions] = [inUnits(value, 1_000, 1), inUnits(value, 1_000_000, 2)]
    if (thousands < 1000) return `${thousands}k`
    return millions < 1000 ? `${millions}M` : `${inUnits(value, 1_000_000_000, 2)}B`
  }
  const tenThousands = inUnits(value, 10_000, 2)
  return tenThousands < 10_000 ? `${tenThousands}万` : `${inUnits(value, 100_000_000, 2)}亿`
}

/**
 * A short label: `4,000`, `1.2万`, `12k`.
 * @param whole below which all digits stand
 */
export const shortAmount = (value: number, whole: number = 10_000) =>
  value < whole ? bareMoney(value, false) : localDigits(shortened(value))

/**
 * The days to name below the axis if not all have space; the newest is always named.
 * @param width CSS pixels
 */
export const namedDays = (count: number, width: number) => {
  const room = Math.max(2, Math.floor(width / (3.4 * rem())))
  const step = [1, 2, 3, 5, 7, 10, 14, 15, 30].find((every) => Math.ceil(count / every) <= room) ?? 45
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse()
}
