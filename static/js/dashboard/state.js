// @ts-check
import { byId, setText, show } from "../shared/dom.js"
import { clockTime, hourMinute } from "../shared/format/times.js"
import { t } from "../shared/language.js"

/** @typedef {import("./board.js").Board} Board */

/** Milliseconds for which a cut stream may come back before the page speaks of it. */
const grace = 3_000

/** `12 秒前`. @param {number} milliseconds */
const age = (milliseconds) => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 60) return t("age.seconds", { n: seconds })
  return seconds < 3600 ? t("age.minutes", { n: Math.floor(seconds / 60) }) : t("age.hours", { n: Math.floor(seconds / 3600) })
}

/** Says in the head and in the banner how fresh the figures are. @param {Board} board */
export const makeState = (board) => {
  /** @type {{ open: boolean, stale: boolean, asked: boolean, failure: any }} */
  const now = { open: false, stale: false, asked: false, failure: undefined }
  let lost = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting
  /** The server's instant until which the figures are known to be right. */
  let goodUntil = ""

  const live = () => now.open && !now.stale && now.failure === undefined

  /** @returns {{ said: string, old: string }} */
  const problem = () => {
    const { failure, stale } = now
    const status = failure?.status ?? 0
    if (board.metrics() === null)
      return { said: failure === undefined ? "" : t(status > 0 ? "first.failed" : "first.offline", { status }), old: "" }
    if (failure === undefined && !stale && !lost) return { said: "", old: "" }
    const old = t("figures.from", { time: clockTime(goodUntil), age: age(board.clock.now() - Date.parse(goodUntil)) })
    return { said: status > 0 ? t("failed", { status }) : t("lost"), old }
  }

  const render = () => {
    const metrics = board.metrics()
    const state = live() ? "on" : now.asked ? "off" : "connecting"
    if (metrics !== null && (live() || goodUntil === "")) goodUntil = goodUntil === "" ? metrics.server_now : board.clock.instant()
    byId("pulse").dataset["state"] = state
    setText(byId("pulse-text"), t(`live.${state}`))
    setText(byId("as-of"), metrics === null ? "" : `· ${hourMinute(goodUntil)}`)
    const { old, said } = problem()
    show(byId("banner"), said !== "")
    setText(byId("banner-text"), said)
    setText(byId("banner-age"), old)
    document.body.classList.toggle("lost", said !== "" && metrics !== null)
    board.setConnected(state !== "off")
  }

  return {
    render,
    /** @param {Partial<typeof now>} change */
    set: (change) => {
      Object.assign(now, change)
      if (now.open || !now.asked) {
        clearTimeout(waiting)
        waiting = undefined
        lost = false
      } else {
        waiting ??= setTimeout(() => {
          lost = true
          render()
        }, grace)
      }
      render()
    }
  }
}
