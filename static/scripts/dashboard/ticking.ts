import type { Board } from "./board.ts"

/**
 * Loads the figures soon after the end of the day and after the cutoff by the server's clock, then at growing intervals until they have
 * changed.
 */
export const startTicking = (board: Board, refresh: () => void, renderState: () => void) => {
  let askedAt = 0
  let times = 0
  const rollOver = () => {
    const metrics = board.metrics()
    if (metrics === null) return
    const due = board.clock.today() !== metrics.today.date || board.clock.now() >= Date.parse(metrics.next_cutoff)
    if (!due) {
      times = 0
      return
    }
    if (times > 0 && performance.now() - askedAt < Math.min(60_000, 4_000 * 2 ** times)) return
    askedAt = performance.now()
    times += 1
    refresh()
  }
  const tick = () => {
    setTimeout(tick, 1_000 - (board.clock.now() % 1_000) + 5)
    if (document.hidden) return
    board.renderClock()
    renderState()
    rollOver()
  }
  tick()
}
