import { change } from "../shared/change.ts"
import { el } from "../shared/dom.ts"
import { dateRange, dayLabel, shortDate } from "../shared/format/dates.ts"
import { figure } from "../shared/format/figure.ts"
import { about, money, roundMoney, wholePercent } from "../shared/format/money.ts"
import { goalLine, shares as goalShares } from "../shared/goal.ts"
import { counted, t } from "../shared/language.ts"
import { outlierLine } from "../shared/outlier.ts"
import { daysOf, viewOfDay } from "./address.ts"
import type { View } from "./address.ts"
import type { Shop } from "./cells.ts"
import { compareYear } from "./compareYear.ts"
import { specialOf } from "./festival.ts"
import type { Past } from "./figures/days.ts"
import { rangeFigures, sumOf } from "./figures/range.ts"
import type { Figure } from "./figures/range.ts"
import type { RangeFigures } from "./figures/range.ts"
import { standsOut } from "./figures/standsOut.ts"
import { linkTo } from "./link.ts"
import { indexOf } from "./past.ts"

/** The most missing days that are listed. */
const mostNames = 5

const lacking = (missing: ReadonlyArray<string>) => {
  if (missing.length === 0) return []
  const names = missing.slice(0, mostNames).map((date) => linkTo(viewOfDay(date), {}, shortDate(date)))
  const all = names.length === missing.length
  return [
    el("span", { class: "need" }, all ? `${t("history.lacks_names")} ` : `${counted("history.lacks", missing.length)} · `,
      ...names.flatMap((name, index) => index === 0 ? [name] : [t("list.comma"), name]), all ? null : "…")
  ]
}

/** The part of a sum that nobody counted. */
export const estimateIn = ({ countedDays, generatedCents, generatedDays }: RangeFigures) =>
  countedDays === 0 ? t("history.all_estimated") : counted("history.generated", generatedDays, { amount: about(generatedCents / 100) })

const madeOf = ({ isGeneratedOnly }: Shop, figures: RangeFigures) => {
  const { closedDays, countedDays, generatedDays, missing } = figures
  return [
    ...(sumOf(figures).isEstimate ? [] : [el("span", {}, counted("history.counted", countedDays))]),
    ...(generatedDays === 0 ? [] : [el("span", { class: isGeneratedOnly ? null : "need" }, estimateIn(figures))]),
    ...(closedDays === 0 ? [] : [el("span", {}, counted("history.shop_closed", closedDays))]),
    ...lacking(missing)
  ]
}

const fact = (name: string, more: string, cents: number, doubt: string | null = null) =>
  el("div", {}, el("dt", {}, name, " ", el("small", {}, more), doubt === null ? null : el("small", { class: "need doubt" }, doubt)),
    el("dd", {}, money(cents / 100)))

/** The best or the lowest day. One that stands out may be a slip of the pen, so it says so. */
const extreme = (name: string, day: Figure, past: Past) => {
  const outlier = standsOut(past, day)
  return fact(name, [dayLabel(day.date), specialOf(day), day.note].filter(Boolean).join(" · "), day.cents,
    outlier === null ? null : outlierLine(day.date, day.cents / 100, outlier))
}

const facts = ({ best, countedDays, mean, worst }: RangeFigures, past: Past) => [
  ...(mean === null ? [] : [fact(t("history.mean"), counted("history.of_days", countedDays), mean)]),
  ...(best === null || countedDays < 2 ? [] : [extreme(t("history.best"), best, past)]),
  ...(worst === null || countedDays < 2 ? [] : [extreme(t("history.worst"), worst, past)])
]

/** The comparison with the same dates of the year before, by the days that both have counted. */
const lastYear = (shop: Shop, { from, to }: { from: string; to: string }) => {
  const { current, daysCompared, previous } = compareYear(shop.known.past, from, to)
  if (current === null || previous === null) return []
  return [
    el("div", {},
      el("dt", {}, t("range.against.year"), " ",
        el("small", {}, counted("history.compared", daysCompared, { amount: money(current / 100) }))),
      el("dd", {}, money(previous / 100), " ", el("small", {}, change(current / 100, previous / 100))))
  ]
}

/** The goal of a month: for the current one its progress, for a past one its result. */
const goal = ({ known: { listed, metrics, past } }: Shop, view: View, { cents, generatedCents }: RangeFigures) => {
  if (view.kind !== "month") return []
  if (metrics.goal?.month === view.month)
    return [el("p", { class: "goal" }, goalLine(metrics.goal), " ", el("small", {}, goalShares(metrics.goal, metrics)))]
  const { from, to } = daysOf(view)
  if (to > past.asOf) return []
  const wanted = listed.slice(indexOf(past, from), indexOf(past, to) + 1).reduce((sum, day) => sum + Math.round((day.goal ?? 0) * 100), 0)
  const reached = Math.floor((cents - generatedCents) / wanted * 100)
  const uncounted = generatedCents === 0
    ? null
    : el("small", {}, t("goal.uncounted", { amount: roundMoney(generatedCents / 100) }))
  return wanted === 0
    ? []
    : [el("p", { class: "goal" }, t("history.goal", { goal: roundMoney(wanted / 100), reached: wholePercent(reached) }), uncounted)]
}

/** The sum of a view's days, with the part that nobody counted. */
export const takings = (shop: Shop, view: View) => {
  const { past } = shop.known
  const { from, to } = daysOf(view)
  const figures = past.first === null ? null : rangeFigures(past, from < past.first ? past.first : from, to)
  if (figures === null) return [el("p", { class: "none" }, t("history.not_begun"))]
  const { cents, isEstimate } = sumOf(figures)
  const shown = isEstimate ? about(cents / 100) : money(cents / 100)
  const total = el("p", { class: isEstimate ? "total hollow" : "total" }, ...(isEstimate ? [shown] : figure(cents / 100)))
  total.style.setProperty("--length", String(shown.length))
  // A range has its own comparison, which may be that of a holiday with last year's.
  const rest = [...(view.kind === "range" ? [] : lastYear(shop, { from, to })), ...facts(figures, past)]
  return [
    el("div", {}, el("p", { class: "dates" }, dateRange(figures.from, figures.until)), total,
      el("p", { class: "made" }, ...madeOf(shop, figures)), ...goal(shop, view, figures)),
    rest.length === 0 ? null : el("dl", { class: "facts" }, ...rest)
  ].filter((part) => part !== null)
}
