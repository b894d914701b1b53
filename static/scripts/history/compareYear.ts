import { compareRange } from "./figures/against.ts"
import type { Comparison } from "./figures/against.ts"
import type { Past } from "./figures/days.ts"

const known: WeakMap<Past, Map<string, Comparison>> = new WeakMap()

/** Compares days with the same dates of the year before. Ten years of days are compared once per visit. */
export const compareYear = (past: Past, from: string, to: string) => {
  const ofPast = known.get(past) ?? new Map()
  known.set(past, ofPast)
  const comparison = ofPast.get(from + to) ?? compareRange(past, from, to, "year")
  ofPast.set(from + to, comparison)
  return comparison
}
