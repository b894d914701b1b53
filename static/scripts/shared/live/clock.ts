import { addDays } from "../format/dates.ts"
import { hourMinute } from "../format/times.ts"

/** If two readings of the server's clock differ by more milliseconds, a clock was set, and the older readings are dropped. */
const jump = 5_000

const dayMillis = 86_400_000

/** How many readings are kept; each comes with a tick, every 30 s. */
const kept = 10

/**
 * The server's clock, as far as this page knows it. The browser's own clock only measures the time since a reading; its zone and
 * date are never used.
 */
export const makeClock = () => {
  /** milliseconds from the browser's clock to the server's */
  let offsets: number[] = []
  let zoneMinutes = 0
  let zoneText = "+00:00"
  /** The server's business day, if it does not end at midnight. */
  let day: { date: string; endsAt: number; time: string } | null = null

  const setZone = (serverNow: string) => {
    zoneText = /[+-]\d\d:\d\d$/.exec(serverNow)?.[0] ?? "+00:00"
    zoneMinutes = (Number(zoneText.slice(1, 3)) * 60 + Number(zoneText.slice(4))) * (zoneText.startsWith("-") ? -1 : 1)
  }

  return {
    /** Until the first reading, the browser's clock is used, in the zone of the given instant. */
    assume: setZone,
    /** @param serverNow `2025-12-09T13:14:40+08:00` */
    hear: (serverNow: string) => {
      const instant = Date.parse(serverNow)
      if (Number.isNaN(instant)) return
      const offset = instant - Date.now()
      // A reading is late by its transfer time and its missing fraction of a second, so the largest is the most accurate.
      offsets = offsets.some((known) => Math.abs(known - offset) > jump) ? [offset] : [...offsets.slice(1 - kept), offset]
      setZone(serverNow)
    },
    /** Takes over what the server states about its business day. */
    follow: ({ date, ends_at }: { date: string; ends_at?: string }) => {
      day = ends_at === undefined ? null : { date, endsAt: Date.parse(ends_at), time: hourMinute(ends_at) }
    },
    known: () => offsets.length > 0,
    /** Milliseconds since 1970 by the server's clock, now or at a time of the browser's clock. */
    now: (at = Date.now()) => at + (offsets.length > 0 ? Math.max(...offsets) : 0),
    /** `2025-12-09T13:14:40+08:00`: the server's instant now, or at a time of the browser's clock. */
    instant(at = Date.now()) {
      return new Date(this.now(at) + zoneMinutes * 60_000).toISOString().slice(0, 19) + zoneText
    },
    /** The date on the shop's wall calendar now. */
    wallDate() {
      return this.instant().slice(0, 10)
    },
    /** The shop's business date now. */
    today() {
      if (day === null) return this.wallDate()
      const passed = this.now() - day.endsAt
      return passed < 0 ? day.date : addDays(day.date, 1 + Math.floor(passed / dayMillis))
    },
    /** When the business day ends, such as `04:00`, from midnight on; null before midnight. */
    openUntil() {
      return day !== null && this.now() < day.endsAt && this.wallDate() > day.date ? day.time : null
    }
  }
}

export type Clock = ReturnType<typeof makeClock>
