import { Clock, Effect } from "effect"

/**
 * A zone in which it is now between 12:00 and 13:00. A real process on the real clock is given it: no test of one comes
 * near a midnight, or passes the shipped cutoff, because of the hour at which it is run.
 */
export const noonZone = (): string => {
  const utcHour = Math.floor(Effect.runSync(Clock.currentTimeMillis) / 3_600_000) % 24
  const east = 12 - utcHour
  // The zone of no offset goes by the name of UTC.
  return east === 0 ? "UTC" : `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`
}
