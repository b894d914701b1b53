// @ts-check
import { makeCountdown } from "../../shared/countdown.js"
import { byId, setText, show } from "../../shared/dom.js"
import { currentOf } from "../../shared/entry/standing.js"
import { askOwn, takeBack } from "../../shared/entry/take-back.js"
import { dayLabel } from "../../shared/format/dates.js"
import { minutesAndSeconds } from "../../shared/format/times.js"
import { t } from "../../shared/language.js"
import { save } from "./save.js"

/** @typedef {import("../../shared/entry/take-back.js").Own} Own */

/** @typedef {import("../../shared/entry/standing.js").Standing} Standing */

/**
 * Offers to undo what the person has changed last, for as long as the server allows it.
 * @param {{
 *   who: () => Record<string, string>, chosen: () => string, done: (own: Own, after: Standing) => void,
 *   failed: (error: unknown) => void, changed: (current: Standing) => void
 * }} page `chosen` is the day that the page shows
 */
export const startUndo = ({ changed, chosen, done, failed, who }) => {
  const button = /** @type {HTMLButtonElement} */ (byId("undo"))
  /** @type {Own | null} */
  let last = null
  let asking = 0

  const drop = () => {
    asking += 1
    last = null
    countdown.stop()
    show(button, false)
  }

  const countdown = makeCountdown((seconds) => {
    if (last === null) return
    if (seconds === 0) return drop()
    const left = minutesAndSeconds(seconds)
    setText(button, last.date === chosen() ? t("undo.button", { left }) : t("undo.button.day", { day: dayLabel(last.date), left }))
  })

  button.addEventListener("click", async () => {
    if (last === null || button.disabled) return
    const own = last
    button.disabled = true
    try {
      const { after } = await takeBack(own.id, who(), save)
      drop()
      done(own, after)
    } catch (error) {
      const current = currentOf(error)
      if (current === undefined) failed(error)
      else {
        drop()
        changed(current)
      }
    }
    button.disabled = false
  })

  return {
    /** Asks what can be undone. */
    look: async () => {
      const mine = ++asking
      const own = await askOwn()
      if (mine !== asking) return
      // A confirmation has changed nothing.
      if (own === null || own.change === "confirmed") return drop()
      last = own
      show(button, true)
      countdown.start(own.seconds_left * 1000)
    },
    drop,
    relabel: countdown.look
  }
}
