import type { Almanac } from "../Almanac.ts"
import type { Settings } from "../Rules.ts"
import type { VirtualClock } from "../VirtualClock.ts"

const noSettings: Settings = {
  cutoff: 0,
  shop: "",
  secret: "",
  weekday: [0, 0],
  weekend: [0, 0],
  source: "range",
  fallback: "auto",
  importNotify: "per_row",
  remind: 0,
  silence: 0,
  publicUrl: ""
}

/** The current settings, and the dates and cutoffs by them. `watch`: how often the service reads the wall clock. */
export const times = (clock: VirtualClock, almanac: Almanac, watch: () => number) => {
  let settings = noSettings
  /** Since when (time awake) the service has read a wall clock without jumps. */
  let steadySince = 0

  const today = () => almanac.dateAt(clock.wall())
  const cutoffOf = (date: string) => almanac.instantOf(date, settings.cutoff)
  const isPast = () => clock.wall() >= cutoffOf(today())
  const patience = () => watch() + 1_000
  const steadyFor = () => clock.awake() - steadySince

  return {
    settings: () => settings,
    use: (found: Settings) => {
      settings = found
    },
    today,
    cutoffOf,
    isPast,
    /** How long ago today's cutoff was. */
    late: () => clock.wall() - cutoffOf(today()),
    isReminderTime: () => {
      const date = today()
      const from = Math.max(almanac.instantOf(date, 0), cutoffOf(date) - settings.remind * 60_000)
      return settings.remind > 0 && clock.wall() >= from && !isPast()
    },
    now: () => almanac.stamp(clock.wall()),
    at: (date: string) => `${date} at ${almanac.stamp(clock.wall())}`,
    /** How long the service may take to notice that something is due. */
    patience,
    steadyFor,
    isSteady: () => steadyFor() > patience(),
    /** The process starts, the wall clock was changed, or the machine slept. */
    disturbed: () => {
      steadySince = clock.awake()
    }
  }
}

export type Times = ReturnType<typeof times>
