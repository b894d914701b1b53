import type { Words } from "./Words.ts"

/** The sentences about the cutoff, on the dashboard and on the pages that enter an amount. */
export const cutoffWords = {
  "cutoff.soon": { zh: "{time} 结账，不到 1 分钟", en: "Closes at {time}, in under a minute" },
  "cutoff.unheard": { zh: "{time} 已过，恢复连接后更新", en: "Past {time}; updates once back online" },
  "cutoff.to_come": {
    zh: "。到时没人录入，系统会按 {range} 估一个数，并标明未清点",
    en: ". If nobody enters it, {range} is estimated, marked as not counted"
  },
  "cutoff.to_wait": { zh: "。到时没人录入，就等人补录，系统不估数", en: ". If nobody enters it, the day waits for its figure" }
} as const satisfies Words
