import type { Responses } from "../../../src/Api/Responses.ts"
import { request } from "../shared/request.ts"
import { healthReport } from "./health/report.ts"
import type { Health } from "./health/report.ts"

/** How many days back the health report lists `missing_days`. */
const window = 31

/**
 * The days that need a person, oldest first: those without a figure, and in a shop that counts also those with an estimate. The tab's
 * number, the list below it and the verdict on the system are all of them.
 */
export const daysToFill = (
  { awaiting, missing_days: missing }: Pick<Health, "awaiting" | "missing_days">,
  { generated_only: isOnlyGenerated }: Pick<Responses["metrics"], "generated_only">,
  history: ReadonlyArray<Pick<Responses["revenue"][number], "date" | "source">>
): { date: string; isEstimated: boolean }[] => {
  const none = new Set([...missing, ...awaiting.map(({ date }) => date)])
  const estimated = isOnlyGenerated ? [] : history.filter(({ source }) => source === "generated")
  return [
    ...Array.from(none, (date) => ({ date, isEstimated: false })),
    ...estimated.map(({ date }) => ({ date, isEstimated: true }))
  ].sort((a, b) => a.date.localeCompare(b.date))
}

/** What the service says about the days that need a person. */
export const askToFill = async (report: Promise<Health> | Health = healthReport()) => {
  const [health, metrics, history]: [Health, Responses["metrics"], Responses["revenue"]] = await Promise.all([
    report,
    request("api/metrics"),
    request(`api/revenue?days=${window}`)
  ])
  return { health, metrics, days: daysToFill(health, metrics, history) }
}
