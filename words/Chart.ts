import type { Words } from "./Words.ts"

/** The dashboard's sentences about the chart and the connection. */
export const chartWords = {
  "chart.title": { zh: "近 {n} 天", en: "Last {n} days" },
  "chart.title.one": { zh: "今天", en: "Today" },
  "chart.days": { zh: "显示天数", en: "Days shown" },
  "chart.usual": { zh: "横线是平常的数", en: "The lines show a usual day" },
  "chart.keys": {
    zh: "每日营业额图。用左右方向键逐日查看，Page Up 与 Page Down 跳一周。",
    en: "Turnover by day. Left and right arrow keys go day by day, Page Up and Page Down by week."
  },
  "chart.before": { zh: "还没有记录", en: "before the first record" },
  "usually": { zh: "平常 {amount}", en: "usually {amount}" },
  "fill.late": { zh: "补录", en: "Enter" },
  "fill.today": { zh: "录入", en: "Enter" },
  "chart.failed": { zh: "图表暂时取不到数据，正在重试", en: "No chart data for now, trying again" },
  "lost": { zh: "连接中断，正在自动重连。", en: "Connection lost, reconnecting." },
  "failed": { zh: "服务器暂时出错（HTTP {status}），正在自动重试。", en: "Server error (HTTP {status}), trying again." },
  "look": { zh: "查看", en: "View" },
  "unsent": { zh: "消息没发出去", en: "Messages are not arriving in the chat" },
  "unsent.why": { zh: "：{why}", en: ": {why}" },
  "figures.from": { zh: "下面的数截至 {time}（{age}）", en: "Figures as of {time} ({age})" },
  "figures.asked": { zh: "正在取最新的数…", en: "Loading the latest figures…" },
  "printed": { zh: "{date} {time} 的数", en: "Figures of {date}, {time}" },
  "age.seconds": { zh: "{n} 秒前", en: "{n} s ago" },
  "age.minutes": { zh: "{n} 分钟前", en: "{n} min ago" },
  "age.hours": { zh: "{n} 小时前", en: "{n} h ago" },
  "nobody": { zh: "已经 {n} 天没有人录入，这些数都是系统估的", en: "Nobody has entered a figure for {n} days: all of these are estimates" },
  "nobody.invite": { zh: "请人扫码", en: "Invite someone" },
  "nobody.never": { zh: "以后不估", en: "Stop estimating" },
  "retry": { zh: "立即重试", en: "Try now" },
  "first.failed": {
    zh: "服务器暂时出错（HTTP {status}），还没有取到数字。会自动重试。",
    en: "Server error (HTTP {status}), no figures yet. Trying again."
  },
  "first.offline": {
    zh: "连不上服务器，还没有取到数字。会自动重试。",
    en: "Can't reach the server, no figures yet. Trying again."
  },
  "report.link": { zh: "上周报表", en: "Last week's report" },
  "wall": { zh: "大屏", en: "Wall" },
  "export": { zh: "下载 CSV", en: "Download CSV" }
} as const satisfies Words
