import type { Responses } from "../../../src/Api/Responses.ts"
import { isSoFar } from "../shared/entry/day.ts"
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

/** @param metrics whether somebody stands behind today's figure */
const isTodayCounted = ({ today }: Responses["metrics"]) => {
  const source = today.entered === null ? today.source : isSoFar(today.entered) ? null : today.entered.source
  return today.closed || source !== null && source !== "generated"
}

export const askShop = async (): Promise<Shop> => {
  const [who, metrics, series]: [Awaited<ReturnType<typeof whoIsThere>>, Responses["metrics"], Responses["series7"]] = await Promise.all([
    whoIsThere(),
    request("api/metrics"),
    request("api/series7?days=14")
  ])
  const today = metrics.today.date
  const { last_week, month, week } = metrics.counted
  const missing = new Set([last_week, month, week].flatMap(({ missing }) => missing))
  const first = allows(who.role, "manager") ? "" : addDays(today, -entryDays)
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
    isCounted: isTodayCounted(metrics),
    toCome: metrics.today,
    awaiting: series
      .filter(({ date, source }) => missing.has(date) || source === "generated" && !metrics.generated_only)
      .map(({ date }) => date)
      .filter((date) => date < today && date >= first)
  }
}

/** Whether the role may not set a day's amount. */
export const isLocked = ({ who }: Shop, { open_to_entry }: Day) => !allows(who.role, "manager") && !open_to_entry
