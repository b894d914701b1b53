// @ts-check
import { actorName } from "../actor.js"
import { money } from "../format/money.js"
import { t } from "../language.js"
import { figureOf } from "./day.js"
import { standingSentence } from "./standing.js"
import { told } from "./told.js"

/** @typedef {import("./standing.js").Standing} Standing */

/** Milliseconds for which a figure was stored just now. */
const justNow = 10 * 60_000

/**
 * @typedef {{
 *   current: Standing, amount: number | null, seen: Pick<import("./day.js").Day, "amount" | "source" | "is_final"> | null, group: boolean,
 *   today: string, now: string
 * }} Conflict
 * `current` stands there, `seen` was on the page as `amount` was typed, which is null where only the mark was to change; `now` is the
 * server's time
 */

/** `阿强刚录了 ¥4,777.70`, or with its time. @param {Pick<Conflict, "current" | "today" | "now">} conflict */
const whatStands = ({ current, now, today }) => {
  const { amount, at, by, source } = current
  return amount !== null && source === "manual" && by !== null && at !== null && Date.parse(now) - Date.parse(at) < justNow
    ? t("conflict.just", { by: actorName(by), amount: money(amount) })
    : standingSentence(current, today)
}

/** @param {Conflict & { amount: number }} conflict @returns {() => import("./question.js").Wording} */
const words = (conflict) => () => {
  const { amount, current, group, seen } = conflict
  const shown = seen === null ? null : figureOf(seen)
  const isEmpty = current.amount === null
  const values = { amount: money(amount), stands: whatStands(conflict) }
  return {
    title: t(isEmpty ? "conflict.enter" : "conflict.change", values),
    detail: (shown === null ? t("conflict.seen.none") : t("conflict.seen", { amount: money(shown.amount) })) +
      t(isEmpty ? "conflict.unsaved.enter" : "conflict.unsaved.change", { told: told({ group }) }),
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
export const askAgain = async (conflict, { ask, say }) => {
  const { amount, current, today } = conflict
  const stands = () => standingSentence(current, today)
  if (amount === null) {
    say("bad", () => t("conflict.look", { stands: stands() }))
    return null
  }
  const isSame = current.amount === amount && current.source !== "generated"
  const answer = isSame ? false : await ask(words({ ...conflict, amount }), true)
  if (answer === false) say("good", () => t(isSame ? "conflict.same" : "conflict.kept", { stands: stands() }))
  return answer
}
