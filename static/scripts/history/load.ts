import type { Responses } from "../../../src/Api/Responses.ts"
import { addDays } from "../shared/format/dates.ts"
import { request } from "../shared/request.ts"
import { pastOf, reachOf } from "./past.ts"
import type { DayList, Past, Sum } from "./past.ts"
import { makeUnchanged } from "./unchanged.ts"

type Metrics = Responses["metrics"]

/** What the page knows: the shop and all of its days. */
export type Known = { metrics: Metrics; past: Past }

/** How many days ahead the server lists closed days. */
const daysAhead = 31

/** The most days of one request. */
const longest = 3660

const ask = makeUnchanged<Responses["days"]>()

/** About ten years of days, from the first day of a month on, so that each month is whole in one list. */
const before = (to: string): Promise<DayList> => ask(`api/days?from=${addDays(to, 31 - longest).slice(0, 7)}-01&to=${to}`)

/** Loads all days: ten years in one request, and a longer past in further requests of ten years. */
export const load = async (): Promise<Known> => {
  const metrics: Metrics = await request("api/metrics")
  const newest = await before(addDays(metrics.today.date, daysAhead))
  const lists = [newest]
  for (let oldest = newest; oldest.first !== null && oldest.first < oldest.from; lists.unshift(oldest)) {
    oldest = await before(addDays(oldest.from, -1))
  }
  return { metrics, past: pastOf(lists, newest) }
}

/** The sums of any range. */
export const sumOfRange = async ({ past }: Known, { from, to }: { from: string; to: string }): Promise<Sum> => {
  const { first, to: last } = reachOf(past)
  const list: DayList = await ask(`api/days?from=${from < first ? first : from}&to=${to > last ? last : to}`)
  return list.sum
}

/** Whether a day has ended since, or its cutoff has passed, by the server's clock. */
export const isOver = ({ metrics: { next_cutoff: cutoff, today: { ends_at: end = cutoff } } }: Known, serverNow: string) =>
  Date.parse(serverNow) >= Math.min(Date.parse(cutoff), Date.parse(end))

/** Whether two responses are equal apart from their time. */
export const areSame = (before: Known, next: Known) => {
  const told = ({ metrics, past }: Known) => JSON.stringify([past, { ...metrics, server_now: "" }])
  return told(before) === told(next)
}
