// @ts-check
import { byId, el, setText } from "../shared/dom.js"
import { dateRange, dayLabel, shortDate } from "../shared/format/dates.js"
import { difference, money, percent, signedMoney } from "../shared/format/money.js"
import { countdown } from "../shared/format/times.js"
import { t } from "../shared/language.js"

/**
 * @typedef {"generated" | "manual" | "import"} Source
 * @typedef {{ date: string, amount: number | null, source?: Source | null }} Day
 * @typedef {{ start: string, end: string, total: number }} Period
 * @typedef {{ days_compared: number, current: number | null, previous: number | null, basis: "counted" | "generated" }} Comparison
 * @typedef {{
 *   shop_name: string, server_now: string, cutoff_time: string, time_zone: string, as_of: string, next_cutoff: string,
 *   today: Day & { is_final: boolean }, yesterday: Day, day_before: Day,
 *   this_week: Period, last_week: Period, this_month: Period,
 *   comparisons: { same_weekday_last_week: Comparison, week_to_date: Comparison, month_to_date: Comparison }
 * }} Metrics
 */

/**
 * `¥3,629` large and `.76` small: the text stays whole for readers and for copying.
 * @param {number} amount
 */
const figure = (amount) => {
  const text = money(amount)
  return [el("span", { class: "currency" }, text.slice(0, 1)), text.slice(1, -3), el("span", { class: "decimals" }, text.slice(-3))]
}

/** Where a figure comes from: a generated one never passes for a counted one. @param {Source | null | undefined} source */
const badge = (source) =>
  source ? el("span", { class: "badge", "data-source": source }, t(`source.${source}`)) : null

/**
 * `▲ +¥312.40 +8.2%`, worded by the sentence `key`.
 * @param {string} key @param {number} now @param {number} before
 */
const delta = (key, now, before) => {
  const change = difference(now, before)
  const share = percent(now, before)
  const direction = change > 0 ? "up" : change < 0 ? "down" : "level"
  const text = t(key, { difference: share === null ? signedMoney(change) : `${signedMoney(change)} (${share})` })
  return el("span", { class: "delta", "data-direction": direction }, text)
}

/** @param {string} label @param {Day} day @param {HTMLElement | null} note */
const row = (label, day, note) =>
  el("li", {},
    el("p", { class: "label" }, label, el("span", { class: "when" }, dayLabel(day.date))),
    el("p", { class: "amount" }, ...(day.amount === null
      ? [el("span", { class: "none" }, t("no_figure"))]
      : [badge(day.source), el("span", {}, money(day.amount))])),
    note === null ? null : el("p", {}, note))

/** The sentence of a comparison; null where no day has its match. @param {string} key @param {Comparison} comparison */
const compared = (key, { current, previous }) => current === null || previous === null ? null : delta(key, current, previous)

const week = 7 * 86_400_000

/** @param {Metrics} metrics */
const renderAgainst = ({ as_of, comparisons, day_before, today, yesterday }) => {
  const same = comparisons.same_weekday_last_week
  const date = new Date(Date.parse(as_of) - week).toISOString().slice(0, 10)
  byId("against").replaceChildren(
    row(t("yesterday"), yesterday, null),
    row(t("same_weekday"), { date, amount: same.previous }, compared(as_of === today.date ? "against.today" : "against.yesterday", same)),
    row(t("day_before"), day_before, null)
  )
}

/**
 * @param {string} id @param {Period} period @param {HTMLElement | string} note
 */
const renderTotal = (id, period, note) => {
  const article = byId(id)
  const [range, sum, change] = article.querySelectorAll("p")
  range?.replaceChildren(dateRange(period.start, period.end))
  sum?.replaceChildren(...figure(period.total))
  change?.replaceChildren(note)
}

/** @param {Metrics} metrics */
const renderTotals = (metrics) => {
  const { as_of, comparisons, last_week, this_month, this_week } = metrics
  /** @param {Period} now @param {Comparison} comparison @param {string} name */
  const note = (now, comparison, name) =>
    as_of < now.start ? t(`${name}.begins`) : compared(`to_same_day.${name}`, comparison) ?? t("no_comparison")
  renderTotal("this-week", this_week, note(this_week, comparisons.week_to_date, "week"))
  renderTotal("last-week", last_week, t("week.whole"))
  renderTotal("this-month", this_month, note(this_month, comparisons.month_to_date, "month"))
}

/** @param {Metrics} metrics */
const isEmpty = ({ day_before, last_week, this_month, this_week, today, yesterday }) =>
  [today, yesterday, day_before].every((day) => day.amount === null) &&
  [this_week, last_week, this_month].every((period) => period.total === 0)

/**
 * The part of today that changes from second to second: the countdown, while there is no amount.
 * @param {Metrics} metrics @param {number} now the server's clock, milliseconds
 */
export const renderCountdown = (metrics, now) => {
  if (metrics.today.amount !== null) return
  const left = Date.parse(metrics.next_cutoff) - now
  setText(byId("today-figure"), countdown(left))
  setText(byId("today-caption"), t(left > 0 ? "until" : "settling", { time: metrics.cutoff_time }))
}

/** @param {Metrics} metrics @param {number} now the server's clock, milliseconds */
export const renderFigures = (metrics, now) => {
  const { cutoff_time, shop_name, time_zone, today } = metrics
  setText(byId("shop"), shop_name)
  document.title = t("page.title", { shop: shop_name })
  setText(byId("today-date"), dayLabel(today.date))
  const big = byId("today-figure")
  delete big.dataset.pending
  big.classList.toggle("counting", today.amount === null)
  // A countdown is a timer: readers may ask for it, and are not told every second.
  if (today.amount === null) big.setAttribute("role", "timer")
  else {
    big.removeAttribute("role")
    big.replaceChildren(...figure(today.amount))
    byId("today-caption").replaceChildren(badge(today.source) ?? "", t("today.final"))
  }
  renderCountdown(metrics, now)
  renderAgainst(metrics)
  renderTotals(metrics)
  const empty = byId("empty")
  empty.hidden = !isEmpty(metrics)
  setText(empty, t("empty", { time: cutoff_time }))
  setText(byId("zone"), t("zone", { zone: time_zone }))
}

/** One sentence about the day that counts last, for the announcer. @param {Metrics} metrics */
export const spokenFigure = ({ today }) =>
  today.amount === null ? "" : t("announce", {
    date: shortDate(today.date),
    amount: money(today.amount),
    source: today.source ? t(`source.${today.source}`) : ""
  })
