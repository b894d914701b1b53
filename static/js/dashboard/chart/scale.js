// @ts-check
import { language } from "../../shared/language.js"
import { rem } from "./ink.js"

/** A round number not below `value`, of which a quarter is round too. @param {number} value */
export const ceiling = (value) => {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return (([1, 1.2, 1.6, 2, 2.4, 3.2, 4, 5, 6, 8].find((step) => step * unit >= value)) ?? 10) * unit
}

/** Axis labels stay short: `4,000`, `1.2万`, `12k`. @param {number} value */
export const shortAmount = (value) => {
  if (value < 10_000) return value.toLocaleString("en-US")
  if (language() === "en") return `${Number((value / 1000).toFixed(1)).toLocaleString("en-US")}k`
  return value < 100_000_000 ? `${Number((value / 10_000).toFixed(2))}万` : `${Number((value / 100_000_000).toFixed(2))}亿`
}

/** Which days are named below the axis: as many as have room. @param {number} count @param {number} width CSS pixels */
export const namedDays = (count, width) => {
  const room = Math.max(2, Math.floor(width / (4.6 * rem())))
  const step = [1, 2, 3, 5, 7, 10, 14, 15, 30].find((every) => Math.ceil(count / every) <= room) ?? 45
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse()
}
