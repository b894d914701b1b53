import { Clock, Effect } from "effect"

const hour = 3_600_000

/** The last full hour when this was loaded, in milliseconds since 1970: noon in `noonZone`. */
export const noon = Math.floor(Effect.runSync(Clock.currentTimeMillis) / hour) * hour

const east = 12 - (noon / hour) % 24

/**
 * A zone in which a run begins between 12:00 and 13:00, for a real process on the real clock: no such test runs into
 * midnight or the shipped cutoff, at whatever hour it runs. It stays the same, so that the processes of a test agree.
 */
export const noonZone = (): string =>
  // The zone without an offset is named UTC.
  east === 0 ? "UTC" : `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`
