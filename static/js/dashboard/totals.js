// @ts-check
import { fairOf } from "../../../src/Domain/Matching.ts"
import { byId, el } from "../shared/dom.js"
import { addDays, dateRange, shortDate, weekday } from "../shared/format/dates.js"
import { estimate, figure, fit, fitEstimate } from "../shared/format/figure.js"
import { about, percent } from "../shared/format/money.js"
import { holidayName } from "../shared/holiday.js"
import { counted, t } from "../shared/language.js"
import { change, directed, unbroken } from "./amount.js"
import { linkToEntry } from "./entry-link.js"

/**
 * @typedef {import("./metrics.js").Metrics} Metrics
 * @typedef {import("./metrics.js").Period} Period
 * @typedef {import("./metrics.js").Comparison} Comparison
 */

const mostNamed = 2

/** `周一至周三`, or one day of the week. @param {Period} period */
const weekdays = ({ end, start }) => start === end ? weekday(start) : t("weekdays", { from: weekday(start), to: weekday(end) })

/**
 * The days that are missing in a sum, each as a link to its entry.
 * @param {Period} period @param {(date: string) => string} name @param {boolean} calm @param {(period: Period) => string | null} generatedDay
 */
const gaps = (period, name, calm, generatedDay) => {
  const { closed_days, final_days: n, generated_days, missing } = period
  const days = n + missing.length
  const known = days + closed_days
  if (known === 0) return []
  // The shop's first record lies within the period.
  const since = known < period.days ? el("span", {}, t("gap.since", { date: shortDate(addDays(period.start, period.days - known)) })) : null
  const names = missing.map(name).join(t("list.comma"))
  // Where every day is counted there is nothing to say.
  const count = missing[0] === undefined
    ? generated_days === 0 ? null : el("span", {}, counted("gap.counted", days, { n: period.counted.days, days }))
    : linkToEntry(missing[0],
      t(missing.length > mostNamed ? "gap.missing.many" : "gap.missing", { n: period.counted.days, days, names, missing: missing.length }))
  const made = period.counted.days === 0 ? t("gap.estimates") : t("gap.estimated", { amount: about(period.estimated.total) })
  const generated = generated_days === 0 ? null : calm ? el("span", {}, made) : linkToEntry(generatedDay(period), made)
  const closed = closed_days === 0 ? null : el("span", {}, counted("gap.closed", closed_days))
  return [days === 0 ? null : count, since, generated, closed].filter((part) => part !== null)
}

const mostDifferent = 2

/**
 * `比上月同期多 1 个周三，少 1 个周六`: more and fewer days are both named, because one alone could suggest the opposite of the percentage.
 * @param {NonNullable<Comparison["weekdays"]>} mix @param {string} monday of any week
 */
const weekdayMix = (mix, monday) => {
  if (mix.current.every((count, index) => count === mix.previous[index])) return []
  const by = mix.current.map((count, index) => count - (mix.previous[index] ?? 0))
  /** @param {number} one */
  const names = (one) => by.flatMap((each, index) => each === one ? weekday(addDays(monday, index)) : [])
  const [more, fewer] = [names(1), names(-1)]
  const few = more.length > 0 && more.length <= mostDifferent && fewer.length === more.length && by.every((each) => Math.abs(each) <= 1)
  return [few ? t("mix.more", { more: more.join(t("list.comma")), fewer: fewer.join(t("list.comma")) }) : t("mix")]
}

/**
 * `上月同期有国庆 7 天`: holidays that both months have in equal number are left out.
 * @param {ReadonlyArray<{ name: string, days: number }>} holidays @param {ReadonlyArray<{ name: string, days: number }>} others
 */
const unlikeHolidays = (holidays, others) => {
  const different = holidays.filter(({ days, name }) => !others.some((other) => other.name === name && other.days === days))
  const names = different.map(({ days: n, name }) => counted("mix.holiday", n, { name: holidayName(name) }))
  return names.join(t("list.comma"))
}

/**
 * Why the sum of a month differs from the month before.
 * @param {Comparison} month @param {string} monday of any week
 */
const mixLine = ({ current, holidays = { current: [], previous: [] }, weekdays: mix }, monday) => {
  if (mix === undefined || current === null) return ""
  const [now, before] = [unlikeHolidays(holidays.current, holidays.previous), unlikeHolidays(holidays.previous, holidays.current)]
  const reasons = [
    ...weekdayMix(mix, monday),
    ...(before === "" ? [] : [t("mix.before", { holidays: before })]),
    ...(now === "" ? [] : [t("mix.now", { holidays: now })])
  ]
  return reasons.join(t("mix.and"))
}

/** Whether nobody has counted a day of the period. @param {Period} period */
export const isAllEstimated = ({ counted: { days }, final_days }) => final_days > 0 && days === 0

