// @ts-check
import { money } from "../format/money.js"
import { t } from "../language.js"
import { figureOf } from "./day.js"
import { standingSentence } from "./standing.js"
import { told } from "./told.js"

/** @typedef {import("./standing.js").Standing} Standing */

/**
 * @typedef {{ current: Standing, amount: number | null, seen: import("./day.js").Day, today: string }} Conflict
 * `current` stands there, `seen` was on the page as `amount` was typed; null where only the mark was to change
 */

/** @param {Conflict & { amount: number }} conflict @returns {() => import("./question.js").Wording} */
const words = ({ amount, current, seen, today }) => () => {
  const shown = figureOf(seen)
  const isEmpty = current.amount === null
  const values = { amount: money(amount), stands: standingSentence(current, today) }
  return {
    title: t(isEmpty ? "conflict.enter" : "conflict.change", values),
    detail: (shown === null ? t("conflict.seen.none") : t("conflict.seen", { amount: money(shown.amount) })) +
      t(isEmpty ? "conflict.unsaved.enter" : "conflict.unsaved.change", { told: told(seen) }),
    yes: t(isEmpty ? "entry.enter" : "entry.change", values),
    no: isEmpty ? t("conflict.no.none") : t("conflict.no", { amount: money(current.amount) })
  }
}

/**
 * Asks whether to overwrite a figure that the page has not shown. The safe answer keeps that figure.
 * @param {Conflict} conflict
 * @param {{ ask: ReturnType<typeof import("./question.js").makeQuestion>["ask"], say: (outcome: "good" | "bad", sentence: () => string) => void }} page
 * @returns {Promise<boolean | null>} true: save; false: what stands there stays; null: it is not decided
 */
export const askAgain = async ({ amount, current, seen, today }, { ask, say }) => {
  const stands = () => standingSentence(current, today)
  if (amount === null) {
    say("bad", () => t("conflict.look", { stands: stands() }))
    return null
  }
  const isSame = current.amount === amount && current.source !== "generated"
  const answer = isSame ? false : await ask(words({ amount, current, seen, today }), true)
  if (answer === false) say("good", () => t(isSame ? "conflict.same" : "conflict.kept", { stands: stands() }))
  return answer
}
