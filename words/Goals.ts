import { typedWords } from "./Typed.ts"
import type { Words } from "./Words.ts"

/** The card of the admin page that sets the goals of months. */
export const goalsWords = {
  ...typedWords,
  "goals.title": { zh: "月目标", en: "Monthly goals" },
  "goals.lead": {
    zh: "没有单独设的月份用设置里的目标。填 0 表示这个月没有目标。",
    en: "A month without a goal of its own has the one in the settings. 0 means no goal that month."
  },
  "goals.month": { zh: "月份", en: "Month" },
  "goals.amount": { zh: "目标（{currency}）", en: "Goal ({currency})" },
  "goals.save": { zh: "保存", en: "Save" },
  "goals.clear": { zh: "清除，用设置里的", en: "Clear and use the settings" },
  "goals.from.set": { zh: "现在的目标 {goal}，是在这里设的", en: "The goal is {goal}, set here" },
  "goals.from.settings": { zh: "现在的目标 {goal}，来自设置", en: "The goal is {goal}, from the settings" },
  "goals.from.none": { zh: "这个月没有目标", en: "This month has no goal" },
  "goals.saved": { zh: "{month} 的目标已保存", en: "Goal for {month} saved" },
  "goals.cleared": { zh: "{month} 的目标已清除", en: "Goal for {month} cleared" }
} as const satisfies Words
