import type { Words } from "./Words.ts"

/** The sentences of the dashboard on a wall screen. */
export const wallWords = {
  "wall.controls": { zh: "大屏操作", en: "Wall controls" },
  "wall.full": { zh: "全屏", en: "Full screen" },
  "wall.full.end": { zh: "退出全屏", en: "Leave full screen" },
  "wall.leave": { zh: "退出大屏", en: "Leave the wall" },
  "scene.day": { zh: "今天", en: "Today" },
  "scene.week": { zh: "本周", en: "This week" },
  "scene.month": { zh: "本月", en: "This month" },
  "scene.before.week": { zh: "上周同期", en: "same days last week" },
  "scene.before.month": { zh: "上月同期", en: "same days last month" },
  "scene.before.year": { zh: "去年同期", en: "same days last year" },
  "scene.year": { zh: "去年 1 月 1 日起同期", en: "same days since 1 January last year" },
  "scene.mean": { zh: "日均", en: "Daily average" },
  "scene.days": { zh: "{n} 天", en: "{n} days" },
  "scene.days.one": { zh: "1 天", en: "1 day" }
} as const satisfies Words
