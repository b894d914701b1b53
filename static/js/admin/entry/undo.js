// @ts-check
import { makeCountdown } from "../../shared/countdown.js"
import { byId, setText, show } from "../../shared/dom.js"
import { currentOf } from "../../shared/entry/standing.js"
import { openOffer, takeBack } from "../../shared/entry/take-back.js"
import { minutesAndSeconds } from "../../shared/format/times.js"
import { t } from "../../shared/language.js"
import { mine } from "../../shared/mine.js"
import { save } from "./save.js"

/** @typedef {import("../../shared/entry/take-back.js").Done} Done */

/** @typedef {import("../../shared/entry/standing.js").Standing} Standing */

/** @param {{ done: (done: Done, after: Standing) => void, failed: (error: unknown) => void, changed: (current: Standing) => void }} report */
export const startUndo = (report) => {
  const button = /** @type {HTMLButtonElement} */ (byId("undo"))
  /** @type {Done | null} */
  let last = null

  const drop = () => {
    last = null
    countdown.stop()
    kept.drop()
    show(button, false)
  }

  /** @type {import("../../shared/mine.js").Kept<import("../../shared/entry/take-back.js").Offer<Done>>} */
  const kept = mine.adminUndo

  const countdown = makeCountdown((left) => {
    if (last === null) return
    if (left === 0) drop()
    else setText(button, t("undo.button", { left: minutesAndSeconds(left) }))
  })

  /** @param {import("../../shared/entry/take-back.js").Offer<Done>} offer */
  const open = ({ done, until }) => {
    last = done
    show(button, true)
    countdown.start(until - Date.now())
  }

  button.addEventListener("click", async () => {
    if (last === null || button.disabled) return
    const done = last
    button.disabled = true
    try {
      const { after } = await takeBack(done, save)
      drop()
      report.done(done, after)
    } catch (error) {
      const current = currentOf(error)
      if (current === undefined) report.failed(error)
      else {
        drop()
        report.changed(current)
      }
    }
    button.disabled = false
  })

  const interrupted = openOffer(kept)
  if (interrupted !== null) open(interrupted)

  return {
    /** @param {Done} done @param {number} milliseconds for how long; 0 where it would be refused */
    offer: (done, milliseconds) => {
      drop()
      if (milliseconds === 0) return
      const offer = { done, until: Date.now() + milliseconds }
      kept.keep(offer)
      open(offer)
    },
    drop,
    relabel: countdown.look
  }
}
