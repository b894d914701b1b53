import { byId, setText } from "../shared/dom.ts"
import { leaveOutCents } from "../shared/format/money.ts"
import { clockTime } from "../shared/format/times.ts"
import { makeClock } from "../shared/live/clock.ts"
import { makeFigures, renderCutoff, spokenFigure } from "./figures.ts"
import { isAwaited, leadOf, untilAsOf } from "./metrics.ts"
import type { Period } from "./metrics.ts"
import type { Metrics } from "./metrics.ts"
import type { DayDetail } from "./metrics.ts"

/** A response that took longer does not show the server's time accurately enough. */
const promptly = 2_000

/** The newest figures, and the server's clock. */
export const makeBoard = () => {
  const wall = new URLSearchParams(location.search).has("wall")
  if (wall) leaveOutCents()
  const clock = makeClock()
  const renderFigures = makeFigures()
  let metrics: Metrics | null = null
  let detail: DayDetail | null = null
  let connected = true
  /** Whether the figures are from an earlier visit. */
  let kept = false
  let generatedDay: (period: Period) => string | null = () => null
  let renderMore: (metrics: Metrics) => void = () => undefined

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

  const load = async (ask: () => Promise<Metrics>) => {
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

  /** Who entered the leading day, and what it is compared with. */
  const loadDetail = async (ask: (date: string) => Promise<DayDetail>) => {
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
    },
    setGeneratedDay: (find: typeof generatedDay) => {
      generatedDay = find
      render()
    }
  }
}

export type Board = ReturnType<typeof makeBoard>
