// @ts-check
import { addDays } from "../format/dates.js"
import { hourMinute } from "../format/times.js"

/** How far two readings of the server's clock may differ before the older ones are dropped: a clock was set. */
const jump = 5_000

const dayMillis = 86_400_000

/** How many readings are kept; each comes with a tick, every 30 s. */
const kept = 10

/**
 * The server's clock as this page knows it. The browser's own clock serves to measure what has passed since; its zone
 * and its idea of the date are never used.
 */
export const makeClock = () => {
  /** @type {number[]} milliseconds from the browser's clock to the server's */
  let offsets = []
  let zoneMinutes = 0
  let zoneText = "+00:00"
  /** The business day by the server, where it does not end at midnight. @type {{ date: string, endsAt: number, time: string } | null} */
  let day = null

  /** @param {string} serverNow */
  const setZone = (serverNow) => {
    zoneText = /[+-]\d\d:\d\d$/.exec(serverNow)?.[0] ?? "+00:00"
    zoneMinutes = (Number(zoneText.slice(1, 3)) * 60 + Number(zoneText.slice(4))) * (zoneText.startsWith("-") ? -1 : 1)
  }

  return {
    /** Until the server is heard, the browser's clock is taken for its own, in the zone of that instant. */
    assume: setZone,
    /** @param {string} serverNow `2025-12-09T13:14:40+08:00` */
    hear: (serverNow) => {
      const instant = Date.parse(serverNow)
      if (Number.isNaN(instant)) return
      const offset = instant - Date.now()
      // A reading is late by its transfer time and its missing fraction of a second, so the largest is the most accurate.
      offsets = offsets.some((known) => Math.abs(known - offset) > jump) ? [offset] : [...offsets.slice(1 - kept), offset]
      setZone(serverNow)
    },
    /** What the server says of its business day. @param {{ date: string, ends_at?: string }} today */
    follow: ({ date, ends_at }) => {
      day = ends_at === undefined ? null : { date, endsAt: Date.parse(ends_at), time: hourMinute(ends_at) }
    },
    known: () => offsets.length > 0,
    /** Milliseconds since 1970 by the server's clock, now or at that time of the browser's clock. */
    now: (at = Date.now()) => at + (offsets.length > 0 ? Math.max(...offsets) : 0),
    /** `2025-12-09T13:14:40+08:00`, the server's instant now or at that time of the browser's clock. */
    instant(at = Date.now()) {
      return new Date(this.now(at) + zoneMinutes * 60_000).toISOString().slice(0, 19) + zoneText
    },
    /** The date of the calendar on the shop's wall now. */
    wallDate() {
      return this.instant().slice(0, 10)
    },
    /** The shop's business date now. */
    today() {
      if (day === null) return this.wallDate()
      const passed = this.now() - day.endsAt
      return passed < 0 ? day.date : addDays(day.date, 1 + Math.floor(passed / dayMillis))
    },
    /** When the business day ends, `04:00`, from midnight on; null before. */
    openUntil() {
      return day !== null && this.now() < day.endsAt && this.wallDate() > day.date ? day.time : null
    }
  }
}

/** @typedef {ReturnType<typeof makeClock>} Clock */
