import { byId, setText, show } from "../shared/dom.ts"
import { fullDate, shortDate } from "../shared/format/dates.ts"
import { clockTime, hourMinute } from "../shared/format/times.ts"
import { t } from "../shared/language.ts"
import type { Connection } from "../shared/live/stream.ts"
import type { Board } from "./board.ts"

/** `12 秒前`. */
const age = (milliseconds: number) => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 60) return t("age.seconds", { n: seconds })
  return seconds < 3600 ? t("age.minutes", { n: Math.floor(seconds / 60) }) : t("age.hours", { n: Math.floor(seconds / 3600) })
}

/** The HTTP status with which the figures were refused; 0 without a response, and where nothing failed. */
export const statusOf = (failure: unknown): number =>
  failure instanceof Error && "status" in failure && typeof failure.status === "number" ? failure.status : 0

/**
 * Shows in the head and in the banner how old the figures are.
 * @param heardAt when the server was last heard, by the browser's clock
 */
export const makeState = (board: Board, heardAt: () => number) => {
  const now: { connection: Connection | "new"; failure: unknown } = { connection: "new", failure: undefined }
  /** Whether the connection was lost and the figures have not been loaded since. */
  let behind = false
  /** The instant of the server up to which the figures are known to be right. */
  let goodUntil = ""
  /** The message in the banner. */
  let said = ""

  const live = () => now.connection === "open" && !behind && now.failure === undefined && !board.isKept()

  const problem = () => {
    const { connection, failure } = now
    const status = statusOf(failure)
    if (board.metrics() === null) return failure === undefined ? "" : t(status > 0 ? "first.failed" : "first.offline", { status })
    // A stream that ended may come back at once. A visible banner stays until the figures are loaded.
    if (failure === undefined && board.isKept()) return t("figures.asked")
    if (failure === undefined && connection !== "lost" && !(behind && said !== "")) return ""
    return status > 0 ? t("failed", { status }) : t("lost")
  }

  /** The time, with the date if the shop has another date now. */
  const stamp = (timeOf: (instant: string) => string) => {
    const date = goodUntil.slice(0, 10)
    return date === board.clock.wallDate() ? timeOf(goodUntil) : `${shortDate(date)} ${hourMinute(goodUntil)}`
  }

  const render = () => {
    const metrics = board.metrics()
    const state = live() ? "on" : now.connection === "new" ? "connecting" : "off"
    if (metrics !== null && live()) goodUntil = board.clock.instant(heardAt())
    if (metrics !== null && goodUntil === "") goodUntil = metrics.server_now
    byId("pulse").dataset["state"] = state
    setText(byId("pulse-text"), t(`live.${state}`))
    setText(byId("as-of"), metrics === null ? "" : `· ${stamp(hourMinute)}`)
    setText(byId("printed"), metrics === null ? "" : t("printed", { date: fullDate(goodUntil.slice(0, 10)), time: hourMinute(goodUntil) }))
    said = problem()
    const old = said !== "" && metrics !== null
    show(byId("banner"), said !== "")
    setText(byId("banner-text"), said)
    setText(byId("banner-age"),
      old ? t("figures.from", { time: stamp(clockTime), age: age(board.clock.now() - Date.parse(goodUntil)) }) : "")
    document.body.classList.toggle("lost", old)
    board.setConnected(state !== "off")
  }

  return {
    render,
    setConnection: (connection: typeof now.connection) => {
      behind = now.connection !== "new" || connection !== "open"
      now.connection = connection
      render()
    },
    /** The outcome of the last attempt to load the figures. */
    setLoaded: (failure: unknown) => {
      now.failure = failure
      if (failure === undefined) {
        behind = false
        goodUntil = board.clock.instant()
      }
      render()
    }
  }
}
