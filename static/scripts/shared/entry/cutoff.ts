/** instants by the server, and the day that is settled at the next cutoff; both empty where it is not known */
type Cutoff = { nextCutoff: string; settledNext: string; now: string }

/** Whether the cutoff of a day is past. */
export const isPastCutoff = ({ nextCutoff, now, settledNext }: Cutoff, date: string) =>
  settledNext > date || Date.parse(nextCutoff) <= Date.parse(now)
