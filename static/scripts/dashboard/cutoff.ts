import { t } from "../shared/language.ts"
import { asking, closing, toCome } from "../shared/to-come.ts"
import { isAsked, isAwaited, isPastCutoff } from "./metrics.ts"
import type { Metrics } from "./metrics.ts"

/** Milliseconds after the cutoff within which the settlement is expected. */
const settlingFor = 60_000

/**
 * The line about the cutoff; empty once today has a figure that counts.
 * @param now the server's clock, milliseconds
 */
export const cutoffLine = (metrics: Metrics, now: number, connected: boolean) => {
  const { counted: { today: { note, state }, with_estimates }, cutoff_time: time, next_cutoff, today } = metrics
  if (state === "entered" || state === "estimated") return with_estimates || state === "entered" ? "" : t("cutoff.nobody", { time })
  if (state === "closed") return note
  const left = Date.parse(next_cutoff) - now
  // While today's settlement is late, the next cutoff is tomorrow's.
  if (isAsked(metrics)) return asking(today)
  if (isAwaited(metrics)) return t("cutoff.awaited", { time })
  const passed = left <= 0 ? -left : isPastCutoff(metrics) ? settlingFor : null
  if (passed !== null) return t(!connected ? "cutoff.unheard" : passed < settlingFor ? "cutoff.settling" : "cutoff.late", { time })
  return closing(time, left) + (state === "running" ? "" : toCome(today, left))
}
