// @ts-check
import { byId, el, setText } from "../shared/dom.js"
import { roundMoney } from "../shared/format/money.js"
import { t } from "../shared/language.js"

/**
 * @typedef {import("./metrics.js").Metrics} Metrics
 * @typedef {NonNullable<Metrics["goal"]>} Goal
 */

/** The share in percent, rounded down: 99.6 % of a goal is not all of it. @param {number} amount @param {Goal} goal */
const share = (amount, { goal }) => Math.min(100, Math.floor((amount / goal) * 100))

/** What a day needs, rounded up to whole yuan: less would not do. @param {number} amount */
const needed = (amount) => roundMoney(amount < 100 ? amount : Math.ceil(amount))

/** Three digits are as exact as a forecast can be. @param {number} amount */
const roughly = (amount) => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 2)
  return roundMoney(Math.round(amount / unit) * unit)
}

/** `还差 ¥23,400，剩 9 天，每天需 ¥2,600` @param {Goal} goal */
export const goalLine = ({ days_left: n, goal, missing, needed: each, reached }) => {
  if (missing > 0)
    return t(each === null ? "goal.missing.last" : "goal.missing", { missing: roundMoney(missing), n, needed: needed(each ?? 0) })
  const more = reached - goal
  return t(more >= 1 ? "goal.reached.more" : "goal.reached", { goal: roundMoney(goal), more: roundMoney(Math.floor(more)) })
}

/** `目标 ¥95,000，到了 75%；到昨天应有 67%` @param {Goal} goal @param {Metrics} metrics */
const shares = (goal, { as_of, today }) => {
  const amount = roundMoney(goal.goal)
  if (as_of.slice(0, 7) < goal.month) return t("goal.foot.begins", { goal: amount })
  const [reached, expected] = [share(goal.reached, goal), share(goal.expected, goal)]
  return t("goal.foot", { goal: amount, reached, expected, day: t(as_of === today.date ? "goal.until.today" : "goal.until.yesterday") })
}

/** @param {Goal} goal */
const forecast = ({ forecast: known }) =>
  known === null
    ? null
    : el("span", {}, t("goal.forecast", { amount: roughly(known.amount), low: roughly(known.low), high: roughly(known.high) }))

/** The month's goal in one sentence, with a bar. @param {Metrics} metrics */
export const renderGoal = (metrics) => {
  const { goal } = metrics
  if (goal === undefined) return
  setText(byId("goal-title"), t("goal"))
  setText(byId("goal-line"), goalLine(goal))
  const uncounted = goal.uncounted === 0
    ? null
    : el("span", { class: "beside" }, t("goal.uncounted", { amount: roundMoney(goal.uncounted) }))
  byId("goal-foot").replaceChildren(
    ...[el("span", {}, shares(goal, metrics)), uncounted, forecast(goal)].filter((part) => part !== null)
  )
  const bar = byId("goal-bar")
  for (const part of /** @type {const} */ (["reached", "uncounted", "expected"]))
    bar.style.setProperty(`--${part}`, `${Math.min(100, (goal[part] / goal.goal) * 100).toFixed(2)}%`)
}
