import type { Words } from "./Words.ts"

/** The sentences of the month's goal on the dashboard. */
export const goalWords = {
  "goal.missing": { zh: "还差 {missing}，剩 {n} 天，每天需 {needed}", en: "{missing} to go, {n} days left: {needed} a day" },
  "goal.missing.uncounted": {
    zh: "还差 {missing}，剩下和未清点的 {days} 天，每天需 {needed}",
    en: "{missing} to go: {needed} for each of the {days} days left or not counted"
  },
  "goal.missing.last": { zh: "还差 {missing}", en: "{missing} to go" },
  "goal.reached": { zh: "已达成本月目标 {goal}", en: "Goal of {goal} reached" },
  "goal.reached.more": { zh: "已达成本月目标 {goal}，多 {more}", en: "Goal of {goal} reached, {more} over" },
  "goal.foot": {
    zh: "目标 {goal}，到了 {reached}；{day}应有 {expected}",
    en: "Goal {goal}, {reached} reached; {expected} expected {day}"
  },
  "goal.foot.begins": { zh: "目标 {goal}", en: "Goal {goal}" },
  "goal.until.today": { zh: "到今天", en: "by today" },
  "goal.until.yesterday": { zh: "到昨天", en: "by yesterday" },
  "goal.uncounted": { zh: "未清点的 {amount} 不算在内", en: "{amount} not counted, left out" }
} as const satisfies Words
