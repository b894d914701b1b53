// @ts-check
import { compareRange } from "./figures/against.js"

/** @typedef {import("./figures/days.js").Past} Past @typedef {import("./figures/against.js").Comparison} Comparison */

/** @type {WeakMap<Past, Map<string, Comparison>>} */
const known = new WeakMap()

/**
 * Compares days with the same dates of the year before. Ten years of days are compared once per visit.
 * @param {Past} past @param {string} from @param {string} to
 */
export const compareYear = (past, from, to) => {
  const ofPast = known.get(past) ?? new Map()
  known.set(past, ofPast)
  const comparison = ofPast.get(from + to) ?? compareRange(past, from, to, "year")
  ofPast.set(from + to, comparison)
  return comparison
}
