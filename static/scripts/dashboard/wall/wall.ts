import type { Board } from "../board.ts"
import { drift } from "./drift.ts"
import { isNight } from "./night.ts"

const minute = 60_000

/** A wall shows the day on a screen without a user, dimmed at night. */
export const startWall = (board: Board) => {
  const darken = () => {
    const metrics = board.metrics()
    if (metrics !== null)
      document.documentElement.classList.toggle("night", isNight(board.clock.instant().slice(11, 16), metrics.cutoff_time))
  }
  setInterval(() => {
    darken()
    drift()
  }, minute)

  const keepAwake = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => undefined)
  }
  document.addEventListener("visibilitychange", keepAwake)
  keepAwake()
  return { render: darken }
}
