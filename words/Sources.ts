import type { Words } from "./Words.ts"

/** The sources of an amount, in the chat and on the pages. */
export const sourceWords = {
  "source.generated": { zh: "系统估算", en: "Estimate" },
  "source.manual": { zh: "人工录入", en: "Entered" },
  "source.import": { zh: "导入", en: "Imported" },
  "source.feed": { zh: "收银系统", en: "From the till" },
  "so_far": { zh: "目前", en: "So far" }
} as const satisfies Words
