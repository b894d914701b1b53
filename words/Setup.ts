import type { Words } from "./Words.ts"

/** The sentences of the setup: what a new shop has set, and what it still has to decide. */
export const setupWords = {
  "setup.title": { zh: "设置：{all} 件事，{done} 件好了", en: "Set-up: {done} of {all} things are done" },
  "setup.done": { zh: "好了", en: "done" },
  "setup.open": { zh: "还没", en: "not yet" },
  "setup.left": { zh: "服务正常，还有 {n} 件事没设好", en: "The service works, {n} things are not set yet" },
  "setup.left.one": { zh: "服务正常，还有 1 件事没设好", en: "The service works, 1 thing is not set yet" },
  "setup.shop": { zh: "店名与结账时间", en: "Name and settlement time" },
  "setup.shop.text": { zh: "{shop}，每天 {time} 结账，时区 {zone}", en: "{shop}, the day settles at {time}, time zone {zone}" },
  "setup.shop.line": {
    zh: "\"shop_name\": \"你的店名\", \"cutoff_time\": \"{time}\"",
    en: "\"shop_name\": \"Your shop\", \"cutoff_time\": \"{time}\""
  },
  "setup.token": { zh: "管理密码", en: "Admin password" },
  "setup.token.text": { zh: "已设，不容易猜", en: "Set, and hard to guess" },
  "setup.token.weak": {
    zh: "太短或太好猜。请在 .env 里换一个随机的（ADMIN_TOKEN），再重启服务。",
    en: "Too short, or easy to guess. Put a random one into .env (ADMIN_TOKEN) and restart the service."
  },
  "setup.ranges": { zh: "没有数时", en: "When there is no figure" },
  "setup.ranges.text": {
    zh: "系统估一个数，并标明“未清点”：周一到周五 {weekday}，周末 {weekend}。",
    en: "The service estimates one and marks it as not counted: {weekday} from Monday to Friday, {weekend} at the weekend."
  },
  "setup.ranges.none": { zh: "系统不估数，这一天等人补录", en: "Nothing is estimated: the day waits for its figure" },
  "setup.ranges.default": { zh: "这是默认的区间，和你店里像吗？", en: " These are the default ranges: are they like your shop's?" },
  "setup.chat": { zh: "接上群聊", en: "Connect the group" },
  "setup.chat.text": {
    zh: "填了机器人的网址。在“消息”里发一条测试消息，看群里收到没有。",
    en: "A bot's address is set. Send a test message under Messages, and see whether the group gets it."
  },
  "setup.chat.open": {
    zh:
      "现在消息只打印在这台机器的窗口里，谁也收不到。在飞书、钉钉、企业微信、Slack、Discord、Telegram 或 Teams 的群里加一个机器人，把它的网址填进去：",
    en:
      "Messages are only printed on this machine, so nobody gets them. Add a bot to your group (Feishu, DingTalk, WeCom, Slack, Discord, Telegram, Teams) and put its address here:"
  },
  "setup.again": { zh: "日结发几次", en: "How often a day is announced" },
  "setup.again.open": {
    zh: "没有设：结账以后到半夜，每小时的 0 分和 1 分，日结都会再发一次。加上这一行就不再重发：",
    en: "Not set: after the settlement the day's message is sent again at minutes 0 and 1 of each hour until midnight. This line ends it:"
  },
  "setup.again.auto": { zh: "送到了就不再发", en: "Not again once it has arrived" },
  "setup.again.always": {
    zh: "结账以后到半夜，每小时的 0 分和 1 分再发一次",
    en: "Again after settlement, at minutes 0 and 1 of each hour until midnight"
  },
  "setup.people": { zh: "让录入的人扫码", en: "Let people sign in by QR code" },
  "setup.people.text": { zh: "{n} 个人或程序能登录", en: "{n} people or programs can sign in" },
  "setup.people.open": {
    zh: "现在只有管理密码能录入。每人一个码，扫一次用 180 天。",
    en: "Only the admin password can enter figures. One code a person, one scan for 180 days."
  },
  "setup.people.go": { zh: "添加人员", en: "Add people" },
  "setup.reminder": { zh: "结账前提醒", en: "Reminder before the settlement" },
  "setup.reminder.text": {
    zh: "结账前 {n} 分钟还没录入，就发提醒",
    en: "A reminder is sent {n} minutes before the settlement if there is no figure"
  },
  "setup.reminder.open": {
    zh: "没开。开了以后，结账前 30 分钟还没录入就发提醒：",
    en: "Off. With this line a reminder is sent 30 minutes before the settlement if there is no figure:"
  },
  "setup.backup": { zh: "备份", en: "Backup" },
  "setup.backup.text": { zh: "每天备份一次", en: "Once a day" },
  "setup.backup.server": {
    zh: "数据库在 PostgreSQL 服务器上，由它自己备份",
    en: "The database is on a PostgreSQL server, which has backups of its own"
  },
  "setup.backup.open": {
    zh: "没有。数据只在这台机器上，硬盘坏了就没了。填另一块盘上的文件夹：",
    en: "None. The data is on this machine alone. Name a folder on another disk:"
  },
  "setup.access": { zh: "谁能看", en: "Who may see the figures" },
  "setup.access.text": { zh: "登录后才能看", en: "Only people who are signed in" },
  "setup.access.open": {
    zh: "同一个网络里，谁打开都能看到营业额。要先登录才能看：",
    en: "Everybody in the same network sees the turnover. To ask for a sign-in first:"
  },
  "setup.then": {
    zh:
      "填进 config.json 以后，点“重读配置”：全部生效，或者一条都不生效，并说明哪一项不对。以前的数，在“导入”里放一份 Excel，先预览再写入。",
    en:
      "After a change of config.json choose “Read settings again”: all of it applies, or nothing, with the setting that is wrong. Earlier figures come in by Import, from an Excel file, with a preview."
  }
} as const satisfies Words
