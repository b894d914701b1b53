import type { Words } from "./Words.ts"

/** The sentences of the health report, and about reloading the settings. */
export const healthWords = {
  "health.title": { zh: "系统", en: "System" },
  "health.ok": { zh: "一切正常", en: "All is well" },
  "health.ok.missing": { zh: "正常，有 {n} 天还没有数", en: "Running. {n} days need a figure" },
  "health.ok.missing.one": { zh: "正常，有 1 天还没有数", en: "Running. 1 day needs a figure" },
  "health.degraded": { zh: "在运行，但有事要人看一看", en: "Running, but something needs a person" },
  "health.down": { zh: "服务不可用", en: "Out of service" },
  "health.database": { zh: "数据库", en: "Database" },
  "health.scheduler": { zh: "结账", en: "Settlement" },
  "health.works": { zh: "正常", en: "OK" },
  "health.until": { zh: "正常，下次 {time}", en: "OK, next at {time}" },
  "health.fails": { zh: "不工作", en: "Does not work" },
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
    zh: "技术详情：数据库、时区、启动时导入、接口文档、原始数据",
    en: "Technical details: database, time zone, import at start, API reference, raw data"
  },
  "chats.title": { zh: "群聊", en: "Chats" },
  "chats.lead": { zh: "每个群各走各的，一个出错不耽误别的。", en: "Each chat is a line of its own: one that fails holds up no other." },
  "chats.ok": { zh: "正常，没有待发", en: "Works, nothing waits" },
  "chats.waits": { zh: "{n} 条待发", en: "{n} messages wait" },
  "chats.waits.one": { zh: "1 条待发", en: "1 message waits" },
  "chats.failed": { zh: "{n} 条没发出去", en: "{n} messages failed" },
  "chats.failed.one": { zh: "1 条没发出去", en: "1 message failed" },
  "chats.muted": { zh: "发得太快，{until} 以前不收消息", en: "Takes nothing until {until}, because too much was sent" },
  "chats.removed": { zh: "设置里已经没有这个群，{n} 条没发", en: "No longer in the settings, {n} messages were not sent" },
  "chats.removed.one": { zh: "设置里已经没有这个群，1 条没发", en: "No longer in the settings, 1 message was not sent" },
  "chats.console": { zh: "只打印，没有接群机器人", en: "Printed, no bot is connected" },
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
  "chat_kind.email": { zh: "邮件", en: "e-mail" },
  "chat_kind.telegram": { zh: "Telegram", en: "Telegram" },
  "chat_kind.teams": { zh: "Teams", en: "Teams" },
  "chat_kind.webhook": { zh: "Webhook", en: "Webhook" },
  "result.never_run": { zh: "尚未运行", en: "not run yet" },
  "result.failed": { zh: "上次没有成功，会再试", en: "the last run failed, it is tried again" },
  "result.before_cutoff": { zh: "还没到结账时间", en: "not settlement time yet" },
  "result.generated": { zh: "已生成当日金额", en: "generated the day's amount" },
  "result.finalized": { zh: "已结账", en: "settled" },
  "result.pushed_again": { zh: "已结账，再次通知", en: "settled already, notified again" },
  "result.hastened": { zh: "已结账，催发还没发出的消息", en: "settled already, hastened the waiting message" },
  "result.settled": { zh: "已结账", en: "settled" },
  "result.closed": { zh: "今天店休，没有结账", en: "shop closed today, nothing to settle" },
  "result.clock_in_doubt": {
    zh: "库里有日期在今天以后的金额，没有生成今天的",
    en: "a day after today is stored, so none was generated"
  },
  "result.awaiting_answer": { zh: "还在等来源给出当天的数", en: "waits for the source to give the day's figure" },
  "result.awaiting_figure": { zh: "今天还没有数，系统不估数", en: "the day awaits its figure, none was generated" },
  "result.left_open": { zh: "今天的金额已被撤回，没有再生成", en: "the day's figure was withdrawn, none was generated" },
  "health.import": { zh: "启动时导入", en: "Import at start" },
  "health.import.off": { zh: "未启用", en: "Not enabled" },
  "health.version": { zh: "版本", en: "Version" },
  "health.raw": { zh: "原始数据", en: "Raw data" },
  "cutoff.button": { zh: "重读配置", en: "Reload settings" },
  "cutoff.same": {
    zh: "配置已重读，没有变化；结账时间仍是 {time}。",
    en: "The settings were read again, nothing changed; the day still settles at {time}."
  },
  "cutoff.changed": {
    zh: "配置已重读。结账时间 {before} → {time}。有变化的设置：{keys}。",
    en: "The settings were read again. The day settles at {time} (before: {before}). Settings that changed: {keys}."
  },
  "cutoff.keys": {
    zh: "配置已重读。有变化的设置：{keys}。结账时间仍是 {time}。",
    en: "The settings were read again. Settings that changed: {keys}. The day still settles at {time}."
  },
  "cutoff.unknown": {
    zh: "没有这样的设置，写了也不起作用：{keys}。请检查拼写。",
    en: " No such settings, they have no effect: {keys}. Check how they are spelled."
  }
} as const satisfies Words
