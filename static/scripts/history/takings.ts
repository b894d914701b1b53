import { comparedLine } from "../shared/compared.ts"
import { el } from "../shared/dom.ts"
import { dateRange, dayLabel, fullDate, shortDate, spansYears } from "../shared/format/dates.ts"
import { figure } from "../shared/format/figure.ts"
import { about, money } from "../shared/format/money.ts"
import { specialName } from "../shared/holiday.ts"
import { counted, t } from "../shared/language.ts"
import { viewOfDay } from "./address.ts"
import type { Shop } from "./cells.ts"
import { linkTo } from "./link.ts"
import { indexOf } from "./past.ts"
import type { Sum } from "./past.ts"

/** The most missing days that are listed. */
const mostNames = 5

const lacking = (missing: ReadonlyArray<string>) => {
  if (missing.length === 0) return []
  const names = missing.slice(0, mostNames).map((date) => linkTo(viewOfDay(date), {}, shortDate(date)))
  const all = names.length === missing.length
  return [
    el("span", { class: "need" }, all ? `${t("history.state.missing")} ` : `${counted("history.lacks", missing.length)} · `,
      ...names.flatMap((name, index) => index === 0 ? [name] : [t("list.comma"), name]), all ? null : "…")
  ]
}

/** The estimates, which are not in the sum. */
export const estimateIn = ({ days, estimated }: Sum) =>
  estimated === undefined
    ? []
    : [days === 0 ? t("history.all_estimated") : counted("history.estimated", estimated.days, { amount: about(estimated.total) })]

/** The sum that is shown: of the entered days, of the estimates where there is nothing else, or a dash. */
export const shownSum = ({ days, estimated, total }: Sum) => ({
  isEstimate: days === 0 && estimated !== undefined,
  amount: days > 0 ? total : estimated?.total ?? null
})

const madeOf = ({ isGeneratedOnly }: Shop, sum: Sum) => [
  ...(sum.days === 0 || isGeneratedOnly ? [] : [el("span", {}, counted("history.entered", sum.days))]),
  ...estimateIn(sum).map((text) => el("span", { class: "need" }, text)),
  ...(sum.closed_days === 0 ? [] : [el("span", {}, counted("history.shop_closed", sum.closed_days))]),
  ...lacking(sum.missing)
]

const fact = (name: string, more: string, amount: number) =>
  el("div", {}, el("dt", {}, name, " ", el("small", {}, more)), el("dd", {}, money(amount)))

const extreme = ({ known: { past } }: Shop, { end, start }: Sum, name: string, { amount, date }: NonNullable<Sum["best"]>) => {
  const day = past.days[indexOf(past, date)]
  return fact(name,
    [spansYears(start, end) ? fullDate(date) : dayLabel(date), day === undefined ? null : specialName(day), day?.note].filter(Boolean).join(
      " · "
    ), amount)
}

const facts = (shop: Shop, sum: Sum) => {
  const { best, days, mean, worst } = sum
  return [
    ...(mean === null ? [] : [fact(t("history.mean"), counted("history.of_days", days), mean)]),
    ...(best === null || days < 2 ? [] : [extreme(shop, sum, t("history.best"), best)]),
    ...(worst === null || days < 2 ? [] : [extreme(shop, sum, t("history.worst"), worst)])
  ]
}

/** The first and the last day in a sum: none before the first record, none that does not count yet. */
export const countedDays = ({ known: { past: { asOf, first } } }: Shop, { end, start }: Sum): [string, string] => [
  first !== null && first > start ? first : start,
  asOf < end ? asOf : end
]

/** Whether the sum is of the week, the month or the year that is running. */
const isNow = ({ known: { past } }: Shop, { end }: Sum) => end >= past.asOf

/** The sum of a view's days with its one comparison; undefined while none of them counts. */
export const takings = (shop: Shop, sum: Sum | undefined) => {
  if (sum === undefined) return [el("p", { class: "none" }, t("history.not_begun"))]
  const { comparison, start } = sum
  const { amount, isEstimate } = shownSum(sum)
  const shown = amount === null ? "—" : isEstimate ? about(amount) : money(amount)
  const total = el("p", { class: isEstimate ? "total hollow" : "total" }, ...(amount === null || isEstimate ? [shown] : figure(amount)))
  total.style.setProperty("--length", String(shown.length))
  const rest = facts(shop, sum)
  return [
    el("div", {}, el("p", { class: "dates" }, dateRange(...countedDays(shop, sum))), total,
      comparison === null ? null : el("p", { class: "compared" }, comparedLine(comparison, { date: start }, isNow(shop, sum))),
      el("p", { class: "made" }, ...madeOf(shop, sum))),
    rest.length === 0 ? null : el("dl", { class: "facts" }, ...rest)
  ].filter((part) => part !== null)
}
