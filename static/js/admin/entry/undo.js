// @ts-check
import { byId, setText, show } from "../../shared/dom.js"
import { t } from "../../shared/language.js"
import { askDay, isCounted } from "./day.js"
import { save } from "./save.js"

/** Milliseconds in which a save can be undone. */
const offered = 600_000

/**
 * @typedef {{
 *   date: string, after: number | null, before: import("./day.js").Figure | null, wasClosed: boolean, who: Record<string, string>
 * }} Done a save: `after` is null where the figure was withdrawn
 */

/** Takes the save back; a generated figure does not come back, the day awaits a counted one. @param {Done} done */
const takeBack = async ({ before, date, wasClosed, who }) => {
  const reason = t("undo.reason")
  if (before !== null && isCounted(before)) return save("PUT", "turnover", { date, amount: before.amount, reason, ...who })
  await save("DELETE", `turnover/${date}`, { reason, ...who })
  if (wasClosed) await save("PUT", `days/${date}`, { closed: true, ...who })
}

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
    setText(button, t("undo.button", { left: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` }))
  }

  button.addEventListener("click", async () => {
    if (last === null || button.disabled) return
    const done = last
    button.disabled = true
    try {
      const now = await askDay(done.date)
      if (now.amount === done.after) {
        await takeBack(done)
        drop()
        report.done(done)
      } else {
        drop()
        report.changed()
      }
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
      until = Date.now() + offered
      timer = setInterval(render, 1000)
      show(button, true)
      render()
    },
    drop,
    relabel: render
  }
}
