import type { Words } from "./Words.ts"

/** A month against the month before, with the same weekdays and holidays: on the pages and in messages. */
export const fairWords = {
  "fair.level": { zh: "和上月同期持平（{share}，已按{by}折算）", en: "Level with prior month ({share}, adjusted for {by})" },
  "fair.changed": { zh: "比上月同期 {share}（已按{by}折算）", en: "vs prior month {share}, adjusted for {by}" },
  "fair.weekdays": { zh: "星期", en: "weekdays" }
} as const satisfies Words
