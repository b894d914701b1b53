// @ts-check
import { request } from "./api.js"
import { makeClock } from "./clock.js"
import { byId, setText } from "./dom.js"
import { renderCountdown, renderFigures, spokenFigure } from "./figures.js"
import { clockTime } from "./format.js"
import { addWords, onLanguage, t, translate } from "./i18n.js"
import { startLive } from "./live.js"
import { makeRefresher } from "./refresher.js"
import { remembered } from "./store.js"
import { startSwitches } from "./theme.js"
import { atAQuietMoment, watchBuild } from "./upgrade.js"
import { dashboardWords, sharedWords } from "./words.js"

/** @typedef {import("./figures.js").Metrics} Metrics */

/** Milliseconds over which the screens of a shop spread their questions after a signal that all of them hear. */
const spread = 4_000

/** An answer that took longer says little about the server's clock. */
const promptly = 2_000

const choices = [7, 14, 30, 90]
const query = new URLSearchParams(location.search)
const wall = query.has("wall")
const clock = makeClock()

/** @type {Metrics | null} */
let metrics = null
let streamOpen = false
let streamStale = false
let asked = false
/** @type {any} */
let failure
/** @type {ReturnType<typeof import("./chart.js").makeChart> | null} */
let chart = null
let days = [query.get("days"), remembered.get("days")].map(Number).find((n) => choices.includes(n)) ?? (wall ? 30 : 14)

/** @param {any} error @param {string} time */
const problemOf = (error, time) => {
  if (metrics === null) return error.status > 0 ? t("first.failed", { status: error.status }) : t("first.offline")
  return error.status > 0 ? t("failed", { status: error.status, time }) : t("offline", { time })
}

const renderState = () => {
  const time = metrics === null ? "" : clockTime(metrics.server_now)
  const state = streamOpen && !streamStale ? "on" : asked ? "off" : "connecting"
  byId("pulse").dataset.state = state
  setText(byId("pulse-text"), t(`live.${state}`))
  setText(byId("as-of"), metrics === null ? "" : t("asof", { time }))
  const problem = failure !== undefined ? problemOf(failure, time) : streamStale ? t("stale", { time }) : ""
  byId("banner").hidden = problem === ""
  setText(byId("banner-text"), problem)
}

/** What changes with the clock alone. */
const renderClock = () => {
  if (metrics === null) return
  renderCountdown(metrics, clock.now())
  if (wall) setText(byId("wall-clock"), clockTime(clock.instant()).slice(0, 5))
}

const loadMetrics = async () => {
  const askedAt = Date.now()
  /** @type {Metrics} */
  const next = await request("/api/metrics")
  if (!clock.known() || Date.now() - askedAt < promptly) clock.hear(next.server_now)
  const before = metrics?.today
  metrics = next
  renderFigures(next, clock.now())
  renderClock()
  if (before !== undefined && (before.amount !== next.today.amount || before.date !== next.today.date)) {
    setText(byId("announcer"), spokenFigure(next))
  }
}

const loadSeries = async () => {
  const wanted = days
  // The figures come first: the chart's code is fetched while their answer is on its way.
  const [{ makeChart }, points] = await Promise.all([import("./chart.js"), request(`/api/series7?days=${wanted}`)])
  chart ??= makeChart()
  if (wanted === days) chart.show(points)
}

const refresher = makeRefresher(
  async () => {
    const outcomes = await Promise.allSettled([loadMetrics(), loadSeries()])
    asked = true
    const failed = outcomes.find((outcome) => outcome.status === "rejected")
    if (failed !== undefined) throw failed.reason
  },
  (error) => {
    failure = error
    if (error !== undefined && chart === null) setText(byId("readout"), t("chart.failed"))
    renderState()
  }
)

/** Midnight and the cutoff pass by the server's clock; each is asked about once, then at growing intervals. */
const makeRollover = () => {
  let askedAt = 0
  let times = 0
  return () => {
    if (metrics === null) return
    const due = clock.today() !== metrics.today.date || clock.now() >= Date.parse(metrics.next_cutoff)
    if (!due) {
      times = 0
      return
    }
    if (times > 0 && Date.now() - askedAt < Math.min(60_000, 4_000 * 2 ** times)) return
    askedAt = Date.now()
    times += 1
    refresher.within(spread / 2)
  }
}

const startTicking = () => {
  const rollover = makeRollover()
  const tick = () => {
    setTimeout(tick, 1_000 - (clock.now() % 1_000) + 5)
    if (document.hidden) return
    renderClock()
    rollover()
  }
  tick()
}

const startRange = () => {
  for (const input of byId("days").querySelectorAll("input")) {
    input.checked = Number(input.value) === days
    input.addEventListener("change", () => {
      days = Number(input.value)
      remembered.set("days", input.value)
      void refresher.now()
    })
  }
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

const start = () => {
  addWords(sharedWords)
  addWords(dashboardWords)
  translate()
  startSwitches()
  startRange()
  if (wall) startWall()
  onLanguage(() => {
    if (metrics !== null) renderFigures(metrics, clock.now())
    chart?.relabel()
    renderState()
  })
  byId("retry").addEventListener("click", () => void refresher.now())
  void refresher.now()
  startTicking()
  const build = watchBuild((reload) => atAQuietMoment(reload))
  startLive({
    onTick: (serverNow) => clock.hear(serverNow),
    onRefresh: () => refresher.within(spread),
    onReturn: () => refresher.within(document.hidden ? spread : spread / 8),
    onStale: (stale) => {
      streamStale = stale
      renderState()
    },
    onOpen: (open) => {
      streamOpen = open
      asked = true
      renderState()
      if (open) void build.check()
    }
  })
}

start()
