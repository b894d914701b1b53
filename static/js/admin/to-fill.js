// @ts-check
import { request } from "../shared/request.js"
import { healthReport } from "./health/report.js"

/** How many days back the health report lists `missing_days`. */
const window = 31

/** @typedef {import("../../../src/Api/Responses.ts").Responses} Responses */
/** @typedef {import("./health/report.js").Health} Health */

/**
 * The days that need a person, oldest first: those without a figure, and in a shop that counts also those with an estimate. The tab's
 * number, the list below it and the verdict on the system are all of them.
 * @param {Pick<Health, "awaiting" | "missing_days">} health @param {Pick<Responses["metrics"], "generated_only">} metrics
 * @param {ReadonlyArray<Pick<Responses["revenue"][number], "date" | "source">>} history
 * @returns {{ date: string, isEstimated: boolean }[]}
 */
export const daysToFill = ({ awaiting, missing_days: missing }, { generated_only: isOnlyGenerated }, history) => {
  const none = new Set([...missing, ...awaiting.map(({ date }) => date)])
  const estimated = isOnlyGenerated ? [] : history.filter(({ source }) => source === "generated")
  return [
    ...Array.from(none, (date) => ({ date, isEstimated: false })),
    ...estimated.map(({ date }) => ({ date, isEstimated: true }))
  ].sort((a, b) => a.date.localeCompare(b.date))
}

/** What the service says about the days that need a person. @param {Promise<Health> | Health} [report] */
export const askToFill = async (report = healthReport()) => {
  /** @type {[Health, Responses["metrics"], Responses["revenue"]]} */
  const [health, metrics, history] = await Promise.all([
    report,
    request("api/metrics"),
    request(`api/revenue?days=${window}`)
  ])
  return { health, metrics, days: daysToFill(health, metrics, history) }
}
