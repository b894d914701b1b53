import { comparedWords } from "../../../words/Compared.ts"
import { historyWords } from "../../../words/History.ts"
import { holidayWords } from "../../../words/Holidays.ts"
import { rangeWords } from "../../../words/Range.ts"
import { sharedWords } from "../../../words/Shared.ts"
import { byId, setText, show } from "../shared/dom.ts"
import { isDate } from "../shared/format/dates.ts"
import { addWords, onLanguage, t, translate } from "../shared/language.ts"
import { watchBuild } from "../shared/live/build.ts"
import { atAQuietMoment } from "../shared/live/quiet.ts"
import { makeRefresher } from "../shared/live/refresher.ts"
import { startLive } from "../shared/live/stream.ts"
import { checkReader, renderBar } from "../shared/reader.ts"
import { ApiError } from "../shared/request.ts"
import { goToSignIn, whoIsThere } from "../shared/session.ts"
import { startSwitches } from "../shared/switches.ts"
import { startWorker } from "../shared/worker.ts"
import { searchOf, viewIn, viewOfDay, within } from "./address.ts"
import type { View } from "./address.ts"
import { makeDrawing } from "./drawing.ts"
import { inPlace } from "./focus.ts"
import { followLinks } from "./link.ts"
import { areSame, isOver, load } from "./load.ts"
import type { Known } from "./load.ts"
import { reachOf } from "./past.ts"

addWords(sharedWords, comparedWords, historyWords, holidayWords, rangeWords)
translate()
startSwitches()
renderBar()

let known: Known | null = null
/** The data that is drawn. */
let drawn: Known | null = null
/** Why the days could not be loaded. */
let fault: unknown = null
let view: View | null = null
/** When the days were last requested, by the browser's clock. */
let askedAt = 0

/** Milliseconds for which the days stay valid while the person is away. */
const patience = 5_000

/** A shop's screens spread their requests over this many milliseconds after an event that reaches all of them. */
const spread = 4_000

const go = (next: View, how: "push" | "replace" = dayOf(next) !== null && dayOf(view) !== null ? "replace" : "push") => {
  if (known === null) return
  view = within(next, reachOf(known.past))
  const address = searchOf(view, location.search)
  if (how === "push") history.pushState(null, "", address)
  else history.replaceState(history.state, "", address)
  drawing.show(known, view, true)
}

const dayOf = (view: View | null) => view?.kind === "month" ? view.day : null

const drawing = makeDrawing(go)

const render = () => {
  show(byId("failed"), fault !== null)
  if (fault !== null) {
    const status = fault instanceof ApiError ? fault.status : 0
    setText(byId("why"),
      [t(status > 0 ? "history.failed" : "history.offline", { status }), known === null ? "" : t("history.old")].join(" ").trim())
  }
  // Without days, headings and buttons would have no text.
  if (known === null || view === null) return show(byId("shown"), fault === null)
  drawn = known
  drawing.show(known, view, false)
  byId("shown").setAttribute("aria-busy", "false")
}

const refresher = makeRefresher(async () => {
  askedAt = Date.now()
  const next = await load()
  if (known !== null && areSame(known, next)) return
  known = next
  drawing.forget()
  view = within(view ?? viewIn(location.search, known.past.today), reachOf(known.past))
}, (error) => {
  if (error instanceof ApiError && error.status === 401) return goToSignIn(true)
  const before = fault
  fault = error ?? null
  if (fault !== before || known !== drawn) inPlace(render)
})

addEventListener("popstate", () => {
  if (known === null) return
  view = within(viewIn(location.search, known.past.today), reachOf(known.past))
  drawing.show(known, view, true)
})
/** Loads the days again when a person comes back to the page, from the entry of a day or after some time. */
const comeBack = () => {
  if (document.hidden || Date.now() - askedAt < patience) return
  drawing.forget()
  void refresher.now()
}
document.addEventListener("visibilitychange", comeBack)
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) comeBack()
})
followLinks((next) => go(next))
byId("retry").addEventListener("click", () => void refresher.now())
byId("jump").addEventListener("change", () => {
  const { max, min, value } = byId("jump") as HTMLInputElement
  if (isDate(value) && value >= min && value <= max) go(viewOfDay(value))
})
onLanguage(render)
void checkReader(whoIsThere, () => {
  renderBar()
  render()
})
void refresher.now()
const build = watchBuild(atAQuietMoment)
/** A hidden page loads the days once it becomes visible. */
const soon = () => {
  if (!document.hidden) refresher.within(spread)
}
startLive({
  // Events come with changes and on the hour, but a day may end at any minute.
  onTick: (serverNow) => {
    if (known !== null && isOver(known, serverNow)) soon()
  },
  onRefresh: soon,
  onReturn: () => {
    if (!document.hidden && Date.now() - askedAt >= patience) refresher.within(spread / 8)
  },
  // A failed request is repeated anyway.
  onMissed: () => {
    if (fault === null) soon()
  },
  onSignedOut: () => goToSignIn(true),
  onConnection: (connection) => {
    if (connection === "open") build.check()
  }
})
startWorker()
