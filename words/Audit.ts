import type { Words } from "./Words.ts"

/** What the audit trail says. */
export const auditWords: Words = {
  "audit.title": { zh: "审计记录", en: "Audit" },
  "audit.verify": { zh: "校验整条记录链", en: "Verify the whole chain" },
  "audit.verifying": { zh: "正在校验…", en: "Verifying…" },
  "audit.good": {
    zh: "记录链完整：{records} 条记录逐条相符，没有被改动。",
    en: "The chain holds: {records} records, each follows from the one before."
  },
  "audit.bad": {
    zh: "记录链在第 {id} 条断开：从那里起，历史被人改动过。",
    en: "The chain breaks at record {id}: from there on the history was altered."
  },
  "audit.days": { zh: "写入时间（最近天数）", en: "Written in the last days" },
  "audit.action": { zh: "动作", en: "Action" },
  "audit.actor": { zh: "经手人", en: "By" },
  "audit.when": { zh: "写入时间", en: "Written" },
  "audit.change": { zh: "金额", en: "Amount" },
  "audit.count": { zh: "{shown} 条，共 {total} 条", en: "{shown} of {total} records" },
  "audit.none": { zh: "没有符合条件的记录。", en: "No record matches." },
  "action.generate": { zh: "生成", en: "Generated" },
  "action.finalize": { zh: "定版", en: "Made final" },
  "action.correct": { zh: "更正", en: "Corrected" },
  "action.import": { zh: "导入", en: "Imported" },
  "action.withdraw": { zh: "撤回", en: "Withdrawn" },
  "action.close": { zh: "店休", en: "Closed" },
  "action.open": { zh: "恢复营业", en: "Opened again" },
  "action.note": { zh: "备注", en: "Note" }
}
