import type { Words } from "../Words.ts"

/**
 * The sentences of the messages to the chat. The English avoids the characters that `withoutMarkup` changes, such as parentheses:
 * in the products whose markdown has no escapes, they would become fullwidth.
 */
export const messageWords = {
  "date": { zh: "{month}月{day}日", en: "{day} {month}" },
  "date.year": { zh: "{year}年{month}月{day}日", en: "{day} {month} {year}" },
  "date.full": { zh: "{day} {weekday}", en: "{weekday} {day}" },
  "weekday.1": { zh: "周一", en: "Monday" },
  "weekday.2": { zh: "周二", en: "Tuesday" },
  "weekday.3": { zh: "周三", en: "Wednesday" },
  "weekday.4": { zh: "周四", en: "Thursday" },
  "weekday.5": { zh: "周五", en: "Friday" },
  "weekday.6": { zh: "周六", en: "Saturday" },
  "weekday.7": { zh: "周日", en: "Sunday" },
  "no_figure": { zh: "没有数", en: "no figure" },
  "shop_closed": { zh: "店休", en: "shop closed" },
  "list": { zh: "、", en: ", " },
  "colon": { zh: "：", en: ": " },

  "again.cutoff": { zh: "到了结账时间，再次通知", en: "sent again at settlement" },
  "again.reload": { zh: "设置改了，再次通知", en: "sent again after the settings changed" },
  "again.always": { zh: "按设置每次检查都再次通知", en: "sent again at every check, as the settings ask" },
  "again.unconfirmed": { zh: "还没有确认送达，再次通知", en: "sent again because delivery is not confirmed" },
  "reason": { zh: "原因：{reason}", en: "Reason: {reason}" },
  "note": { zh: "备注：{note}", en: "Note: {note}" },
  "rechecked": {
    zh: "复核：第二天又问了收银系统，以这个数为准。",
    en: "Checked again: the till was asked again the next day, and this figure counts."
  },
  "by.entered": { zh: "{name}录入", en: "Entered by {name}" },
  "by.corrected": { zh: "{name}更正", en: "Corrected by {name}" },
  "by.confirmed": { zh: "{name}确认", en: "Confirmed by {name}" },
  "by.imported": { zh: "{name}导入", en: "Imported by {name}" },
  "by.withdrawn": { zh: "{name}撤回", en: "Withdrawn by {name}" },
  "by.undone": { zh: "{name}撤销", en: "Undone by {name}" },
  "by.command-line": { zh: "从命令行导入", en: "Imported from the command line" },
  "by.auto-import": { zh: "启动时导入", en: "Imported at start" },

  "estimated.title": { zh: "估算 {day} {amount}", en: "Estimate for {day}: {amount}" },
  "estimated": {
    zh: "{weekday}没有人录入，这是系统估的，{kept}",
    en: "Nobody entered an amount for {weekday}. This one is estimated: {kept}"
  },
  "estimated.range": {
    zh: "{weekday}没有人录入，这是系统按 {range} 估的，{kept}",
    en: "Nobody entered an amount for {weekday}. This one is estimated within {range}: {kept}"
  },
  "estimated.counted": { zh: "不是实收，不算进比较。", en: "not real takings, and left out of comparisons." },
  "come.manual": { zh: "{name} {time} 录入", en: "Entered by {name}, {time}" },
  "come.import": { zh: "{name} {time} 导入", en: "Imported by {name}, {time}" },
  "come.feed": { zh: "{name} {time} 报数", en: "From {name}, {time}" },
  "come.auto-import": { zh: "启动时 {time} 导入", en: "Imported at start, {time}" },

  "check": { zh: "请核对：{what}", en: "Please check: {what}" },

  "sum.week": { zh: "本周 {amount}（{days}）", en: "This week {amount}, {days}" },
  "sum.month": { zh: "本月 {amount}（{days}）", en: "This month {amount}, {days}" },
  "sum.compared": { zh: "{sum}，{compared}", en: "{sum}; {compared}" },
  "goal": {
    zh: "本月目标 {goal}，还差 {missing}，剩 {n} 天，每天需 {needed}",
    en: "This month's goal {goal}: {missing} to go, {n} days left, {needed} a day"
  },
  "goal.uncounted": {
    zh: "本月目标 {goal}，还差 {missing}，剩下和没录的 {days} 天，每天需 {needed}",
    en: "This month's goal {goal}: {missing} to go, {needed} for each of the {days} days left or not entered"
  },
  "goal.last": { zh: "本月目标 {goal}，还差 {missing}", en: "This month's goal {goal}: {missing} to go" },
  "goal.reached": { zh: "已达成本月目标 {goal}", en: "This month's goal {goal} reached" },
  "days": { zh: "已录 {counted}/{n} 天", en: "{counted} of {n} days entered" },
  "days.one": { zh: "已录 {counted}/{n} 天", en: "{counted} of 1 day entered" },
  "days.all": { zh: "{n} 天", en: "{n} days" },
  "days.all.one": { zh: "{n} 天", en: "1 day" },
  "days.estimated": { zh: "{days}，另有估算{amount}", en: "{days}, plus {amount} estimated" },
  "about": { zh: "约 {amount}", en: "about {amount}" },
  "also.estimated": { zh: "另有估算{amount}", en: "Plus {amount} estimated" },
  "all.estimated": { zh: "{amount}（全部是估算）", en: "{amount}, all estimated" },
  "days.closed": { zh: "{days}，店休 {n} 天", en: "{days}, shop closed {n} days" },
  "days.closed.one": { zh: "{days}，店休 {n} 天", en: "{days}, shop closed 1 day" },
  "only.closed": { zh: "店休 {n} 天", en: "Shop closed {n} days" },
  "only.closed.one": { zh: "店休 {n} 天", en: "Shop closed 1 day" },
  "missing": { zh: "缺 {n} 天：", en: "{n} days missing: " },
  "missing.one": { zh: "缺 {n} 天：", en: "1 day missing: " },

  "report.title.week": { zh: "周报 {amount} · {period}", en: "{period}: {amount}" },
  "report.title.month": { zh: "月报 {amount} · {period}", en: "{period}: {amount}" },
  "date.week": { zh: "{period}", en: "Week {n}, {period}" },
  "date.month": { zh: "{year}年{month}月", en: "{month} {year}" },
  "report.not_begun": { zh: "这段日子还没有一天结过账。", en: "No days to report yet." },
  "report.until": { zh: "到 {day} 为止", en: "Up to {day}" },
  "report.days.all": { zh: "{n} 天都已录", en: "All {n} days entered" },
  "report.days.all.one": { zh: "{n} 天已录", en: "1 day entered" },
  "report.none_counted": { zh: "一天都没录", en: "No day was entered" },
  "report.mean": { zh: "日均 {amount}（{n} 天）", en: "Average {amount} over {n} days" },
  "report.mean.one": { zh: "日均 {amount}（{n} 天）", en: "Average {amount} over 1 day" },
  "report.best": { zh: "最高 {day} {amount}", en: "Best {day} {amount}" },
  "report.worst": { zh: "最低 {day} {amount}", en: "Lowest {day} {amount}" },
  "report.short_days": { zh: "录入不到 {n} 天，不算日均", en: "Fewer than {n} days entered: no average" },
  "report.goal": { zh: "目标 {goal}：已有 {reached}，还差 {missing}", en: "Goal {goal}: {reached} so far, {missing} to go" },
  "report.goal.reached": { zh: "目标 {goal} 已达到：{reached}", en: "Goal {goal} reached: {reached}" },
  "report.unusual": { zh: "{day} {amount}，{usual}", en: "{day} {amount}. {usual}" },
  "report.missing": { zh: "缺", en: "missing" },
  "report.estimated": { zh: "估算", en: "estimate" },

  "difference": { zh: "差额 {by}", en: "Difference {by}" },
  "restored": { zh: "恢复的数：{source}", en: "Back to: {source}" },
  "latest.changed": {
    zh: "现在是 {amount}（{source}），以这个数为准。",
    en: "It is {amount} now · {source}. That figure counts."
  },
  "latest.withdrawn": { zh: "后来撤回了，这一天现在没有数。", en: "It was withdrawn later: the day has no figure now." },

  "test.title": { zh: "【测试】{amount} · {day}", en: "Test · {amount} · {day}" },
  "test.connected": { zh: "【测试】已接上这个群", en: "Test · Connected to this chat" },
  "test.only": { zh: "这是一条测试消息。", en: "This is a test message." },
  "test.reason": { zh: "测试推送", en: "Test push" },
  "test.invented": {
    zh: "这是一条测试消息，金额不是实际营业额。",
    en: "This is a test message. The amount is not a real one."
  },
  "test.stored": {
    zh: "这是一条测试消息。金额就是这一天现在记着的数（{source}）。",
    en: "This is a test message. The amount is the one stored for the day · {source}"
  },

  "closed": { zh: "店休，没有营业额。", en: "Shop closed, no turnover." },
  "awaited": { zh: "过了结账时间还没有数，系统不估数，请录入。", en: "No figure at settlement, and none is estimated: please enter it." },
  "reminder.title": { zh: "还没录入 · {cutoff} 结账", en: "Not entered yet · closes at {cutoff}" },
  "reminder": { zh: "{day}还没有数。", en: "{day} has no figure yet." },
  "reminder.none": { zh: "{day}还没有数。系统不估数，请录入。", en: "{day} has no figure yet, and none is estimated: please enter it." },
  "reminder.range": {
    zh: "{day}还没有数。到时没人录入，系统会按 {range} 估一个数。",
    en: "{day} has no figure yet. If nobody enters it by then, it is estimated within {range}."
  },
  "digest.title": { zh: "导入 {n} 天 · 合计 {amount}", en: "Import · {n} days · {amount} in total" },
  "digest.title.one": { zh: "导入 {n} 天 · 合计 {amount}", en: "Import · 1 day · {amount} in total" },
  "digest.days": { zh: "{first} 至 {last}", en: "{first} to {last}" },

  "link.enter_today": { zh: "去录入", en: "Enter it" },
  "link.enter": { zh: "补录", en: "Enter it" },
  "link.day": { zh: "看这一天", en: "See the day" },
  "link.dashboard": { zh: "打开看板", en: "Open the dashboard" },
  "link.report": { zh: "打开报表", en: "Open the report" },
  "head": { zh: "核对码 {head}", en: "Check code {head}" }
} as const satisfies Words
