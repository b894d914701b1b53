import { typedWords } from "./Typed.ts"
import type { Words } from "./Words.ts"

/** The card of the admin page that sets the goals of months. */
export const goalsWords = {
  ...typedWords,
  "goals.title": { zh: "月目标", en: "Monthly goals" },
  "goals.lead": {
    zh: "在这里设的目标优先于 config.json 里的 goals，并记入修改记录。填 0 表示这个月没有目标。",
    en: "A goal set here overrides goals in config.json, and goes into the change log. 0 means no goal for that month."
  },
  "goals.month": { zh: "月份", en: "Month" },
  "goals.amount": { zh: "目标（{currency}）", en: "Goal ({currency})" },
  "goals.save": { zh: "保存", en: "Save" },
  "goals.clear": { zh: "清除，用 config.json 的", en: "Clear and use config.json" },
  "goals.from.set": { zh: "现在的目标 {goal}，是在这里设的", en: "The goal is {goal}, set here" },
  "goals.from.month": { zh: "现在的目标 {goal}，来自 config.json 里的 {month}", en: "The goal is {goal}, from {month} in config.json" },
  "goals.from.default": { zh: "现在的目标 {goal}，来自 config.json 里的 default", en: "The goal is {goal}, the default in config.json" },
  "goals.from.none": { zh: "这个月没有目标", en: "This month has no goal" },
  "goals.saved": { zh: "{month} 的目标已保存", en: "Goal for {month} saved" },
  "goals.cleared": { zh: "{month} 的目标已清除", en: "Goal for {month} cleared" }
} as const satisfies Words
