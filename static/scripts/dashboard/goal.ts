import { byId, setText } from "../shared/dom.ts"
import { roundMoney, withSigns } from "../shared/format/money.ts"
import { goalLine, shares } from "../shared/goal.ts"
import type { Metrics } from "../shared/goal.ts"
import type { Goal } from "../shared/goal.ts"
import { language, t } from "../shared/language.ts"
import { shortAmount } from "./chart/scale.ts"

/** Rounds to three digits: a forecast is not more exact. */
const roughly = (amount: number) => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 2)
  return Math.round(amount / unit) * unit
}

/** `¥12.1万`; in English `¥121,000`. */
const brief = (amount: number) => language() === "en" || amount % 100 !== 0 ? roundMoney(amount) : withSigns(amount, shortAmount(amount))

/** Where the month leads, as the line that stands first; null without a forecast, and once the goal is reached. */
const course = ({ forecast, goal, missing }: Goal) =>
  forecast === null || missing === 0 ? null : t("goal.course", {
    amount: brief(roughly(forecast.amount)),
    goal: brief(goal),
    outcome: t(forecast.amount >= goal ? "goal.course.reaches" : forecast.high >= goal ? "goal.course.close" : "goal.course.misses")
  })

/** The month's goal in one sentence, with a bar, and what is left. */
export const renderGoal = (metrics: Metrics) => {
  const { goal } = metrics
  if (goal === undefined) return
  setText(byId("goal-title"), t("goal"))
  const first = course(goal)
  setText(byId("goal-line"), first ?? goalLine(goal))
  setText(byId("goal-foot"), first === null ? shares(goal, metrics) : goalLine(goal))
  const bar = byId("goal-bar")
  for (const part of (["reached", "uncounted", "expected"] as const))
    bar.style.setProperty(`--${part}`, `${Math.min(100, (goal[part] / goal.goal) * 100).toFixed(2)}%`)
}
