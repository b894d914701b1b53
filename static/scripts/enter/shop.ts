import type { Responses } from "../../../src/Api/Responses.ts"
import type { Day } from "../shared/entry/day.ts"
import { addDays } from "../shared/format/dates.ts"
import { settledNext } from "../shared/next-cutoff.ts"
import { request } from "../shared/request.ts"
import { allows } from "../shared/roles.ts"
import { whoIsThere } from "../shared/session.ts"
import type { Identity } from "../shared/session.ts"

/** How many past days the role `entry` may still change. */
export const entryDays = 7

/** `awaiting` are the past days that wait for a counted figure, oldest first; `now`, `today` and `openUntil` go on, `askedOn` is the day on which the rest was asked for */
export type Shop = {
  who: Identity
  name: string
  now: string
  today: string
  askedOn: string
  nextCutoff: string
  settledNext: string
  endsAt: string | undefined
  openUntil: string | null
  cutoff: string
  isCounted: boolean
  awaiting: string[]
  toCome: Pick<Responses["metrics"]["today"], "asked_until" | "awaits" | "range" | "to_ask">
}

/** How many past days a manager is reminded of. */
const reminded = 14

export const askShop = async (): Promise<Shop> => {
  const [who, metrics]: [Awaited<ReturnType<typeof whoIsThere>>, Responses["metrics"]] = await Promise.all([
    whoIsThere(),
    request("api/metrics")
  ])
  const { counted: { today: { date: today, state }, with_estimates } } = metrics
  const first = addDays(today, -(allows(who.role, "manager") ? reminded : entryDays))
  const { days }: NonNullable<Responses["days"]> = await request(`api/days?from=${first}&to=${addDays(today, -1)}`)
  return {
    who,
    name: metrics.shop_name,
    now: metrics.server_now,
    today,
    askedOn: today,
    nextCutoff: metrics.next_cutoff,
    settledNext: settledNext(metrics),
    endsAt: metrics.today.ends_at,
    openUntil: null,
    cutoff: metrics.cutoff_time,
    isCounted: state === "entered" || state === "closed",
    toCome: metrics.today,
    awaiting: days
      .filter(({ state }) => state === "missing" || state === "estimated" && !with_estimates)
      .map(({ date }) => date)
  }
}

/** Whether the role may not set a day's amount. */
export const isLocked = ({ who }: Shop, { open_to_entry }: Day) => !allows(who.role, "manager") && !open_to_entry
