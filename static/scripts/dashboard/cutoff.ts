import { dayLabel } from "../shared/format/dates.ts"
import { t } from "../shared/language.ts"
import { asking, closing, toCome } from "../shared/to-come.ts"
import { isAsked, isAwaited, isPastCutoff, leadOf } from "./metrics.ts"
import type { Metrics } from "./metrics.ts"

/** Milliseconds after the cutoff within which the settlement is expected. */
const settlingFor = 60_000

/**
 * The line about the cutoff, and after midnight about a business day that has not ended while another day leads.
 * @param now the server's clock, milliseconds
 */
export const cutoffLine = (metrics: Metrics, now: number, connected: boolean, openUntil: string | null) => {
  const line = cutoffOf(metrics, now, connected)
  if (openUntil === null || leadOf(metrics).name === "today") return line
  return [t("today.open_until", { day: dayLabel(metrics.today.date), time: openUntil }), line].filter(Boolean).join(" · ")
}

const cutoffOf = (metrics: Metrics, now: number, connected: boolean) => {
  const { cutoff_time: time, generated_only, next_cutoff, today } = metrics
  if (today.amount !== null) return today.source === "generated" && !generated_only ? t("cutoff.nobody", { time }) : ""
  if (today.closed) return [t("cutoff.closed"), today.note].filter(Boolean).join(" · ")
  const left = Date.parse(next_cutoff) - now
  // While today's settlement is late, the next cutoff is tomorrow's.
  if (isAsked(metrics)) return asking(today)
  if (isAwaited(metrics)) return t("cutoff.awaited", { time })
  const passed = left <= 0 ? -left : isPastCutoff(metrics) ? settlingFor : null
  if (passed !== null) return t(!connected ? "cutoff.unheard" : passed < settlingFor ? "cutoff.settling" : "cutoff.late", { time })
  return leadOf(metrics).entered === null ? t("cutoff.open", { closing: closing(time, left) }) + toCome(today, left) : closing(time, left)
}
