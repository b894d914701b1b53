// @ts-check
import { startLive } from "../shared/live/stream.js"
import { goToSignIn } from "../shared/session.js"

/** Milliseconds from one look at the clock to the next. */
const lookEvery = 10_000

/**
 * Keeps the page right for as long as it is open: it follows the changes of others, the cutoff and midnight.
 * @param {{ clock: import("../shared/live/clock.js").Clock, refresh: () => void, look: () => void }} page
 */
export const keepUp = ({ clock, look, refresh }) => {
  startLive({
    onTick: (serverNow) => {
      clock.hear(serverNow)
      look()
    },
    onRefresh: refresh,
    onReturn: () => {
      if (!document.hidden) refresh()
    },
    onSignedOut: () => goToSignIn(true),
    onConnection: () => undefined
  })
  setInterval(look, lookEvery)
}
