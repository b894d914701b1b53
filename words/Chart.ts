import type { Words } from "./Words.ts"

/** The dashboard's sentences about the chart, its table and the connection. */
export const chartWords = {
  "enter.day": { zh: "补录这一天", en: "Enter this day" },
  "chart.title": { zh: "每日营业额", en: "Turnover by day" },
  "chart.days": { zh: "显示天数", en: "Days shown" },
  "chart.keys": {
    zh: "每日营业额图。用左右方向键逐日查看，Page Up 与 Page Down 跳一周，回车打开这一天。",
    en: "Chart of turnover by day. Left and right arrow keys go day by day, Page Up and Page Down by week, Enter opens the day."
  },
  "chart.summary": { zh: "已清点 {n} 天 · 合计 {total} · 日均 {mean}", en: "{n} days counted · total {total} · average {mean}" },
  "chart.summary.one": { zh: "已清点 1 天 · {total}", en: "1 day counted · {total}" },
  "chart.summary.generated": {
    zh: "系统估算 {n} 天 · 合计 {total} · 日均 {mean}",
    en: "{n} days estimated · total {total} · average {mean}"
  },
  "chart.summary.generated.one": { zh: "系统估算 1 天 · {total}", en: "1 day estimated · {total}" },
  "chart.today": { zh: "今天{state} {total}", en: "Today, {state}: {total}" },
  "chart.no_final": { zh: "这些天还没有清点过的数", en: "No counted figures in these days" },
  "chart.failed": { zh: "图表暂时取不到数据，正在重试", en: "No chart data for now, trying again" },
  "chart.est": { zh: "估", en: "est." },
  "chart.open": { zh: "未录", en: "not yet" },
  "chart.off": { zh: "休", en: "off" },
  "chart.add": { zh: "录入", en: "Enter" },
  "legend.counted": { zh: "已清点", en: "Counted" },
  "legend.generated": { zh: "系统估算，未清点", en: "Estimated, not counted" },
  "legend.gap": { zh: "，点一下补录", en: ", tap to enter it" },
  "legend.last_week": { zh: "上周同一天", en: "Same day last week" },
  "legend.cut": { zh: "太高，柱子截断了", en: "Too tall to fit, cut off" },
  "state.final": { zh: "已结账", en: "Settled" },
  "state.entered": { zh: "已录入", en: "Entered" },
  "state.gap": { zh: "没有数", en: "No figure" },
  "state.open": { zh: "还没录入", en: "Not entered yet" },
  "by.entered": { zh: "录入", en: "Entered" },
  "by.confirmed": { zh: "确认", en: "Confirmed" },
  "by.import": { zh: "导入", en: "Imported" },
  "by.feed": { zh: "收银系统", en: "From the till" },
  "table.show": { zh: "以表格查看", en: "View as a table" },
  "table.copy": { zh: "复制表格", en: "Copy table" },
  "table.weekday": { zh: "星期", en: "Day" },
  "table.amount": { zh: "营业额（{currency}）", en: "Turnover ({currency})" },
  "table.state": { zh: "状态", en: "State" },
  "lost": { zh: "连接中断，正在自动重连。", en: "Connection lost, reconnecting." },
  "failed": { zh: "服务器暂时出错（HTTP {status}），正在自动重试。", en: "Server error (HTTP {status}), trying again." },
  "unsent": { zh: "{n} 条消息没发出去", en: "{n} messages not sent" },
  "unsent.one": { zh: "1 条消息没发出去", en: "1 message not sent" },
  "figures.from": { zh: "下面的数截至 {time}（{age}）", en: "Figures as of {time} ({age})" },
  "figures.asked": { zh: "正在取最新的数…", en: "Loading the latest figures…" },
  "printed": { zh: "{date} {time} 的数", en: "Figures of {date}, {time}" },
  "age.seconds": { zh: "{n} 秒前", en: "{n} s ago" },
  "age.minutes": { zh: "{n} 分钟前", en: "{n} min ago" },
  "age.hours": { zh: "{n} 小时前", en: "{n} h ago" },
  "nobody": { zh: "已经 {n} 天没有人录入，这些数都是系统估的", en: "Nobody has entered a figure for {n} days: all of these are estimates" },
  "nobody.invite": { zh: "请人扫码", en: "Invite someone" },
  "nobody.never": { zh: "以后不估", en: "Stop estimating" },
  "nobody.none": {
    zh: "在 config.json 里写这一行，以后没有人录入就空着，等人补录：",
    en: "With this line in config.json, a day that nobody enters waits for its figure:"
  },
  "nobody.range": { zh: "要一直估，写这一行，就不再提醒：", en: "To keep the estimates without this reminder:" },
  "retry": { zh: "立即重试", en: "Try now" },
  "first.failed": {
    zh: "服务器暂时出错（HTTP {status}），还没有取到数字。会自动重试。",
    en: "Server error (HTTP {status}), no figures yet. Trying again."
  },
  "first.offline": {
    zh: "连不上服务器，还没有取到数字。会自动重试。",
    en: "Can't reach the server, no figures yet. Trying again."
  },
  "announce": { zh: "{date} 营业额 {amount}，{source}", en: "Turnover on {date}: {amount}, {source}" },
  "rise.red": { zh: "红涨绿跌", en: "Red = up" },
  "rise.green": { zh: "绿涨红跌", en: "Green = up" },
  "rise.label": { zh: "涨跌颜色：{name}", en: "Colours: {name}" },
  "report.link": { zh: "上周报表", en: "Last week's report" },
  "wall": { zh: "大屏", en: "Wall" },
  "export": { zh: "下载 CSV", en: "Download CSV" }
} as const satisfies Words
