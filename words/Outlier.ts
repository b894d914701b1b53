import type { Words } from "./Words.ts"

/** How an amount that stands out differs from the median of its weekday. */
export const outlierWords = {
  "outlier.times": {
    zh: "是近 {n} 个{weekday}的中位数 {median} 的 {times} 倍",
    en: "{times} times the median of the last {n} {weekday}s, {median}"
  },
  "outlier.more": {
    zh: "比近 {n} 个{weekday}的中位数 {median} 高 {share}",
    en: "{share} above the median of the last {n} {weekday}s, {median}"
  },
  "outlier.less": {
    zh: "比近 {n} 个{weekday}的中位数 {median} 低 {share}",
    en: "{share} below the median of the last {n} {weekday}s, {median}"
  }
} as const satisfies Words
