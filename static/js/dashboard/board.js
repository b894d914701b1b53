// @ts-check
import { byId, setText } from "../shared/dom.js"
import { clockTime } from "../shared/format/times.js"
import { makeClock } from "../shared/live/clock.js"
import { renderCountdown, renderFigures, spokenFigure } from "./figures.js"

/** @typedef {import("./figures.js").Metrics} Metrics */

/** An answer that took longer says little about the server's clock. */
const promptly = 2_000

/** The figures as last heard, and the clock they go by. */
export const makeBoard = () => {
  const wall = new URLSearchParams(location.search).has("wall")
  const clock = makeClock()
  /** @type {Metrics | null} */
  let metrics = null

  /** What changes with the clock alone. */
  const renderClock = () => {
    if (metrics === null) return
    renderCountdown(metrics, clock.now())
    if (wall) setText(byId("wall-clock"), clockTime(clock.instant()).slice(0, 5))
  }

  const render = () => {
    if (metrics === null) return
    renderFigures(metrics, clock.now())
    renderClock()
  }

  /** @param {() => Promise<Metrics>} ask */
  const load = async (ask) => {
    const askedAt = Date.now()
    const next = await ask()
    if (!clock.known() || Date.now() - askedAt < promptly) clock.hear(next.server_now)
    const before = metrics?.today
    metrics = next
    render()
    if (before !== undefined && (before.amount !== next.today.amount || before.date !== next.today.date)) {
      setText(byId("announcer"), spokenFigure(next))
    }
  }

  return { clock, load, metrics: () => metrics, render, renderClock, wall }
}

/** @typedef {ReturnType<typeof makeBoard>} Board */
