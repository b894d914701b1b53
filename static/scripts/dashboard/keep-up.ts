import { chartWords } from "../../../words/Chart.ts"
import { sharedWords } from "../../../words/Shared.ts"
import { byId, setText } from "../shared/dom.ts"
import { addWords, onLanguage, t, translate } from "../shared/language.ts"
import { watchBuild } from "../shared/live/build.ts"
import { atAQuietMoment } from "../shared/live/quiet.ts"
import { makeRefresher } from "../shared/live/refresher.ts"
import { startLive } from "../shared/live/stream.ts"
import { keepFigures, mine } from "../shared/mine.ts"
import { checkReader } from "../shared/reader.ts"
import { request } from "../shared/request.ts"
import { goToSignIn, whoIsThere } from "../shared/session.ts"
import { startSignOut } from "../shared/sign-out.ts"
import { startSwitches } from "../shared/switches.ts"
import { startWorker } from "../shared/worker.ts"
import type { Board } from "./board.ts"
import { renderLinks } from "./entry-link.ts"
import { renderNobody } from "./nobody.ts"
import { makeState, statusOf } from "./state.ts"
import { startTicking } from "./ticking.ts"
import { makeTrend } from "./trend.ts"
import { makeUnsent } from "./unsent.ts"
import { startWall } from "./wall/wall.ts"

export { firstStep } from "./first-step.ts"

/** A shop's screens spread their requests over this many milliseconds after an event that reaches all of them. */
const spread = 4_000

/**
 * Keeps the board up to date while the page is open.
 * @param first ends with the error of the board's first load, if any
 */
export const keepUp = (board: Board, first: Promise<unknown>) => {
  addWords(sharedWords, chartWords)
  translate()
  board.setMore(renderNobody)
  const trend = makeTrend(board)
  const unsent = makeUnsent()
  let heardAt: () => number = () => Date.now()
  const state = makeState(board, () => heardAt())
  let firstTime = true
  let opened = false
  let failing = false
  const loadFigures = async () => {
    if (!firstTime) return board.load(() => request("api/metrics"))
    firstTime = false
    const error = await first
    if (error !== undefined) throw error
  }

  const refresher = makeRefresher(
    async () => {
      // The chart ends with the day that the figures name.
      const figures = await Promise.allSettled([loadFigures()])
      const outcomes = [...figures, ...await Promise.allSettled([trend.load()])]
      trend.render()
      wall?.render()
      const failed = outcomes.find((outcome) => outcome.status === "rejected")
      if (failed !== undefined) throw failed.reason
      keepFigures({ metrics: board.metrics(), days: trend.list() })
      // The figures do not wait for the number of messages.
      void unsent.load()
    },
    (failure) => {
      if (statusOf(failure) === 401) return goToSignIn(true)
      failing = failure !== undefined
      state.setLoaded(failure)
      if (failure !== undefined && !trend.drawn()) setText(byId("readout"), t("chart.failed"))
    }
  )

  startSwitches()
  trend.start(() => void refresher.now())
  const wall = board.wall ? startWall(board) : null
  const renderAll = () => {
    board.render()
    wall?.render()
    trend.render()
    state.render()
    unsent.render()
  }
  onLanguage(renderAll)

  /** Shows the figures of the last visit until there are newer ones, but not to a person whose session has ended. */
  const restoreLater = () => {
    let failure: unknown
    void first.then((error) => {
      failure = error
    })
    // After this time it is known whether the first request has failed.
    setTimeout(() => {
      const earlier = mine.figures.get()
      if (earlier === null || board.metrics() !== null || [401, 403].includes(statusOf(failure))) return
      try {
        trend.restore(earlier.days)
        board.restore(earlier.metrics)
        renderAll()
      } catch {
        // An earlier build stored the figures in another form.
        mine.figures.drop()
      }
    })
  }
  void checkReader(whoIsThere, () => {
    renderLinks()
    renderAll()
  })
  // A person who may enter signs out on the admin page.
  startSignOut("sign-in")
  restoreLater()
  byId("retry").addEventListener("click", () => void refresher.now())
  void refresher.now()
  startTicking(board, () => refresher.within(spread / 2), state.render)
  const build = watchBuild(atAQuietMoment)
  const live = startLive({
    onTick: (serverNow) => board.clock.hear(serverNow),
    onRefresh: () => refresher.within(spread),
    onReturn: () => refresher.within(document.hidden ? spread : spread / 8),
    // If only the stream is blocked, the figures can still be requested. A failed request is repeated anyway.
    onMissed: () => {
      if (!failing) refresher.within(spread)
    },
    onSignedOut: () => goToSignIn(true),
    onConnection: (connection) => {
      state.setConnection(connection)
      if (connection !== "open") return
      build.check()
      // No event tells of a change between the first answer and now.
      if (!opened) refresher.within(spread)
      opened = true
    }
  })
  heardAt = live.heardAt
  state.render()
  startWorker()
}
