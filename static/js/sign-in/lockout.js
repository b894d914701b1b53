// @ts-check
import { makeCountdown } from "../shared/countdown.js"
import { byId, offerFocus } from "../shared/dom.js"
import { minutesAndSeconds } from "../shared/format/times.js"
import { t } from "../shared/language.js"
import { say } from "../shared/result.js"

/** `1:05` or `42 s`. @param {number} seconds */
const left = (seconds) => seconds < 60 ? t("gate.seconds", { n: seconds }) : minutesAndSeconds(seconds)

/** Counts down until a password may be tried again; the button is disabled meanwhile. */
export const startLockout = () => {
  const button = /** @type {HTMLButtonElement} */ (byId("gate-send"))
  const result = byId("gate-result")
  const countdown = makeCountdown((seconds) => {
    button.disabled = seconds > 0
    if (seconds > 0) {
      say(result, "bad", () => t("gate.throttled", { left: left(seconds) }))
      // A screen reader reads it once, not each second.
      setTimeout(() => result.setAttribute("aria-live", "off"), 500)
      return
    }
    say(result, "none")
    result.removeAttribute("aria-live")
    offerFocus(byId("token"))
  })

  /** @param {number} seconds */
  return (seconds) => countdown.start(seconds * 1000)
}
