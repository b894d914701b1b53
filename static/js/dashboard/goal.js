// @ts-check
import { byId, setText } from "../shared/dom.js"
import { roundMoney, withSigns } from "../shared/format/money.js"
import { goalLine, shares } from "../shared/goal.js"
import { language, t } from "../shared/language.js"
import { shortAmount } from "./chart/scale.js"

/** @typedef {import("../shared/goal.js").Metrics} Metrics @typedef {import("../shared/goal.js").Goal} Goal */

/** Rounds to three digits: a forecast is not more exact. @param {number} amount */
const roughly = (amount) => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 2)
  return Math.round(amount / unit) * unit
}

/** `¥12.1万`; in English `¥121,000`. @param {number} amount */
const brief = (amount) => language() === "en" || amount % 100 !== 0 ? roundMoney(amount) : withSigns(amount, shortAmount(amount))

/** Where the month leads, as the line that stands first; null without a forecast, and once the goal is reached. @param {Goal} goal */
const course = ({ forecast, goal, missing }) =>
  forecast === null || missing === 0 ? null : t("goal.course", {
    amount: brief(roughly(forecast.amount)),
    goal: brief(goal),
    outcome: t(forecast.amount >= goal ? "goal.course.reaches" : forecast.high >= goal ? "goal.course.close" : "goal.course.misses")
  })

/** The month's goal in one sentence, with a bar, and what is left. @param {Metrics} metrics */
export const renderGoal = (metrics) => {
  const { goal } = metrics
  if (goal === undefined) return
  setText(byId("goal-title"), t("goal"))
  const first = course(goal)
  setText(byId("goal-line"), first ?? goalLine(goal))
  setText(byId("goal-foot"), first === null ? shares(goal, metrics) : goalLine(goal))
  const bar = byId("goal-bar")
  for (const part of /** @type {const} */ (["reached", "uncounted", "expected"]))
    bar.style.setProperty(`--${part}`, `${Math.min(100, (goal[part] / goal.goal) * 100).toFixed(2)}%`)
}
