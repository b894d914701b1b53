import type { Words } from "./Words.ts"

/** Where an amount comes from: in the chat, and on the pages. A generated amount says that it was not counted. */
export const sourceWords = {
  "source.generated": { zh: "系统估算，未清点", en: "Estimated, not counted" },
  "source.manual": { zh: "人工录入", en: "Counted" },
  "source.import": { zh: "导入", en: "Imported" }
} as const satisfies Words
