// @ts-check
import { isSoFar } from "../shared/entry/day.js"
import { addDays } from "../shared/format/dates.js"
import { settledNext } from "../shared/next-cutoff.js"
import { request } from "../shared/request.js"
import { allows } from "../shared/roles.js"
import { whoIsThere } from "../shared/session.js"
import { windowsIn } from "../shared/windows.js"

/** How many past days the role `entry` may still change. */
export const entryDays = 7

/**
 * @typedef {{
 *   who: import("../shared/session.js").Identity, name: string, now: string, today: string, askedOn: string, nextCutoff: string,
 *   settledNext: string, endsAt: string | undefined, openUntil: string | null, cutoff: string, isCounted: boolean, awaiting: string[],
 *   toCome: Pick<Responses["metrics"]["today"], "asked_until" | "awaits" | "range" | "to_ask">
 * }} Shop `awaiting` are the past days that wait for a counted figure, oldest first; `now`, `today` and
 * `openUntil` go on, `askedOn` is the
 * day on which the rest was asked for
 */

/** @typedef {import("../../../src/Api/Responses.ts").Responses} Responses */

/** @param {Responses["metrics"]} metrics whether somebody stands behind today's figure */
const isTodayCounted = ({ today }) => {
  const source = today.entered === null ? today.source : isSoFar(today.entered) ? null : today.entered.source
  return today.closed || source !== null && source !== "generated"
}

/** @returns {Promise<Shop>} */
export const askShop = async () => {
  /** @type {[Awaited<ReturnType<typeof whoIsThere>>, Responses["metrics"], Responses["series7"]]} */
  const [who, metrics, series] = await Promise.all([whoIsThere(), request("api/metrics"), request("api/series7?days=14")])
  const today = metrics.today.date
  const missing = new Set(windowsIn(metrics).flatMap(({ missing }) => missing))
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

/** Whether the role may not set a day's amount. @param {Shop} shop @param {import("../shared/entry/day.js").Day} day */
export const isLocked = ({ who }, { open_to_entry }) => !allows(who.role, "manager") && !open_to_entry
