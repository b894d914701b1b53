import type { Responses } from "../../../src/Api/Responses.ts"
import { roundMoney, wholePercent } from "./format/money.ts"
import { t } from "./language.ts"

export type Metrics = Responses["metrics"]
export type Goal = NonNullable<Metrics["goal"]>

/** The share in percent, rounded down: 99.6 % of a goal is not the whole goal. */
export const share = (amount: number, { goal }: Pick<Goal, "goal">) => Math.floor((amount / goal) * 100)

/** The amount that each day needs, rounded up to whole yuan; rounding down would miss the goal. */
const needed = (amount: number) => roundMoney(amount < 100 ? amount : Math.ceil(amount))

/** `还差 ¥23,400，剩 9 天，每天需 ¥2,600` */
export const goalLine = ({ days_left: n, days_uncounted: uncounted, goal, missing, needed: each, reached }: Goal) => {
  const values = { missing: roundMoney(missing), n, days: n + uncounted, needed: needed(each ?? 0) }
  if (missing > 0) return t(each === null ? "goal.missing.last" : uncounted === 0 ? "goal.missing" : "goal.missing.uncounted", values)
  const more = reached - goal
  return t(more >= 1 ? "goal.reached.more" : "goal.reached", { goal: roundMoney(goal), more: roundMoney(Math.floor(more)) })
}

/** `目标 ¥95,000，到了 75%；到昨天应有 67%` */
export const shares = (goal: Goal, { as_of, today }: Metrics) => {
  const amount = roundMoney(goal.goal)
  if (as_of.slice(0, 7) < goal.month) return t("goal.foot.begins", { goal: amount })
  const [reached = "", expected = ""] = [goal.reached, goal.expected].map((amount) => wholePercent(share(amount, goal)))
  return t("goal.foot", { goal: amount, reached, expected, day: t(as_of === today.date ? "goal.until.today" : "goal.until.yesterday") })
}
