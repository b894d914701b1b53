import { type Almanac, plusDays } from "../Almanac.ts"
import { hold, same } from "../Broken.ts"
import type { Settings, Starts } from "../Rules.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import { businessDays } from "./BusinessDays.ts"

const noSettings: Settings = {
  cutoff: 0,
  start: 0,
  shop: "",
  secret: "",
  reports: { weekly: null, monthly: null },
  holidayRanges: false,
  about: [],
  chats: [],
  weekday: [0, 0],
  weekend: [0, 0],
  source: "range",
  fallback: "auto",
  importNotify: "per_row",
  goals: {},
  remind: 0,
  silence: 0,
  publicUrl: ""
}

/** The current settings, and the dates and cutoffs by these settings. `watch` is how often the service reads the wall clock. */
export const times = (clock: VirtualClock, almanac: Almanac, watch: () => number) => {
  let settings = noSettings
  /** The time awake since which the wall clock, as the service reads it, has not jumped. */
  let steadySince = 0

  /** The starts of the days that the service has stored and the model has checked; undefined before the first start. */
  let stored: Starts | undefined
  /** The stored starts with the change that the process is about to store. */
  let starts: Starts = []
  const calendar = businessDays(almanac)

  const today = () => calendar.dateOf(starts, clock.wall())
  const cutoffOf = (date: string) => calendar.cutoffOf(starts, date, settings.cutoff)
  const isPast = () => clock.wall() >= cutoffOf(today())
  const patience = () => watch() + 1_000
  const steadyFor = () => clock.awake() - steadySince

  return {
    settings: () => settings,
    /** The settings that the process is about to read. */
    use: (found: Settings) => {
      settings = found
      starts = stored === undefined ? calendar.first(found.start) : calendar.changed(stored, found.start, clock.wall())
    },
    /** The process has ended, perhaps before it stored the change. */
    ended: () => {
      starts = stored ?? []
    },
    today,
    dateOf: (instant: number) => calendar.dateOf(starts, instant),
    cutoffOf,
    /** When today ends; undefined if it ends at midnight. */
    endsAt: () => {
      const next = plusDays(today(), 1)
      return calendar.minuteOn(starts, next) === 0 ? undefined : calendar.beginOf(starts, next)
    },
    /** Checks and takes over the starts of the days that apply from now on. */
    begins: (found: Starts) => {
      if (stored === undefined) same("in a new shop days begin as the settings say", found, calendar.first(settings.start))
      else if (JSON.stringify(found) === JSON.stringify(stored)) return
      else {
        same("a change of the day's start counts from the next day on", found, calendar.changed(stored, settings.start, clock.wall()))
        const [before, after] = [stored, found].map((each) => calendar.dateOf(each, clock.wall()))
        hold(before === after, "no setting moves today", () => `${before} is ${after}`)
      }
      starts = stored = found
    },
    /** Whether the days begin as the settings say, now or from a known day on. */
    isStartKnown: () => (stored?.at(-1)?.[1] ?? 0) === settings.start,
    isPast,
    /** The time since today's cutoff. */
    late: () => clock.wall() - cutoffOf(today()),
    isReminderTime: () => {
      const date = today()
      const from = Math.max(calendar.beginOf(starts, date), cutoffOf(date) - settings.remind * 60_000)
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
