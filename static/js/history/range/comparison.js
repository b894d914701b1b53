// @ts-check
import { change } from "../../shared/change.js"
import { el } from "../../shared/dom.js"
import { shortDate } from "../../shared/format/dates.js"
import { money } from "../../shared/format/money.js"
import { holidayName } from "../../shared/holiday.js"
import { counted, known, language, t } from "../../shared/language.js"
import { comparedWith, leftOut } from "../figures/against.js"
import { blocksAround } from "../figures/festivals.js"
import { linkTo } from "../link.js"

/** @typedef {import("../figures/days.js").Past} Past @typedef {import("../figures/against.js").Comparison} Comparison @typedef {import("../figures/against.js").Against} Against */
/** @typedef {{ from: string, to: string }} Range */

/** The most dates that are listed beside a reason. */
const mostDates = 3

/** Of a day of last year, or of the days just before the range. @param {import("../figures/against.js").Reason} reason @param {Against} against */
export const reasonName = (reason, against) =>
  (against === "before" ? undefined : known(`range.reason.${reason.replace("then", "year")}`)) ?? known(`range.reason.${reason}`) ?? reason

/**
 * The name of a range's comparison, as in its choice.
 * @param {Past} past @param {Range} range @param {Against} against @param {number} days
 */
const againstName = (past, { from, to }, against, days) => {
  if (against === "before") return counted("range.against.before", days)
  const block = against === "holiday" ? blocksAround(past, from, to)[0] : undefined
  return t(`range.against.${against}`, { name: block === undefined ? "" : holidayName(block.name) })
}

/** @param {Past} past @param {Range} range @param {Comparison} comparison @param {number} days that count */
export const comparedName = (past, range, { against, block }, days) =>
  block === null ? againstName(past, range, against, days) : t("range.against.holiday", { name: holidayName(block.name) })

/** The choice of the comparison. @param {Past} past @param {Range} range @param {Against} chosen @param {number} days */
export const againstChoices = (past, range, chosen, days) =>
  comparedWith(past, range.from, range.to).map((against) =>
    el("li", {},
      linkTo({ kind: "range", ...range, against }, { class: "chip", "aria-current": against === chosen ? "true" : null },
        againstName(past, range, against, days)))
  )

/** The days that are not compared, with their reasons. @param {Comparison} comparison */
const others = (comparison) => {
  const { against } = comparison
  const reasons = [...leftOut(comparison)].map(([reason, dates]) => {
    const text = counted("range.left_out", dates.length, { reason: reasonName(reason, against) })
    if (dates.length > mostDates) return text
    const names = dates.map(shortDate).join(language() === "en" ? ", " : "、")
    return language() === "en" ? `${text} (${names})` : `${text}（${names}）`
  })
  return reasons.length === 0 ? null : el("p", { class: "others" }, t("range.others") + reasons.join(language() === "en" ? "; " : "；"))
}

/**
 * The comparison in one sentence, and why other days are not part of it.
 * @param {Past} past @param {Range} range @param {Comparison} comparison @param {number} days
 */
export const comparisonSentences = (past, range, comparison, days) => {
  const { block, current, daysCompared: n, ownBefore, previous } = comparison
  const name = comparedName(past, range, comparison, days)
  return [
    current === null || previous === null
      ? el("p", { class: "none" }, t("range.not_compared"))
      : el("p", { class: "compared" },
        counted("range.compared", n, { name, current: money(current / 100), previous: money(previous / 100) }), " ",
        change(current / 100, previous / 100)),
    others(comparison),
    block === null || ownBefore === null
      ? null
      : el("p", { class: "others" }, t("range.aligned", { own: shortDate(block.own), before: shortDate(ownBefore) }))
  ].filter((part) => part !== null)
}
