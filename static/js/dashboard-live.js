// @ts-check
import { request } from "./api.js"
import { byId, setText, stylesheet } from "./dom.js"
import { clockTime } from "./format.js"
import { onLanguage, t } from "./i18n.js"
import { startLive } from "./live.js"
import { makeRefresher } from "./refresher.js"
import { remembered } from "./store.js"
import { startSwitches } from "./theme.js"
import { atAQuietMoment, watchBuild } from "./upgrade.js"

/** @typedef {import("./dashboard.js").Board} Board */

/** Milliseconds over which the screens of a shop spread their questions after a signal that all of them hear. */
const spread = 4_000

const choices = [7, 14, 30, 90]

/** The chart and its range; its code is fetched while the days are on their way. @param {boolean} wall */
const makeTrend = (wall) => {
  const asked = new URLSearchParams(location.search).get("days")
  let days = [asked, remembered.get("days")].map(Number).find((n) => choices.includes(n)) ?? (wall ? 30 : 14)
  /** @type {ReturnType<typeof import("./chart.js").makeChart> | null} */
  let chart = null

  return {
    load: async () => {
      const wanted = days
      const [{ makeChart }, points] = await Promise.all([
        import("./chart.js"),
        request(`/api/series7?days=${wanted}`),
        stylesheet("/static/vendor/uPlot.css")
      ])
      chart ??= makeChart()
      if (wanted === days) chart.show(points)
    },
    drawn: () => chart !== null,
    relabel: () => chart?.relabel(),
    /** @param {() => void} changed */
    start: (changed) => {
      const range = /** @type {HTMLFieldSetElement} */ (byId("days"))
      range.disabled = false
      for (const input of range.querySelectorAll("input")) {
        input.checked = Number(input.value) === days
        input.addEventListener("change", () => {
          days = Number(input.value)
          remembered.set("days", input.value)
          changed()
        })
      }
    }
  }
}

/** Says in the head and in the banner how fresh the figures are. @param {Board} board */
const makeState = (board) => {
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

/**
 * Midnight and the cutoff pass by the server's clock; each is asked about soon after, then at growing intervals until the
 * figures have followed. @param {Board} board @param {() => void} refresh
 */
const startTicking = (board, refresh) => {
  let askedAt = 0
  let times = 0
  const rollOver = () => {
    const metrics = board.metrics()
    if (metrics === null) return
    const due = board.clock.today() !== metrics.today.date || board.clock.now() >= Date.parse(metrics.next_cutoff)
    if (!due) {
      times = 0
      return
    }
    if (times > 0 && Date.now() - askedAt < Math.min(60_000, 4_000 * 2 ** times)) return
    askedAt = Date.now()
    times += 1
    refresh()
  }
  const tick = () => {
    setTimeout(tick, 1_000 - (board.clock.now() % 1_000) + 5)
    if (document.hidden) return
    board.renderClock()
    rollOver()
  }
  tick()
}

const startWall = () => {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") location.assign("/")
  })
  const keepAwake = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => undefined)
  }
  document.addEventListener("visibilitychange", keepAwake)
  keepAwake()
}

/**
 * Keeps the board right for as long as the page is open.
 * @param {Board} board @param {Promise<unknown>} first ends with the error of the board's first load, if any
 */
export const keepUp = (board, first) => {
  const trend = makeTrend(board.wall)
  const state = makeState(board)
  let firstTime = true
  const loadFigures = async () => {
    if (!firstTime) return board.load(() => request("/api/metrics"))
    firstTime = false
    const error = await first
    if (error !== undefined) throw error
  }

  const refresher = makeRefresher(
    async () => {
      const outcomes = await Promise.allSettled([loadFigures(), trend.load()])
      const failed = outcomes.find((outcome) => outcome.status === "rejected")
      if (failed !== undefined) throw failed.reason
    },
    (failure) => {
      state.set({ asked: true, failure })
      if (failure !== undefined && !trend.drawn()) setText(byId("readout"), t("chart.failed"))
    }
  )

  startSwitches()
  trend.start(() => void refresher.now())
  if (board.wall) startWall()
  onLanguage(() => {
    board.render()
    trend.relabel()
    state.render()
  })
  byId("retry").addEventListener("click", () => void refresher.now())
  void refresher.now()
  startTicking(board, () => refresher.within(spread / 2))
  const build = watchBuild(atAQuietMoment)
  startLive({
    onTick: (serverNow) => board.clock.hear(serverNow),
    onRefresh: () => refresher.within(spread),
    onReturn: () => refresher.within(document.hidden ? spread : spread / 8),
    onStale: (stale) => state.set({ stale }),
    onOpen: (open) => {
      state.set({ open, asked: true })
      if (open) build.check()
    }
  })
  state.render()
}
