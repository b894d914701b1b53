// @ts-check
import { el } from "../shared/dom.js"
import { dateRange, dayLabel, shortDate } from "../shared/format/dates.js"
import { figure } from "../shared/format/figure.js"
import { money } from "../shared/format/money.js"
import { counted, t } from "../shared/language.js"
import { viewOfDay } from "./address.js"
import { specialOf } from "./festival.js"
import { rangeFigures } from "./figures/range.js"
import { linkTo } from "./link.js"

/** @typedef {import("./cells.js").Shop} Shop */
/** @typedef {import("./figures/range.js").RangeFigures} RangeFigures */

/** The most missing days that are named. */
const mostNames = 5

/** @param {ReadonlyArray<string>} missing */
const lacking = (missing) => {
  if (missing.length === 0) return []
  const names = missing.slice(0, mostNames).map((date) => linkTo(viewOfDay(date), {}, shortDate(date)))
  const all = names.length === missing.length
  return [
    el("span", { class: "need" },
      all ? `${t("history.lacks_names")} ` : `${counted("history.lacks", missing.length, { n: missing.length })} · `,
      ...names.flatMap((name, index) => index === 0 ? [name] : [t("history.comma"), name]), all ? null : "…")
  ]
}

/** @param {Shop} shop @param {RangeFigures} figures */
const madeOf = ({ isGeneratedOnly }, { closedDays, countedDays, generatedCents, generatedDays, missing }) => [
  ...(countedDays === 0 && generatedDays > 0 ? [] : [el("span", {}, counted("history.counted", countedDays, { n: countedDays }))]),
  ...(generatedDays === 0 ? [] : [
    el("span", { class: isGeneratedOnly ? null : "need" },
      counted("history.generated", generatedDays, { n: generatedDays, amount: money(generatedCents / 100) }))
  ]),
  ...(closedDays === 0 ? [] : [el("span", {}, counted("history.shop_closed", closedDays, { n: closedDays }))]),
  ...lacking(missing)
]

/** @param {string} name @param {string} more @param {number} cents */
const fact = (name, more, cents) => el("div", {}, el("dt", {}, name, " ", el("small", {}, more)), el("dd", {}, money(cents / 100)))

/** @param {RangeFigures} figures */
const facts = ({ best, countedDays, mean, worst }) => [
  ...(mean === null ? [] : [fact(t("history.mean"), counted("history.of_days", countedDays, { n: countedDays }), mean)]),
  ...(best === null || countedDays < 2
    ? []
    : [fact(t("history.best"), [dayLabel(best.date), specialOf(best), best.note].filter(Boolean).join(" · "), best.cents)]),
  ...(worst === null || countedDays < 2
    ? []
    : [fact(t("history.worst"), [dayLabel(worst.date), specialOf(worst), worst.note].filter(Boolean).join(" · "), worst.cents)])
]

/** What the days of a view have come to, with what nobody counted of it. @param {Shop} shop @param {{ from: string, to: string }} days */
export const takings = (shop, { from, to }) => {
  const { past } = shop.known
  const figures = past.first === null ? null : rangeFigures(past, from < past.first ? past.first : from, to)
  if (figures === null) return [el("p", { class: "none" }, t("history.not_begun"))]
  const sum = figures.cents / 100
  const total = el("p", { class: "total" }, ...figure(sum))
  total.style.setProperty("--length", String(money(sum).length))
  const rest = facts(figures)
  return [
    el("div", {}, el("p", { class: "dates" }, dateRange(figures.from, figures.until)), total,
      el("p", { class: "made" }, ...madeOf(shop, figures))),
    rest.length === 0 ? null : el("dl", { class: "facts" }, ...rest)
  ].filter((part) => part !== null)
}
