import type { Responses } from "../../../src/Api/Responses.ts"
import { addDays } from "../shared/format/dates.ts"
import { request } from "../shared/request.ts"
import { pastOf } from "./figures/days.ts"
import type { DayList } from "./figures/days.ts"
import type { Past } from "./figures/days.ts"
import { makeUnchanged } from "./unchanged.ts"

type Metrics = Responses["metrics"]

/** What the page knows: the shop and all of its days. `listed` has the server's data for each of `past.days`. */
export type Known = { metrics: Metrics; past: Past; listed: DayList["days"] }

/** How many days ahead the server lists closed days and goals. */
const daysAhead = 31

/** The most days of one request. */
const longest = 3660

const ask = makeUnchanged()

const before = (to: string): Promise<DayList> => ask(`api/days?from=${addDays(to, 1 - longest)}&to=${to}`)

/** Loads all days: ten years in one request, and a longer past in further requests of ten years. */
export const load = async (): Promise<Known> => {
  const metrics: Metrics = await request("api/metrics")
  const newest = await before(addDays(metrics.today.date, daysAhead))
  const lists = [newest]
  for (let oldest = newest; oldest.first !== null && oldest.first < oldest.from; lists.unshift(oldest)) {
    oldest = await before(addDays(oldest.from, -1))
  }
  const listed = lists.length === 1 ? newest.days : lists.flatMap(({ days }) => days)
  const missingYears = [...new Set(lists.flatMap(({ holidays }) => holidays.missing_years))]
  return { metrics, listed, past: { ...pastOf({ ...newest, days: listed }), missingYears } }
}

/** Whether a day has ended since, or its cutoff has passed, by the server's clock. */
export const isOver = ({ metrics: { next_cutoff: cutoff, today: { ends_at: end = cutoff } } }: Known, serverNow: string) =>
  Date.parse(serverNow) >= Math.min(Date.parse(cutoff), Date.parse(end))

/** Whether two responses are equal apart from their time. */
export const areSame = (before: Known, next: Known) => {
  const told = ({ listed, metrics, past: { missingYears, today } }: Known) =>
    JSON.stringify([listed, missingYears, today, { ...metrics, server_now: "" }])
  return told(before) === told(next)
}
