import type { Words } from "./Words.ts"

/** The sentences of the health report, and about reloading the settings. */
export const healthWords = {
  "health.title": { zh: "系统", en: "System" },
  "health.ok": { zh: "一切正常", en: "All is well" },
  "health.ok.missing": { zh: "正常，有 {n} 天要补录", en: "Running. {n} days to fill in" },
  "health.ok.missing.one": { zh: "正常，有 1 天要补录", en: "Running. 1 day to fill in" },
  "health.degraded": { zh: "在运行，但有事要人看一看", en: "Running, but something needs attention" },
  "health.down": { zh: "服务不可用", en: "Not running" },
  "health.database": { zh: "数据库", en: "Database" },
  "health.scheduler": { zh: "结账", en: "Settlement" },
  "health.works": { zh: "正常", en: "OK" },
  "health.until": { zh: "正常，下次 {time}", en: "OK, next at {time}" },
  "health.fails": { zh: "不正常", en: "Not working" },
  "health.latency": { zh: "{ms} 毫秒", en: "{ms} ms" },
  "health.next": { zh: "下次结账", en: "Next settlement" },
  "health.last": { zh: "上次检查", en: "Last check" },
  "health.never": { zh: "还没有", en: "None yet" },
  "health.zone": { zh: "时区", en: "Time zone" },
  "health.now": { zh: "服务器时间", en: "Server time" },
  "health.notifications": { zh: "群聊消息", en: "Chat messages" },
  "health.queue": { zh: "待发 {pending} 条，失败 {failed} 条", en: "{pending} waiting, {failed} failed" },
  "health.delivered": { zh: "最近送到群里", en: "Last in the chat" },
  "health.backup": { zh: "最近备份", en: "Last backup" },
  "health.backup.none": { zh: "没有", en: "None" },
  "health.backup.server": { zh: "由数据库服务器做", en: "By the database server" },
  "health.technical": {
    zh: "技术详情：数据库、时区、启动时导入、接口文档",
    en: "Technical details: database, time zone, import at start, API reference"
  },
  "chats.title": { zh: "群聊", en: "Chats" },
  "chats.ok": { zh: "正常，没有待发", en: "OK, nothing waiting" },
  "chats.waits": { zh: "{n} 条待发", en: "{n} messages waiting" },
  "chats.waits.one": { zh: "1 条待发", en: "1 message waiting" },
  "chats.failed": { zh: "{n} 条没发出去", en: "{n} messages failed" },
  "chats.failed.one": { zh: "1 条没发出去", en: "1 message failed" },
  "chats.muted": { zh: "发得太快，{until} 以前不收消息", en: "Too many messages: accepts none until {until}" },
  "chats.removed": { zh: "设置里已经没有这个群，{n} 条没发", en: "No longer in the settings, {n} messages not sent" },
  "chats.removed.one": { zh: "设置里已经没有这个群，1 条没发", en: "No longer in the settings, 1 message not sent" },
  "chats.console": { zh: "只打印，没有接群机器人", en: "Only printed, no bot connected" },
  "chats.last": { zh: "最近发出 {when}", en: "last sent {when}" },
  "chats.never": { zh: "还没有发出过", en: "nothing sent yet" },
  "chats.messages": { zh: "看消息", en: "See messages" },
  "chats.test": { zh: "测试", en: "Test" },
  "chats.test.of": { zh: "测试：{chat}", en: "Test: {chat}" },
  "chat_kind.feishu": { zh: "飞书", en: "Feishu" },
  "chat_kind.dingtalk": { zh: "钉钉", en: "DingTalk" },
  "chat_kind.wecom": { zh: "企业微信", en: "WeCom" },
  "chat_kind.slack": { zh: "Slack", en: "Slack" },
  "chat_kind.discord": { zh: "Discord", en: "Discord" },
  "chat_kind.googlechat": { zh: "Google Chat", en: "Google Chat" },
  "chat_kind.email": { zh: "邮件", en: "e-mail" },
  "chat_kind.telegram": { zh: "Telegram", en: "Telegram" },
  "chat_kind.teams": { zh: "Teams", en: "Teams" },
  "chat_kind.webhook": { zh: "Webhook", en: "Webhook" },
  "result.never_run": { zh: "尚未运行", en: "not run yet" },
  "result.failed": { zh: "上次没有成功，会再试", en: "the last run failed, trying again" },
  "result.before_cutoff": { zh: "还没到结账时间", en: "not settlement time yet" },
  "result.generated": { zh: "当天已估算", en: "estimated the day" },
  "result.finalized": { zh: "已结账", en: "settled" },
  "result.pushed_again": { zh: "已结账，再次通知", en: "settled already, message sent again" },
  "result.hastened": { zh: "已结账，催发还没发出的消息", en: "settled already, message sent sooner" },
  "result.settled": { zh: "已结账", en: "settled" },
  "result.closed": { zh: "今天店休，没有结账", en: "shop closed today, nothing to settle" },
  "result.clock_in_doubt": {
    zh: "有今天以后的数，所以没有估今天的",
    en: "a future day is stored, so nothing was estimated"
  },
  "result.awaiting_answer": { zh: "还在等来源给出当天的数", en: "waiting for the till" },
  "result.awaiting_figure": { zh: "今天还没有数，系统不估数", en: "waiting for a figure, none was estimated" },
  "result.left_open": { zh: "今天的数撤回了，没有再估", en: "the figure was withdrawn, none was estimated" },
  "health.import": { zh: "启动时导入", en: "Import at start" },
  "health.import.off": { zh: "未启用", en: "Not enabled" },
  "health.version": { zh: "版本", en: "Version" },
  "cutoff.button": { zh: "应用设置", en: "Apply settings" },
  "cutoff.same": {
    zh: "设置没有变化，结账时间仍是 {time}。",
    en: "Nothing has changed: settlement is still at {time}."
  },
  "cutoff.changed": {
    zh: "设置已生效。结账时间 {before} → {time}。有变化的设置：{keys}。",
    en: "Settings applied. Settlement is now at {time} (before: {before}). Changed: {keys}."
  },
  "cutoff.keys": {
    zh: "设置已生效。有变化的设置：{keys}。结账时间仍是 {time}。",
    en: "Settings applied. Changed: {keys}. Settlement is still at {time}."
  },
  "cutoff.unknown": {
    zh: "没有这样的设置，写了也不起作用：{keys}。请检查拼写。",
    en: " Unknown settings without effect: {keys}. Check the spelling."
  }
} as const satisfies Words
