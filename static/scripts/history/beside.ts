import { neighbour } from "./address.ts"
import type { View } from "./address.ts"
import type { Past } from "./figures/days.ts"
import { festivalOf, sameFestival } from "./figures/festivals.ts"
import { reachOf } from "./past.ts"

/**
 * The view before or after this one: for the range of a festival, the same festival of the neighbouring year; for any other range,
 * as many days. null if none of its days is known.
 */
export const beside = (past: Past, view: View, step: -1 | 1): View | null => {
  const reach = reachOf(past)
  const festival = view.kind === "range" ? festivalOf(past, view.from, view.to) : undefined
  if (view.kind !== "range" || festival === undefined) return neighbour(view, step, reach)
  const other = sameFestival(past, festival, step)
  return other === undefined || other.to < reach.first || other.from > reach.to ? null : { ...view, from: other.from, to: other.to }
}
