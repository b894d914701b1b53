import { change } from "../../shared/change.ts"
import { el } from "../../shared/dom.ts"
import { shortDate } from "../../shared/format/dates.ts"
import { money } from "../../shared/format/money.ts"
import { holidayName } from "../../shared/holiday.ts"
import { counted, known, language, t } from "../../shared/language.ts"
import { comparedWith, leftOut } from "../figures/against.ts"
import type { Reason } from "../figures/against.ts"
import type { Comparison } from "../figures/against.ts"
import type { Against } from "../figures/against.ts"
import type { Past } from "../figures/days.ts"
import { blocksAround } from "../figures/festivals.ts"
import { linkTo } from "../link.ts"

type Range = { from: string; to: string }

/** The most dates that are listed beside a reason. */
const mostDates = 3

/** Of a day of last year, or of the days just before the range. */
export const reasonName = (reason: Reason, against: Against) =>
  (against === "before" ? undefined : known(`range.reason.${reason.replace("then", "year")}`)) ?? known(`range.reason.${reason}`) ?? reason

/** The name of a range's comparison, as in its choice. */
const againstName = (past: Past, { from, to }: Range, against: Against, days: number) => {
  if (against === "before") return counted("range.against.before", days)
  const block = against === "holiday" ? blocksAround(past, from, to)[0] : undefined
  return t(`range.against.${against}`, { name: block === undefined ? "" : holidayName(block.name) })
}

/** @param days that count */
export const comparedName = (past: Past, range: Range, { against, block }: Comparison, days: number) =>
  block === null ? againstName(past, range, against, days) : t("range.against.holiday", { name: holidayName(block.name) })

/** The choice of the comparison. */
export const againstChoices = (past: Past, range: Range, chosen: Against, days: number) =>
  comparedWith(past, range.from, range.to).map((against) =>
    el("li", {},
      linkTo({ kind: "range", ...range, against }, { class: "chip", "aria-current": against === chosen ? "true" : null },
        againstName(past, range, against, days)))
  )

/** The days that are not compared, with their reasons. */
const others = (comparison: Comparison) => {
  const { against } = comparison
  const reasons = [...leftOut(comparison)].map(([reason, dates]) => {
    const text = counted("range.left_out", dates.length, { reason: reasonName(reason, against) })
    if (dates.length > mostDates) return text
    const names = dates.map(shortDate).join(language() === "en" ? ", " : "、")
    return language() === "en" ? `${text} (${names})` : `${text}（${names}）`
  })
  return reasons.length === 0 ? null : el("p", { class: "others" }, t("range.others") + reasons.join(language() === "en" ? "; " : "；"))
}

/** The comparison in one sentence, and why other days are not part of it. */
export const comparisonSentences = (past: Past, range: Range, comparison: Comparison, days: number) => {
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
