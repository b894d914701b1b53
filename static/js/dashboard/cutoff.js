// @ts-check
import { dayLabel } from "../shared/format/dates.js"
import { hourMinute } from "../shared/format/times.js"
import { t } from "../shared/language.js"
import { toCome } from "../shared/to-come.js"
import { isAsked, isAwaited, isPastCutoff, leadOf } from "./metrics.js"

/** @typedef {import("./metrics.js").Metrics} Metrics */

/** Milliseconds after the cutoff within which the settlement is expected. */
const settlingFor = 60_000

/** Only in the last minutes before the cutoff, the page says what happens if nobody enters the amount. */
const quietUntil = 180

/** `2 小时 16 分`. @param {number} minutes */
const timeLeft = (minutes) => {
  const values = { h: Math.floor(minutes / 60), m: minutes % 60 }
  return t(values.h === 0 ? "left.minutes" : values.m === 0 ? "left.whole" : "left.hours", values)
}

/**
 * The line about the cutoff, and after midnight about a business day that has not ended while another day leads.
 * @param {Metrics} metrics @param {number} now the server's clock, milliseconds @param {boolean} connected
 * @param {string | null} openUntil
 */
export const cutoffLine = (metrics, now, connected, openUntil) => {
  const line = cutoffOf(metrics, now, connected)
  if (openUntil === null || leadOf(metrics).name === "today") return line
  return [t("today.open_until", { day: dayLabel(metrics.today.date), time: openUntil }), line].filter(Boolean).join(" · ")
}

/** @param {Metrics} metrics @param {number} now @param {boolean} connected */
const cutoffOf = (metrics, now, connected) => {
  const { cutoff_time: time, generated_only, next_cutoff, today } = metrics
  if (today.amount !== null) return today.source === "generated" && !generated_only ? t("cutoff.nobody", { time }) : ""
  if (today.closed) return [t("cutoff.closed"), today.note].filter(Boolean).join(" · ")
  const left = Date.parse(next_cutoff) - now
  // While today's settlement is late, the next cutoff is tomorrow's.
  if (isAsked(metrics)) return t("cutoff.asking", { time: hourMinute(today.asked_until ?? "") })
  if (isAwaited(metrics)) return t("cutoff.awaited", { time })
  const passed = left <= 0 ? -left : isPastCutoff(metrics) ? settlingFor : null
  if (passed !== null) return t(!connected ? "cutoff.unheard" : passed < settlingFor ? "cutoff.settling" : "cutoff.late", { time })
  const minutes = Math.floor(left / 60_000)
  const isQuiet = minutes >= quietUntil
  const closing = isQuiet
    ? t("cutoff.at", { time })
    : minutes === 0
    ? t("cutoff.soon", { time })
    : t("cutoff.in", { time, left: timeLeft(minutes) })
  return leadOf(metrics).entered === null ? t("cutoff.open", { closing }) + (isQuiet ? "" : toCome(today)) : closing
}
