import { byId, el, setText, show } from "../shared/dom.ts"
import { shortDate } from "../shared/format/dates.ts"
import { about, roughly, roundMoney } from "../shared/format/money.ts"
import { counted, t } from "../shared/language.ts"
import type { Goal, Metrics } from "./metrics.ts"

/** More days that nobody entered are counted, not named. */
const mostNamed = 2

/** `还差 ¥10,588，剩 2 天和 11月19日`. */
const left = ({ days_left: days, missing, more, uncounted }: Goal) => {
  if (missing === 0) return more >= 1 ? t("goal.more", { amount: roundMoney(Math.floor(more)) }) : ""
  const named = uncounted.length === 0
    ? []
    : [uncounted.length > mostNamed ? counted("missed_days", uncounted.length) : uncounted.map(shortDate).join(t("list.comma"))]
  const parts = [...(days === 0 ? [] : [counted("some_days", days)]), ...named]
  const amount = roundMoney(missing)
  return parts.length === 0 ? t("goal.lacks", { amount }) : t("goal.left", { amount, days: parts.join(t("and")) })
}

/** The month's goal: a bar, whether it is reached, and what is left. */
export const renderGoal = ({ counted: { goal } }: Metrics) => {
  show(byId("goal"), goal !== undefined)
  if (goal === undefined) return
  setText(byId("goal-title"), t("goal.title", { amount: roundMoney(goal.goal) }))
  const { forecast, outcome } = goal
  byId("goal-outcome").replaceChildren(
    outcome === null ? "" : t(`goal.is.${outcome}`),
    outcome === null || outcome === "reached" || forecast === null
      ? ""
      : el("span", { class: "forecast" }, t("goal.about", { amount: about(roughly(forecast, 3)) }))
  )
  setText(byId("goal-left"), left(goal))
  byId("goal-bar").style.setProperty("--reached", `${Math.min(100, goal.percent)}%`)
}
