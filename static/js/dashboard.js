// @ts-check
import { makeClock } from "./clock.js"
import { byId, el, setText } from "./dom.js"
import { renderCountdown, renderFigures, spokenFigure } from "./figures.js"
import { clockTime } from "./format.js"
import { addWords, translate } from "./i18n.js"
import { dashboardWords, sharedWords } from "./words.js"

/** @typedef {import("./figures.js").Metrics} Metrics */

/** An answer that took longer says little about the server's clock. */
const promptly = 2_000

/** Milliseconds that what keeps the page up to date waits for the first figures at most. */
const patience = 1_500

/** Fetched side by side once the first figures stand, not one after another as their imports would ask for them. */
const later = [
  ...["dashboard-live", "live", "refresher", "chance", "theme", "upgrade", "api", "store", "chart", "series-table"].map((name) => `js/${name}`),
  "vendor/uPlot"
]

/** The first question, put without the manners of the later ones, whose code is not there yet. @returns {Promise<any>} */
const firstAnswer = async () => {
  const response = await fetch("/api/metrics", { signal: AbortSignal.timeout(15_000) })
  if (!response.ok) throw Object.assign(new Error(`HTTP ${response.status}`), { status: response.status })
  return response.json()
}

/** The figures as last heard, and the clock they go by. */
const makeBoard = () => {
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

const start = async () => {
  addWords(sharedWords)
  addWords(dashboardWords)
  translate()
  const board = makeBoard()
  const first = board.load(firstAnswer).then(() => undefined, (error) => error)
  // The first figures come before everything else, the code that keeps them up to date included.
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, patience))])
  document.head.append(...later.map((name) => el("link", { rel: "modulepreload", href: `/static/${name}.js` })))
  const { keepUp } = await import("./dashboard-live.js")
  keepUp(board, first)
}

void start()
