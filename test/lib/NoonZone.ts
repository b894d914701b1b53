import { Clock, Effect } from "effect"

const hour = 3_600_000

/** The last full hour before this module was loaded, in milliseconds since 1970. It is noon in `noonZone`. */
export const noon = Math.floor(Effect.runSync(Clock.currentTimeMillis) / hour) * hour

const east = 12 - (noon / hour) % 24

/**
 * A zone in which the run begins between 12:00 and 13:00, for real processes on the real clock: no such test meets midnight or the
 * shipped cutoff, at whatever hour it runs. The zone stays the same, so that the processes of a test agree.
 */
export const noonZone = (): string =>
  // The zone without an offset is named UTC.
  east === 0 ? "UTC" : `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`
