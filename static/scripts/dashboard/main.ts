import { comparedWords } from "../../../words/Compared.ts"
import { dashboardWords } from "../../../words/Dashboard.ts"
import { headWords } from "../../../words/Head.ts"
import { holidayWords } from "../../../words/Holidays.ts"
import { addWords, translate } from "../shared/language.ts"
import { upTo } from "../shared/live/chance.ts"
import { makeBoard } from "./board.ts"
import { isWall, renderLinks } from "./entry-link.ts"
import type { Metrics } from "./metrics.ts"

/** How many milliseconds the code that keeps the page up to date waits at most for the first figures. */
const patience = 1_500

/** Milliseconds before a reload if the rest of the page's code is missing. It is random, because a shop may have many screens. */
const reloadAfter = 10_000

/** The first request. Later requests retry and back off; their code is loaded after this one. */
const firstAnswer = async (): Promise<Metrics> => {
  const response = await fetch("api/metrics", { signal: AbortSignal.timeout(15_000) })
  if (!response.ok) throw Object.assign(new Error(`HTTP ${response.status}`), { status: response.status })
  return response.json()
}

/**
 * An upgrade or a lost connection has come between the page and the rest of its code. A browser may cache a failed import, so the
 * page is reloaded.
 */
const loadAgain = async () => {
  let answers = false
  while (!answers) {
    await new Promise((resolve) => setTimeout(resolve, reloadAfter + upTo(reloadAfter)))
    answers = await fetch(location.pathname, { method: "HEAD" }).then(({ ok }) => ok, () => false)
  }
  location.reload()
}

const later = () => import("./keep-up.ts")

const start = async () => {
  addWords(headWords, dashboardWords, comparedWords, holidayWords)
  translate()
  renderLinks()
  const { dataset } = document.documentElement
  if (dataset.first === "" && !isWall()) {
    if (await later().then(({ firstStep }) => firstStep(), () => false)) return
    delete dataset.first
  }
  const board = makeBoard()
  const first = board.load(firstAnswer).then(() => undefined, (error) => error)
  // The first figures come before everything else, even before the code that keeps them up to date.
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, patience))])
  await later().then(({ keepUp }) => keepUp(board, first), loadAgain)
}

void start()
