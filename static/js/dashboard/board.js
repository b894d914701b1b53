// @ts-check
import { byId, setText } from "../shared/dom.js"
import { leaveOutCents } from "../shared/format/money.js"
import { clockTime } from "../shared/format/times.js"
import { makeClock } from "../shared/live/clock.js"
import { makeFigures, renderCutoff, spokenFigure } from "./figures.js"
import { isAwaited, leadOf, untilAsOf } from "./metrics.js"

/**
 * @typedef {import("./metrics.js").Metrics} Metrics
 * @typedef {import("./metrics.js").DayDetail} DayDetail
 */

/** A response that took longer does not show the server's time accurately enough. */
const promptly = 2_000

/** The newest figures, and the server's clock. */
export const makeBoard = () => {
  const wall = new URLSearchParams(location.search).has("wall")
  if (wall) leaveOutCents()
  const clock = makeClock()
  const renderFigures = makeFigures()
  /** @type {Metrics | null} */
  let metrics = null
  /** @type {DayDetail | null} */
  let detail = null
  let connected = true
  /** Whether the figures are from an earlier visit. */
  let kept = false
  /** @type {(period: import("./metrics.js").Period) => string | null} */
  let generatedDay = () => null
  /** @type {(metrics: Metrics) => void} */
  let renderMore = () => undefined

  /** Updates what depends only on the clock. */
  const renderClock = () => {
    if (metrics === null) return
    renderCutoff(metrics, clock.now(), connected, clock.openUntil())
    if (wall) setText(byId("wall-clock"), clockTime(clock.instant()).slice(0, 5))
  }

  const render = () => {
    if (metrics === null) return
    const isOtherDay = kept && metrics.today.date !== clock.today()
    renderFigures(metrics, detail?.date === leadOf(metrics).date ? detail : null, generatedDay, isOtherDay)
    renderMore(metrics)
    renderClock()
  }

  /** @param {() => Promise<Metrics>} ask */
  const load = async (ask) => {
    const askedAt = performance.now()
    const next = await ask()
    untilAsOf(next)
    if (!clock.known() || performance.now() - askedAt < promptly) clock.hear(next.server_now)
    clock.follow(next.today)
    const before = metrics
    metrics = next
    kept = false
    render()
    if (before === null) return
    const [was, is] = [leadOf(before), leadOf(next)]
    if (was.amount !== is.amount || was.date !== is.date) setText(byId("announcer"), spokenFigure(next))
  }

  /** Who entered the leading day, and what it is compared with. @param {(date: string) => Promise<DayDetail>} ask */
  const loadDetail = async (ask) => {
    if (metrics === null) return
    const lead = leadOf(metrics)
    if (lead.amount === null && !isAwaited(metrics)) return
    detail = await ask(lead.date)
    render()
  }

  return {
    clock,
    detail: () => detail,
    isKept: () => kept,
    load,
    loadDetail,
    metrics: () => metrics,
    render,
    renderClock,
    /** Shows the figures of an earlier visit until there are newer ones. @param {Metrics} earlier */
    restore: (earlier) => {
      clock.assume(earlier.server_now)
      clock.follow(earlier.today)
      metrics = earlier
      kept = true
      render()
    },
    wall,
    /** Sets the function that draws what is loaded after the first figures. @param {typeof renderMore} draw */
    setMore: (draw) => {
      renderMore = draw
      render()
    },
    /** @param {boolean} now */
    setConnected: (now) => {
      connected = now
      renderClock()
    },
    /** @param {typeof generatedDay} find */
    setGeneratedDay: (find) => {
      generatedDay = find
      render()
    }
  }
}

/** @typedef {ReturnType<typeof makeBoard>} Board */
