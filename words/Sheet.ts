import { toldWords } from "./Told.ts"
import type { Words } from "./Words.ts"

/** The sentences of a day's sheet. */
export const sheetWords = {
  ...toldWords,
  "sheet.source": { zh: "来源", en: "Source" },
  "sheet.note": { zh: "备注", en: "Note" },
  "sheet.changes": { zh: "修改记录", en: "Change log" },
  "sheet.close": { zh: "关闭", en: "Close" },
  "sheet.failed": { zh: "修改记录暂时取不到", en: "Can't load the change log for now" },
  "sheet.change.generated": { zh: "结账时没有人录入，系统估算 {after}", en: "Nothing entered by settlement: estimated {after}" },
  "sheet.change.finalized": { zh: "结账 {after}", en: "Settled {after}" },
  "sheet.change.entered": { zh: "录入 {after}", en: "Entered {after}" },
  "sheet.change.corrected": { zh: "原来 {before}，改成 {after}", en: "Was {before}, changed to {after}" },
  "sheet.change.confirmed": { zh: "确认 {after}", en: "Confirmed {after}" },
  "sheet.change.imported": { zh: "导入 {after}", en: "Imported {after}" },
  "sheet.change.fed": { zh: "收银报数 {after}", en: "The till counted {after}" },
  "sheet.change.so_far": { zh: "收银目前 {after}", en: "The till had {after} so far" },
  "sheet.change.reimported": { zh: "原来 {before}，导入改成 {after}", en: "Was {before}, import changed it to {after}" },
  "sheet.change.withdrawn": { zh: "撤回 {before}", en: "Withdrew {before}" },
  "sheet.change.undone": { zh: "撤销：原来 {before}，恢复为 {after}", en: "Undone: was {before}, {after} again" },
  "sheet.change.closed": { zh: "设为店休", en: "Marked “Shop closed”" },
  "sheet.change.opened": { zh: "恢复营业", en: "Marked as open again" },
  "sheet.change.goal": { zh: "本月目标 {after}", en: "Goal of the month {after}" },
  "sheet.change.noted": { zh: "改了备注", en: "Note changed" }
} as const satisfies Words
