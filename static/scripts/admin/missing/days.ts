import type { Responses } from "../../../../src/Api/Responses.ts"
import { addDays } from "../../shared/format/dates.ts"
import { request } from "../../shared/request.ts"
import { healthReport } from "../health/report.ts"
import type { Health } from "../health/report.ts"

/** How many days back they are looked for, as in the health report. */
const window = 31

export type DayToFill = { date: string; state: "missing" | "estimated" }

/**
 * The days that need a person, oldest first: those without a figure, and in a shop whose people enter also the estimated ones. The
 * tab's number, the list and the verdict on the system are all of them.
 */
export const daysToFill = (
  { awaiting }: Pick<Health, "awaiting">,
  { with_estimates: isOnlyGenerated }: Pick<Responses["metrics"]["counted"], "with_estimates">,
  days: ReadonlyArray<Pick<Responses["days"]["days"][number], "date" | "state">>
): DayToFill[] => {
  // Today is not over, and still its figure may be awaited.
  const awaited = new Set(awaiting.map(({ date }) => date))
  return days.flatMap(({ date, state }): DayToFill[] =>
    state === "missing" || awaited.has(date)
      ? [{ date, state: "missing" }]
      : state === "estimated" && !isOnlyGenerated
      ? [{ date, state }]
      : []
  )
}

/** What the service says about the days that need a person. */
export const askToFill = async (report: Promise<Health> | Health = healthReport()) => {
  const [health, metrics]: [Health, Responses["metrics"]] = await Promise.all([report, request("api/metrics")])
  const today = metrics.today.date
  const { days }: Responses["days"] = await request(`api/days?from=${addDays(today, -window)}&to=${today}`)
  return { health, metrics, days: daysToFill(health, metrics.counted, days) }
}
