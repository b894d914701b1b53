// @ts-check
import { neighbour } from "./address.js"
import { festivalOf, sameFestival } from "./figures/festivals.js"
import { reachOf } from "./past.js"

/** @typedef {import("./figures/days.js").Past} Past @typedef {import("./address.js").View} View */

/**
 * The view before or after this one: for the range of a festival, the same festival of the neighbouring year; for any other range,
 * as many days. null if none of its days is known.
 * @param {Past} past @param {View} view @param {-1 | 1} step @returns {View | null}
 */
export const beside = (past, view, step) => {
  const reach = reachOf(past)
  const festival = view.kind === "range" ? festivalOf(past, view.from, view.to) : undefined
  if (view.kind !== "range" || festival === undefined) return neighbour(view, step, reach)
  const other = sameFestival(past, festival, step)
  return other === undefined || other.to < reach.first || other.from > reach.to ? null : { ...view, from: other.from, to: other.to }
}