/** The sum that leads: of the counted days, or of the estimates where there is nothing else. @param {Period} period */
export const shownSum = (period) => isAllEstimated(period) ? Math.round(period.estimated.total) : period.counted.total

/** @param {Period} period */
export const sumFigure = (period) => isAllEstimated(period) ? estimate(period.estimated.total) : figure(period.counted.total)

/** Makes space for it. @param {HTMLElement} element @param {Period} period */
export const fitSum = (element, period) =>
  isAllEstimated(period) ? fitEstimate(element, period.estimated.total) : fit(element, period.counted.total)

/**
 * @typedef {{ period: Period, range: string, note: (HTMLElement | string)[], gap: HTMLElement[] }} Sum
 * @param {string} id @param {Sum} sum
 */
const renderTotal = (id, { gap, note, period, range }) => {
  const article = byId(id)
  /** @param {string} part @param {...(Node | string)} content */
  const put = (part, ...content) => article.querySelector(`.${part}`)?.replaceChildren(...content)
  put("range", range)
  put("sum", ...(period.final_days === 0 ? ["—"] : sumFigure(period)))
  article.querySelector(".sum")?.classList.toggle("hollow", isAllEstimated(period))
  put("foot", ...note)
  put("gap", ...gap)
  fitSum(article, period)
}

/**
 * The month against the month before, with the same weekdays and holidays; null if its sum is fair as it is. @param {Comparison} month
 */
export const fairLine = ({ current, expected = null, holidays, weekdays: mix }) => {
  const fair = mix === undefined || holidays === undefined ? null : fairOf({ current, expected, weekdays: mix, holidays })
  const share = fair === null || current === null ? null : percent(current, fair.expected)
  if (fair === null || current === null || share === null) return null
  const by = [...(fair.weekdays ? [t("fair.weekdays")] : []), ...fair.holidays.map(holidayName)].join(t("fair.and"))
  return fair.isLevel
    ? el("span", {}, ...unbroken(t("fair.level", { share, by })))
    : directed(current, fair.expected, t("fair.changed", { share, by }))
}

/**
 * The sums, each with its comparison and its missing days.
 * @param {Metrics} metrics @param {(period: Period) => string | null} generatedDay the newest generated day of a period, where it is known
 */
export const sumsOf = (metrics, generatedDay) => {
  const { as_of, comparisons, generated_only: calm, last_week, this_month, this_week } = metrics
  /** @param {Period} period @param {Comparison} comparison @param {"week" | "month"} unit */
  const note = (period, { current, days_compared: n, previous }, unit) => {
    if (as_of < period.start) return [t(`${unit}.begins`)]
    if (current === null || previous === null) return [t("compare.nothing")]
    /** @type {import("../shared/language.js").Key} */
    const key = n === 1 ? `vs.${unit}.one` : unit === "week" && n < period.days ? "vs.week.some" : `vs.${unit}`
    const text = t(key, { n, days: weekdays(period), difference: change(current, previous, false) })
    return [directed(current, previous, text)]
  }
  return {
    thisWeek: {
      period: this_week,
      range: as_of >= this_week.start ? weekdays(this_week) : "",
      note: note(this_week, comparisons.week_to_date, "week"),
      gap: gaps(this_week, weekday, calm, generatedDay)
    },
    lastWeek: {
      period: last_week,
      range: dateRange(last_week.start, last_week.end),
      note: [weekdays(last_week)],
      gap: gaps(last_week, weekday, calm, generatedDay)
    },
    thisMonth: {
      period: this_month,
      range: as_of >= this_month.start ? dateRange(this_month.start, this_month.end) : "",
      note: monthNote(note(this_month, comparisons.month_to_date, "month"),
        as_of < this_month.start ? null : fairLine(comparisons.month_to_date), mixLine(comparisons.month_to_date, this_week.start)),
      gap: gaps(this_month, shortDate, calm, generatedDay)
    }
  }
}

/**
 * The fair comparison leads; the plain one and the reasons are beside it, small and without colour.
 * @param {(HTMLElement | string)[]} plain @param {HTMLElement | null} fair @param {string} reasons
 */
const monthNote = (plain, fair, reasons) => {
  if (fair === null) return plain
  const raw = plain.map((part) => typeof part === "string" ? part : part.textContent).join("")
  return [fair, el("span", { class: "mix" }, ...unbroken([raw, reasons].filter((part) => part !== "").join(t("mix.and"))))]
}

/** @param {Metrics} metrics @param {(period: Period) => string | null} generatedDay */
export const renderTotals = (metrics, generatedDay) => {
  const { lastWeek, thisMonth, thisWeek } = sumsOf(metrics, generatedDay)
  renderTotal("this-week", thisWeek)
  renderTotal("last-week", lastWeek)
  renderTotal("this-month", thisMonth)
}
