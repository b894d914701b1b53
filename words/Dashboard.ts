import type { Words } from "./Words.ts"

/** What the dashboard says. */
export const dashboardWords = {
  "page.title": { zh: "{shop} · 每日营业额", en: "{shop} · Daily turnover" },
  "skip": { zh: "跳到图表", en: "Skip to the chart" },
  "today": { zh: "今天", en: "Today" },
  "yesterday": { zh: "昨天", en: "Yesterday" },
  "day_before": { zh: "前天", en: "Two days ago" },
  "settled": { zh: "已结账", en: "Settled" },
  "settled.by": { zh: "已结账 · {name}录入", en: "Settled · entered by {name}" },
  "settled.import": { zh: "已结账 · 导入", en: "Settled · imported" },
  "entered": { zh: "已录入", en: "Entered" },
  "uncounted": { zh: "系统估算，未清点", en: "Estimated, not counted" },
  "calm": { zh: "金额由系统按区间生成，未经清点", en: "Amounts are generated within the shop's range, not counted" },
  "best": { zh: "近 8 周最好的{weekday}", en: "Best {weekday} in eight weeks" },
  "outlier.times": {
    zh: "是近 {n} 个{weekday}的中位数 {median} 的 {times} 倍",
    en: "{times} times the median of the last {n} {weekday}s, {median}"
  },
  "outlier.more": {
    zh: "比近 {n} 个{weekday}的中位数 {median} 高 {share}%",
    en: "{share}% above the median of the last {n} {weekday}s, {median}"
  },
  "outlier.less": {
    zh: "比近 {n} 个{weekday}的中位数 {median} 低 {share}%",
    en: "{share}% below the median of the last {n} {weekday}s, {median}"
  },
  "look": { zh: "查看", en: "Look" },
  "enter.today": { zh: "录入今天营业额", en: "Enter today's turnover" },
  "enter.actual": { zh: "录入实际金额", en: "Enter the counted amount" },
  "enter.late": { zh: "补录", en: "Enter it now" },
  "change": { zh: "修改", en: "Change" },
  "cutoff.open": { zh: "今天还没录入 · {closing}", en: "Not entered yet · {closing}" },
  "cutoff.to_come": {
    zh: "。到时没人录入，系统会按 {from}–{to} 估一个数，并标明未清点",
    en: ". If nobody enters it, an estimate of {from}–{to} is stored, marked as not counted"
  },
  "cutoff.to_wait": { zh: "。到时没人录入，就等人补录，系统不估数", en: ". If nobody enters it, the day waits for its figure" },
  "cutoff.awaited": { zh: "{time} 已过，今天还没有数，等人录入", en: "{time} has passed, today awaits its figure" },
  "cutoff.in": { zh: "{time} 结账，还有 {left}", en: "Settles at {time}, in {left}" },
  "cutoff.soon": { zh: "{time} 结账，不到 1 分钟", en: "Settles at {time}, in less than a minute" },
  "cutoff.settling": { zh: "{time} 已到，正在结账…", en: "{time} has passed, settling…" },
  "cutoff.late": { zh: "{time} 已过，今天还没有结账", en: "{time} has passed, today is not settled yet" },
  "cutoff.unheard": { zh: "{time} 已过，恢复连接后更新", en: "{time} has passed; updates once the connection is back" },
  "cutoff.nobody": {
    zh: "{time} 已结账，没有人录入。清点后补上，群里会收到消息。",
    en: "Settled at {time}, nothing was entered. Enter the count and the group is notified."
  },
  "cutoff.closed": { zh: "今天店休", en: "Shop closed today" },
  "left.hours": { zh: "{h} 小时 {m} 分", en: "{h} h {m} min" },
  "left.whole": { zh: "{h} 小时", en: "{h} h" },
  "left.minutes": { zh: "{m} 分", en: "{m} min" },
  "against.title": { zh: "与前几天相比", en: "Compared with other days" },
  "last.weekday": { zh: "上一个{weekday}", en: "The {weekday} before" },
  "mean4": { zh: "近 {n} 个{weekday}的平均", en: "Mean of the last {n} {weekday}s" },
  "against.today": { zh: "今天 {difference}", en: "Today {difference}" },
  "against.yesterday": { zh: "昨天 {difference}", en: "Yesterday {difference}" },
  "against.day_before": { zh: "前天 {difference}", en: "Two days ago {difference}" },
  "against.generated": { zh: "{text}，均为估算", en: "{text}, both estimated" },
  "inline.week": { zh: "比上一个{weekday} {share}", en: "{share} on the {weekday} before" },
  "inline.not": { zh: "上一个{weekday} {amount}，不作比较", en: "The {weekday} before {amount}, not compared" },
  "inline.mean": { zh: "比近 {n} 个{weekday}的平均 {share}", en: "{share} on the mean of {n} {weekday}s" },
  "compare.later": { zh: "结账后再比", en: "Compared after the settlement" },
  "compare.not": { zh: "不作比较", en: "Not compared" },
  "compare.never": { zh: "估算不作比较", en: "An estimate is not compared" },
  "compare.nothing": { zh: "没有可比的数", en: "Nothing to compare with" },
  "no_figure": { zh: "没有数", en: "No figure" },
  "closed": { zh: "店休", en: "Shop closed" },
  "this_week": { zh: "本周", en: "This week" },
  "last_week": { zh: "上周", en: "Last week" },
  "this_month": { zh: "本月", en: "This month" },
  "totals.title": { zh: "周与月", en: "Weeks and month" },
  "weekdays": { zh: "{from}至{to}", en: "{from}–{to}" },
  "vs.week": { zh: "比上周同期（{days}）{difference}", en: "vs last week, {days}: {difference}" },
  "vs.week.some": { zh: "比上周同期（{n} 天）{difference}", en: "vs the same {n} days last week: {difference}" },
  "vs.week.one": { zh: "比上周同一天 {difference}", en: "vs the same day last week: {difference}" },
  "vs.month": { zh: "比上月同期（{n} 天）{difference}", en: "vs the same {n} days last month: {difference}" },
  "vs.month.one": { zh: "比上月同一天 {difference}", en: "vs the same day last month: {difference}" },
  "week.begins": { zh: "本周还没有结账的一天", en: "No day of this week is settled yet" },
  "month.begins": { zh: "本月还没有结账的一天", en: "No day of this month is settled yet" },
  "gap.full": { zh: "{n}/{days} 天", en: "{n} of {days} days" },
  "gap.full.one": { zh: "1/1 天", en: "1 of 1 day" },
  "gap.missing": { zh: "{n}/{days} 天，缺 {names}", en: "{n} of {days} days, {names} missing" },
  "gap.missing.many": { zh: "{n}/{days} 天，缺 {missing} 天", en: "{n} of {days} days, {missing} missing" },
  "gap.generated": { zh: "含 {n} 天估算", en: "{n} days estimated" },
  "gap.generated.one": { zh: "含 1 天估算", en: "1 day estimated" },
  "gap.since": { zh: "自 {date}起", en: "since {date}" },
  "gap.closed": { zh: "店休 {n} 天", en: "shop closed {n} days" },
  "gap.closed.one": { zh: "店休 1 天", en: "shop closed 1 day" },
  "list.comma": { zh: "、", en: ", " },
  "empty": {
    zh: "还没有任何营业额。往日的数可以在管理页录入或导入。",
    en: "No turnover yet. Earlier days can be entered or imported on the admin page."
  },
  "empty.lately": {
    zh: "这 {n} 天还没有数；最近一笔是 {date} {amount}",
    en: "No figures in these {n} days; the newest one is of {date}: {amount}"
  },
  "wall": { zh: "大屏", en: "Wall" },
  "zone": { zh: "店铺当地时间（{zone}）", en: "Shop's local time ({zone})" }
} as const satisfies Words
