import { byId, setText, show } from "../shared/dom.ts"
import { addDays, shortDate } from "../shared/format/dates.ts"
import { leaveOutCents, money } from "../shared/format/money.ts"
import { clockTime } from "../shared/format/times.ts"
import { t } from "../shared/language.ts"
import { makeClock } from "../shared/live/clock.ts"
import { cutoffLine } from "./cutoff.ts"
import { renderGoal } from "./goal.ts"
import { renderHero, spokenFigure } from "./hero.ts"
import type { Metrics } from "./metrics.ts"
import { renderRows } from "./rows.ts"

/** A response that took longer does not show the server's time accurately enough. */
const promptly = 2_000

/** After this many days without a figure, the page says when the newest one was. */
const longAgo = 14

/** The sentence of a page without recent figures. */
const emptyLine = ({ newest, today }: Metrics) =>
  newest === null || newest.date > addDays(today.date, -longAgo)
    ? ""
    : t("empty.lately", { n: longAgo, date: shortDate(newest.date), amount: money(newest.amount) })

/** The newest figures, and the server's clock. */
export const makeBoard = () => {
  const wall = new URLSearchParams(location.search).has("wall")
  if (wall) leaveOutCents()
  const clock = makeClock()
  let metrics: Metrics | null = null
  let connected = true
  /** Whether the figures are from an earlier visit. */
  let kept = false
  let renderMore: (metrics: Metrics) => void = () => undefined

  /** Updates what depends only on the clock. */
  const renderClock = () => {
    if (metrics === null) return
    const line = cutoffLine(metrics, clock.now(), connected)
    setText(byId("cutoff"), line)
    show(byId("cutoff"), line !== "")
    if (wall) setText(byId("wall-clock"), clockTime(clock.instant()).slice(0, 5))
  }

  const render = () => {
    if (metrics === null) return
    setText(byId("shop"), metrics.shop_name)
    document.title = t("page.title", { shop: metrics.shop_name })
    document.body.classList.toggle("calm-shop", metrics.counted.with_estimates)
    renderHero(metrics, kept && metrics.today.date !== clock.today(), clock.openUntil())
    renderRows(metrics)
    renderGoal(metrics)
    const empty = emptyLine(metrics)
    show(byId("empty"), empty !== "")
    setText(byId("empty"), empty)
    renderMore(metrics)
    renderClock()
  }

  const load = async (ask: () => Promise<Metrics>) => {
    const askedAt = performance.now()
    const next = await ask()
    if (!clock.known() || performance.now() - askedAt < promptly) clock.hear(next.server_now)
    clock.follow(next.today)
    const before = metrics
    metrics = next
    kept = false
    render()
    if (before !== null && spokenFigure(before) !== spokenFigure(next)) setText(byId("announcer"), spokenFigure(next))
  }

  return {
    clock,
    isKept: () => kept,
    load,
    metrics: () => metrics,
    render,
    renderClock,
    /** Shows the figures of an earlier visit until there are newer ones. */
    restore: (earlier: Metrics) => {
      clock.assume(earlier.server_now)
      clock.follow(earlier.today)
      metrics = earlier
      kept = true
      render()
    },
    wall,
    /** Sets the function that draws what is loaded after the first figures. */
    setMore: (draw: typeof renderMore) => {
      renderMore = draw
      render()
    },
    setConnected: (now: boolean) => {
      connected = now
      renderClock()
    }
  }
}

export type Board = ReturnType<typeof makeBoard>
