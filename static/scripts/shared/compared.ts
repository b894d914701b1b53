import type { Responses } from "../../../src/Api/Responses.ts"
import { el } from "./dom.ts"
import { weekdayName } from "./format/dates.ts"
import { roundMoney, wholePercent } from "./format/money.ts"
import { specialName } from "./holiday.ts"
import { counted, t } from "./language.ts"

export type Comparison = NonNullable<NonNullable<Responses["days"]>["sum"]["comparison"]>

/** What a comparison needs of its day: the weekday of its date, or its holiday. */
interface Day {
  readonly date: string
  readonly holiday?: { readonly name: string; readonly day: number } | undefined
}

/**
 * `比平常周五少 34%（平常 ¥3,577）`, `比上月同样的日子少 ¥981`, by the sentences of `words/Compared.ts`.
 * @param isNow whether the week, the month or the year is the present one, so that the one before is the last one
 */
export const comparedText = ({ against, by, days, percent, previous, times, way }: Comparison, day: Day, isNow = true): string =>
  counted(way === "times" ? "compared.usual.times" : `compared.${against}.${way}`, days, {
    weekday: weekdayName(day.date),
    name: specialName(day) ?? "",
    before: against === "usual" || against === "holiday" ? "" : t(`compared.${isNow ? "now" : "earlier"}.${against}`),
    amount: roundMoney(previous),
    by: roundMoney(by),
    percent: wholePercent(percent ?? 0),
    times: times ?? 0
  })

/** The same as an element, in the colour of more or less. */
export const comparedLine = (comparison: Comparison, day: Day, isNow = true): HTMLElement =>
  el("span", { class: comparison.way === "less" ? "fall" : comparison.way === "same" ? "" : "rise" }, comparedText(comparison, day, isNow))
