import { addDays } from "./format/dates.ts"

/** The business day of the next cutoff: today until its own cutoff, tomorrow after it. */
export const settledNext = (
  { next_cutoff, today: { date, ends_at } }: { next_cutoff: string; today: { date: string; ends_at?: string } }
) =>
  ends_at === undefined
    ? next_cutoff.slice(0, 10)
    : Date.parse(next_cutoff) < Date.parse(ends_at)
    ? date
    : addDays(date, 1)
