import type { Words } from "./Words.ts"

/** The kinds of messages, in the chat and on the pages. */
export const kindWords = {
  "kind.daily": { zh: "日结", en: "Daily" },
  "kind.finalized": { zh: "定版", en: "Final" },
  "kind.entered": { zh: "录入", en: "Entered" },
  "kind.corrected": { zh: "更正", en: "Corrected" },
  "kind.confirmed": { zh: "确认", en: "Confirmed" },
  "kind.withdrawn": { zh: "撤回", en: "Withdrawn" },
  "kind.undone": { zh: "撤销", en: "Undone" },
  "kind.closed": { zh: "店休", en: "Shop closed" },
  "kind.awaited": { zh: "缺", en: "Missing" },
  "kind.reminder": { zh: "提醒", en: "Reminder" },
  "kind.imported": { zh: "导入", en: "Import" },
  "kind.repeat": { zh: "补推", en: "Repeat" },
  "kind.test": { zh: "测试", en: "Test" },
  "kind.digest": { zh: "导入汇总", en: "Import digest" },
  "kind.report": { zh: "报告", en: "Report" }
} as const satisfies Words
