// @ts-check
import { addDays } from "../shared/format/dates.js"
import { request } from "../shared/request.js"
import { pastOf } from "./figures/days.js"
import { makeUnchanged } from "./unchanged.js"

/**
 * @typedef {import("../../../src/Api/Responses.ts").Responses["metrics"]} Metrics
 * @typedef {import("./figures/days.js").DayList} DayList
 * @typedef {import("./figures/days.js").Past} Past
 */

/**
 * What the page knows: the shop and all of its days. `listed` has the server's data for each of `past.days`.
 * @typedef {{ metrics: Metrics, past: Past, listed: DayList["days"] }} Known
 */

/** How many days ahead the server lists closed days and goals. */
const daysAhead = 31

/** The most days of one request. */
const longest = 3660

const ask = makeUnchanged()

/** @param {string} to @returns {Promise<DayList>} */
const before = (to) => ask(`api/days?from=${addDays(to, 1 - longest)}&to=${to}`)

/** Loads all days: ten years in one request, and a longer past in further requests of ten years. @returns {Promise<Known>} */
export const load = async () => {
  /** @type {Metrics} */
  const metrics = await request("api/metrics")
  const newest = await before(addDays(metrics.today.date, daysAhead))
  const lists = [newest]
  for (let oldest = newest; oldest.first !== null && oldest.first < oldest.from; lists.unshift(oldest)) {
    oldest = await before(addDays(oldest.from, -1))
  }
  const listed = lists.length === 1 ? newest.days : lists.flatMap(({ days }) => days)
  const missingYears = [...new Set(lists.flatMap(({ holidays }) => holidays.missing_years))]
  return { metrics, listed, past: { ...pastOf({ ...newest, days: listed }), missingYears } }
}

/** Whether a day has ended since, or its cutoff has passed, by the server's clock. @param {Known} known @param {string} serverNow */
export const isOver = ({ metrics: { next_cutoff: cutoff, today: { ends_at: end = cutoff } } }, serverNow) =>
  Date.parse(serverNow) >= Math.min(Date.parse(cutoff), Date.parse(end))

/** Whether two responses are equal apart from their time. @param {Known} before @param {Known} next */
export const areSame = (before, next) => {
  /** @param {Known} known */
  const told = ({ listed, metrics, past: { missingYears, today } }) =>
    JSON.stringify([listed, missingYears, today, { ...metrics, server_now: "" }])
  return told(before) === told(next)
}
