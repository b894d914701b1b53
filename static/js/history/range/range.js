// @ts-check
import { byId, el } from "../../shared/dom.js"
import { isDate } from "../../shared/format/dates.js"
import { t } from "../../shared/language.js"
import { mayEnter } from "../../shared/reader.js"
import { compareRange, usualAgainst } from "../figures/against.js"
import { rangeFigures } from "../figures/range.js"
import { rangeChoices } from "./choices.js"
import { againstChoices, comparedName, comparisonSentences } from "./comparison.js"
import { mostPairs, pairsTable } from "./pairs.js"

/** @typedef {import("../figures/days.js").Past} Past @typedef {import("../address.js").RangeView} RangeView */

/**
 * The comparison of a range: the choice of it, one sentence, the reasons for days that are left out, and each day of a short range.
 * @param {Past} past @param {RangeView} view
 */
const comparedRange = (past, { against, from, to }) => {
  const range = { from, to }
  const figures = rangeFigures(past, past.first !== null && from < past.first ? past.first : from, to)
  if (figures === null) return []
  const comparison = compareRange(past, from, to, against ?? usualAgainst(past, from, to))
  const isShort = comparison.pairs.length <= mostPairs
  return [
    el("h2", { id: "against-title" }, t("range.against")),
    el("ul", { class: "chips", "aria-labelledby": "against-title" }, ...againstChoices(past, range, comparison.against, figures.days)),
    ...comparisonSentences(past, range, comparison, figures.days),
    isShort ? pairsTable(past, comparison, comparedName(past, range, comparison, figures.days), mayEnter()) : null
  ].filter((part) => part !== null)
}

/** The view of a range. @param {(view: RangeView) => void} go */
export const makeRange = (go) => {
  /** @type {HTMLInputElement} */
  const first = byId("range-from")
  /** @type {HTMLInputElement} */
  const last = byId("range-to")
  /** Handles a typed date. If one end passes the other, the other end follows. @param {HTMLInputElement} changed */
  const choose = ({ id, max, min, value }) => {
    if (!isDate(value) || value < min || value > max) return
    const [from, to] = id === first.id
      ? [value, last.value < value ? value : last.value]
      : [first.value > value ? value : first.value, value]
    go({ kind: "range", from, to, against: null })
  }
  for (const input of [first, last]) input.addEventListener("change", () => choose(input))
  return {
    /** @param {Past} past @param {RangeView} view @param {{ from: string, to: string }} reach */
    show: (past, view, reach) => {
      for (const input of [first, last]) {
        input.min = reach.from
        input.max = reach.to
      }
      first.value = view.from
      last.value = view.to
      byId("range-choices").replaceChildren(...rangeChoices(past, view))
      byId("compared").replaceChildren(...comparedRange(past, view))
    }
  }
}
