// @ts-check
import { dashboardWords } from "../../../words/Dashboard.ts"
import { headWords } from "../../../words/Head.ts"
import { addWords, translate } from "../shared/language.js"
import { upTo } from "../shared/live/chance.js"
import { makeBoard } from "./board.js"
import { renderReader } from "./reader.js"

/** Milliseconds that what keeps the page up to date waits for the first figures at most. */
const patience = 1_500

/** Milliseconds before the page is loaded again where the rest of its code is missing; spread, for a shop has many screens. */
const reloadAfter = 10_000

/** The first request. Later ones retry and back off; their code is loaded after it. @returns {Promise<any>} */
const firstAnswer = async () => {
  const response = await fetch("/api/metrics", { signal: AbortSignal.timeout(15_000) })
  if (!response.ok) throw Object.assign(new Error(`HTTP ${response.status}`), { status: response.status })
  return response.json()
}

/** An upgrade or a cut came between the page and the rest of its code. A browser may remember a failed import, so the page is loaded again. */
const loadAgain = async () => {
  let answers = false
  while (!answers) {
    await new Promise((resolve) => setTimeout(resolve, reloadAfter + upTo(reloadAfter)))
    answers = await fetch(location.pathname, { method: "HEAD" }).then(({ ok }) => ok, () => false)
  }
  location.reload()
}

const start = async () => {
  addWords(headWords, dashboardWords)
  translate()
  renderReader()
  const board = makeBoard()
  const first = board.load(firstAnswer).then(() => undefined, (error) => error)
  // The first figures come before everything else, the code that keeps them up to date included.
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, patience))])
  await import("./keep-up.js").then(({ keepUp }) => keepUp(board, first), loadAgain)
}

void start()
