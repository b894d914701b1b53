// @ts-check
import { byId, el, setText } from "../shared/dom.js"
import { roundMoney } from "../shared/format/money.js"
import { goalLine, shares } from "../shared/goal.js"
import { t } from "../shared/language.js"

/** @typedef {import("../shared/goal.js").Metrics} Metrics @typedef {import("../shared/goal.js").Goal} Goal */

/** Rounds to three digits: a forecast is not more exact. @param {number} amount */
const roughly = (amount) => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 2)
  return roundMoney(Math.round(amount / unit) * unit)
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
