import type { Words } from "./Words.ts"

/** The sentences about the cutoff, on the dashboard and on the pages that enter an amount. */
export const cutoffWords = {
  "cutoff.asking": { zh: "正在问收银系统，到 {time}", en: "Asking the till until {time}" },
  "cutoff.at": { zh: "{time} 结账", en: "Closes at {time}" },
  "cutoff.in": { zh: "{time} 结账，还有 {left}", en: "Closes at {time}, in {left}" },
  "cutoff.soon": { zh: "{time} 结账，不到 1 分钟", en: "Closes at {time}, in under a minute" },
  "cutoff.unheard": { zh: "{time} 已过，恢复连接后更新", en: "Past {time}; updates once back online" },
  "left.hours": { zh: "{h} 小时 {m} 分", en: "{h} h {m} min" },
  "left.whole": { zh: "{h} 小时", en: "{h} h" },
  "left.minutes": { zh: "{m} 分钟", en: "{m} min" },
  "cutoff.to_come": {
    zh: "。到时没人录入，系统会按 {range} 估一个数",
    en: ". If nobody enters it, {range} is estimated"
  },
  "cutoff.to_wait": { zh: "。到时没人录入，就等人补录，系统不估数", en: ". If nobody enters it, the day waits for its figure" }
} as const satisfies Words
