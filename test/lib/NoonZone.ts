import { Clock, Effect } from "effect"

/**
 * A zone in which it is now between 12:00 and 13:00, for a real process on the real clock: no such test runs into
 * midnight or the shipped cutoff, at whatever hour it runs.
 */
export const noonZone = (): string => {
  const utcHour = Math.floor(Effect.runSync(Clock.currentTimeMillis) / 3_600_000) % 24
  const east = 12 - utcHour
  // The zone without an offset is named UTC.
  return east === 0 ? "UTC" : `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`
}
