import type { Words } from "./Words.ts"

/** What a record of the change log did. */
export const changeWords = {
  "change.generated": { zh: "估算", en: "Estimated" },
  "change.finalized": { zh: "结账", en: "Settled" },
  "change.entered": { zh: "录入", en: "Entered" },
  "change.corrected": { zh: "修改", en: "Changed" },
  "change.confirmed": { zh: "确认", en: "Confirmed" },
  "change.imported": { zh: "导入", en: "Imported" },
  "change.fed": { zh: "收银上报", en: "From the till" },
  "change.so_far": { zh: "目前数", en: "So far" },
  "change.withdrawn": { zh: "撤回", en: "Withdrawn" },
  "change.undone": { zh: "撤销", en: "Undone" },
  "change.closed": { zh: "店休", en: "Shop closed" },
  "change.opened": { zh: "恢复营业", en: "Shop open" },
  "change.noted": { zh: "备注", en: "Note" },
  "change.goal": { zh: "目标", en: "Goal" },
  "audit.none_now": { zh: "没有数", en: "no figure" }
} as const satisfies Words
