// @ts-check
import { byId, setText } from "../shared/dom.js"
import { clockTime } from "../shared/format/times.js"
import { t } from "../shared/language.js"

/** @typedef {import("./board.js").Board} Board */

/** Says in the head and in the banner how fresh the figures are. @param {Board} board */
export const makeState = (board) => {
  /** @type {{ open: boolean, stale: boolean, asked: boolean, failure: any }} */
  const now = { open: false, stale: false, asked: false, failure: undefined }

  /** @param {string} time */
  const problem = (time) => {
    const { failure, stale } = now
    if (failure === undefined) return stale ? t("stale", { time }) : ""
    const answered = failure.status > 0
    if (board.metrics() === null) return t(answered ? "first.failed" : "first.offline", { status: failure.status })
    return t(answered ? "failed" : "offline", { status: failure.status, time })
  }

  const render = () => {
    const metrics = board.metrics()
    const time = metrics === null ? "" : clockTime(metrics.server_now)
    const state = now.open && !now.stale ? "on" : now.asked ? "off" : "connecting"
    byId("pulse").dataset["state"] = state
    setText(byId("pulse-text"), t(`live.${state}`))
    setText(byId("as-of"), metrics === null ? "" : t("asof", { time }))
    byId("banner").hidden = problem(time) === ""
    setText(byId("banner-text"), problem(time))
  }

  return {
    render,
    /** @param {Partial<typeof now>} change */
    set: (change) => {
      Object.assign(now, change)
      render()
    }
  }
}
