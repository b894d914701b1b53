import type { Words } from "./Words.ts"

/** The sentences about the days that need a person. */
export const missingWords = {
  "missing.title": { zh: "缺的日子", en: "Missing days" },
  "missing.short": { zh: "缺", en: "Missing" },
  "missing.lead": {
    zh: "近 31 天里缺的和估算的日子。更早的在“历史”里看。",
    en: "Missing and estimated days of the last 31. Earlier ones are in History."
  },
  "missing.none": { zh: "近 31 天一天不缺。", en: "None of the last 31 days is missing." },
  "missing.missing": { zh: "缺", en: "missing" },
  "missing.estimated": { zh: "估算", en: "estimate" },
  "missing.asked": { zh: "正在问收银系统", en: "asking the till" },
  "missing.unanswered": { zh: "问过收银系统，没有答出来", en: "asked the till, no answer" },
  "missing.fault": { zh: "收银系统：{why}", en: "the till: {why}" },
  "missing.fill": { zh: "补录", en: "Enter" },
  "missing.fill.label": { zh: "补录 {day}", en: "Enter {day}" }
} as const satisfies Words
