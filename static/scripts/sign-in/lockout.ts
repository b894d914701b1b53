import { makeCountdown } from "../shared/countdown.ts"
import { byId, offerFocus } from "../shared/dom.ts"
import { minutesAndSeconds } from "../shared/format/times.ts"
import { t } from "../shared/language.ts"
import { say } from "../shared/result.ts"

/** `1:05` or `42 s`. */
const left = (seconds: number) => seconds < 60 ? t("gate.seconds", { n: seconds }) : minutesAndSeconds(seconds)

/** Counts down until a password may be tried again; the button is disabled meanwhile. */
export const startLockout = () => {
  const button = byId("gate-send") as HTMLButtonElement
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

  return (seconds: number) => countdown.start(seconds * 1000)
}
