import type { Words } from "./Words.ts"

/** The sentences of the history of changes. */
export const auditWords = {
  "audit.title": { zh: "修改记录", en: "Change log" },
  "audit.verify": { zh: "校验整条记录链", en: "Verify the whole chain" },
  "audit.verifying": { zh: "正在校验…", en: "Verifying…" },
  "audit.good": {
    zh:
      "记录链完整：{records} 条记录前后相接，各天和各月目标都与最新一条相符。最新一条是 {head}（全部数字：turnover audit verify）。最新的几条如果被删掉或整段重写，要和另外存下的编号比对才看得出来。",
    en:
      "The chain holds: each record ({records} in all) is linked to the one before, and every day and goal matches its newest record. The newest is {head} (all its digits: turnover audit verify). Newest records that were removed or rewritten only show by comparison with a copy kept elsewhere."
  },
  "audit.differs": {
    zh: "{date} 和它最新的一条记录不符：有人绕过系统改过。",
    en: "{date} does not match its newest record: it was changed behind the service."
  },
  "audit.goal_differs": {
    zh: "{month} 的目标和它最新的一条记录不符：有人绕过系统改过。",
    en: "The goal of {month} does not match its newest record: it was changed behind the service."
  },
  "audit.bad": {
    zh: "记录链在第 {id} 条断开：从那里起，历史被人改过。",
    en: "The chain breaks at record {id}: from there on, records were altered."
  },
  "audit.days": { zh: "最近几天写入的", en: "Written in the last" },
  "audit.last.7": { zh: "7 天", en: "7 days" },
  "audit.last.30": { zh: "30 天", en: "30 days" },
  "audit.last.90": { zh: "90 天", en: "90 days" },
  "audit.last.366": { zh: "1 年", en: "1 year" },
  "audit.last.3660": { zh: "10 年", en: "10 years" },
  "audit.action": { zh: "做了什么", en: "What" },
  "audit.actor": { zh: "经手人", en: "By" },
  "audit.when": { zh: "写入时间", en: "Written" },
  "audit.change": { zh: "金额", en: "Amount" },
  "audit.count": { zh: "{shown} 条，共 {total} 条", en: "{shown} of {total} records" },
  "audit.count.one": { zh: "{shown} 条，共 1 条", en: "{shown} of 1 record" },
  "audit.count.all": { zh: "共 {total} 条", en: "{total} records" },
  "audit.count.all.one": { zh: "共 1 条", en: "1 record" },
  "audit.empty": { zh: "这段时间没有写入过记录。", en: "Nothing was written in this period." },
  "audit.none": { zh: "没有符合条件的记录。", en: "No records match." },
  "change.generated": { zh: "系统估算", en: "Estimated" },
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
  "audit.none_now": { zh: "没有数", en: "no figure" },
  "audit.any_date": { zh: "全部日期", en: "Any date" }
} as const satisfies Words
