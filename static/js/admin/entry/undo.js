// @ts-check
import { byId, setText, show } from "../../shared/dom.js"
import { isCounted } from "../../shared/entry/day.js"
import { minutesAndSeconds, takeBack, undoable } from "../../shared/entry/take-back.js"
import { t } from "../../shared/language.js"
import { save } from "./save.js"

/** @typedef {import("../../shared/entry/take-back.js").Done} Done */

/** @param {{ done: (done: Done) => void, failed: (error: unknown) => void, changed: () => void }} report */
export const startUndo = (report) => {
  const button = /** @type {HTMLButtonElement} */ (byId("undo"))
  /** @type {Done | null} */
  let last = null
  let until = 0
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer

  const drop = () => {
    last = null
    clearInterval(timer)
    show(button, false)
  }

  const render = () => {
    if (last === null) return
    const left = Math.ceil((until - Date.now()) / 1000)
    if (left <= 0) return drop()
    setText(button, t("undo.button", { left: minutesAndSeconds(left) }))
  }

  button.addEventListener("click", async () => {
    if (last === null || button.disabled) return
    const done = last
    button.disabled = true
    try {
      const undone = await takeBack(done, save)
      drop()
      if (undone) report.done(done)
      else report.changed()
    } catch (error) {
      report.failed(error)
    }
    button.disabled = false
  })

  return {
    /** @param {Done} done */
    offer: (done) => {
      drop()
      if (done.after === null && !isCounted(done.before)) return
      last = done
      until = Date.now() + undoable
      timer = setInterval(render, 1000)
      show(button, true)
      render()
    },
    drop,
    relabel: render
  }
}
