import type { Words } from "./Words.ts"

/** What the dashboard says. */
export const dashboardWords: Words = {
  "page.title": { zh: "{shop} · 每日营业额", en: "{shop} · Daily turnover" },
  "skip": { zh: "跳到图表", en: "Skip to the chart" },
  "today": { zh: "今日", en: "Today" },
  "until": { zh: "距今日 {time} 结算", en: "to go until today is settled at {time}" },
  "settling": { zh: "已到 {time}，正在结算…", en: "{time} has come, settling…" },
  "today.final": { zh: "已定版", en: "Final" },
  "asof": { zh: "截至 {time}", en: "As of {time}" },
  "yesterday": { zh: "昨日", en: "Yesterday" },
  "day_before": { zh: "前日", en: "Day before" },
  "same_weekday": { zh: "上周同日", en: "Same day last week" },
  "against.title": { zh: "近日对比", en: "Against recent days" },
  "against.today": { zh: "今日 {difference}", en: "Today {difference}" },
  "against.yesterday": { zh: "昨日 {difference}", en: "Yesterday {difference}" },
  "no_figure": { zh: "无记录", en: "No record" },
  "this_week": { zh: "本周", en: "This week" },
  "last_week": { zh: "上周", en: "Last week" },
  "this_month": { zh: "本月", en: "This month" },
  "totals.title": { zh: "周与月", en: "Weeks and month" },
  "to_same_day.week": { zh: "较上周同期 {difference}", en: "{difference} on last week to the same day" },
  "to_same_day.month": { zh: "较上月同期 {difference}", en: "{difference} on last month to the same day" },
  "week.begins": { zh: "本周尚无定版的一天", en: "No final day this week yet" },
  "month.begins": { zh: "本月尚无定版的一天", en: "No final day this month yet" },
  "week.whole": { zh: "周一至周日", en: "Monday to Sunday" },
  "no_comparison": { zh: "同期无记录", en: "Nothing to compare with" },
  "chart.title": { zh: "每日营业额", en: "Turnover by day" },
  "chart.days": { zh: "显示天数", en: "Days shown" },
  "days": { zh: "{n} 天", en: "{n} days" },
  "chart.keys": {
    zh: "每日营业额图。用左右方向键逐日查看，Page Up 与 Page Down 跳一周。",
    en: "Chart of turnover by day. Left and right arrow keys go day by day, Page Up and Page Down by week."
  },
  "chart.none": { zh: "未选日期", en: "No day chosen" },
  "chart.summary": { zh: "{n} 天定版 · 合计 {total} · 日均 {mean}", en: "{n} final days · total {total} · mean {mean}" },
  "chart.no_final": { zh: "这些天还没有定版的数字，图上全部为估算", en: "None of these days is final yet: the chart shows estimates only" },
  "chart.failed": { zh: "图表暂时取不到数据，正在重试", en: "The chart has no data for now, trying again" },
  "legend.counted": { zh: "录入或导入", en: "Counted or imported" },
  "legend.generated": { zh: "系统生成", en: "Generated" },
  "legend.estimated": { zh: "估算（未定版）", en: "Estimate (not final)" },
  "legend.weekend": { zh: "周末", en: "Weekend" },
  "estimate": { zh: "估算", en: "Estimate" },
  "table.show": { zh: "以表格查看", en: "View as a table" },
  "table.copy": { zh: "复制表格", en: "Copy table" },
  "table.weekday": { zh: "星期", en: "Day" },
  "table.amount": { zh: "营业额（元）", en: "Turnover (CNY)" },
  "table.state": { zh: "状态", en: "State" },
  "final": { zh: "定版", en: "Final" },
  "empty": {
    zh: "还没有任何营业额。到 {time} 会结算第一天；往日的数字可以在管理页导入。",
    en: "No turnover yet. The first day is settled at {time}; earlier days can be imported on the admin page."
  },
  "stale": {
    zh: "超过一分钟没有收到服务器的消息，下面可能不是最新数字（截至 {time}）。正在重新连接。",
    en: "Nothing heard from the server for over a minute: these figures, as of {time}, may be old. Reconnecting."
  },
  "offline": {
    zh: "连不上服务器，下面是截至 {time} 的数字。会自动重试。",
    en: "The server cannot be reached: these are the figures as of {time}. Trying again by itself."
  },
  "failed": {
    zh: "服务器暂时出错（HTTP {status}），下面是截至 {time} 的数字。会自动重试。",
    en: "The server has trouble (HTTP {status}): these are the figures as of {time}. Trying again by itself."
  },
  "retry": { zh: "立即重试", en: "Try now" },
  "first.failed": {
    zh: "服务器暂时出错（HTTP {status}），还没有取到数字。会自动重试。",
    en: "The server has trouble (HTTP {status}), there are no figures yet. Trying again by itself."
  },
  "first.offline": {
    zh: "连不上服务器，还没有取到数字。会自动重试。",
    en: "The server cannot be reached, there are no figures yet. Trying again by itself."
  },
  "announce": { zh: "{date} 营业额 {amount}，{source}", en: "Turnover of {date}: {amount}, {source}" },
  "wall": { zh: "大屏", en: "Wall" },
  "wall.hint": { zh: "按 Esc 退出大屏", en: "Esc leaves the wall mode" },
  "export": { zh: "下载 CSV", en: "Download CSV" },
  "zone": { zh: "时间均为店铺当地时间（{zone}）", en: "All times are the shop's own ({zone})" }
}
