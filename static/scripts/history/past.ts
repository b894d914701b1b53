import { addDays, epochDay } from "../shared/format/dates.ts"
import type { Past } from "./figures/days.ts"

/** The index of a date among the known days; negative before the first one, too large after the last one. */
export const indexOf = ({ days: [oldest] }: Past, date: string) => oldest === undefined ? -1 : epochDay(date) - epochDay(oldest.date)

/**
 * The days that can be shown: whole years, from that of the first record to that of the last known day. Without a record, this
 * year.
 */
export const reachOf = ({ days, first, today }: Past) => ({
  first: first ?? today,
  from: `${(first ?? today).slice(0, 4)}-01-01`,
  to: days.at(-1)?.date ?? today
})

/** Each month of some days, newest first: `2026-11`. */
export const monthsBetween = (from: string, to: string) => {
  const months: Array<string> = []
  for (let month = to.slice(0, 7); month >= from.slice(0, 7); month = addDays(`${month}-01`, -1).slice(0, 7)) months.push(month)
  return months
}
