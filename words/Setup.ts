import type { Words } from "./Words.ts"

/** The sentences of the setup: what a new shop has set, and what it still has to decide. */
export const setupWords = {
  "setup.left": { zh: "还有 {n} 件事没设好", en: "{n} things left to set up" },
  "setup.left.one": { zh: "还有 1 件事没设好", en: "1 thing left to set up" },
  "setup.ready": { zh: "已经设好 {n} 件", en: "Already set up ({n})" },
  "setup.go": { zh: "去设", en: "Set it" },
  "setup.shop": { zh: "店名与结账时间", en: "Name and settlement time" },
  "setup.shop.text": { zh: "{shop}，每天 {time} 结账，时区 {zone}", en: "{shop}, settlement at {time}, time zone {zone}" },
  "setup.token": { zh: "管理密码", en: "Admin password" },
  "setup.token.text": { zh: "已设，不容易猜", en: "Set, and hard to guess" },
  "setup.token.weak": {
    zh: "太短或太好猜。请在 .env 里换一个随机的（ADMIN_TOKEN），再重启服务。",
    en: "Too short or easy to guess. Put a random one into .env (ADMIN_TOKEN) and restart the service."
  },
  "setup.without": { zh: "没有人录入时怎么办", en: "If nobody enters a figure" },
  "setup.ranges.text": {
    zh: "系统估一个数：周一到周五 {weekday}，周末 {weekend}",
    en: "It is estimated: {weekday} from Monday to Friday, {weekend} at the weekend"
  },
  "setup.ranges.none": { zh: "不估，等人补录", en: "Nothing is estimated: the day waits for its figure" },
  "setup.ranges.default": { zh: "。这两个区间只是示例", en: ". These ranges are only examples" },
  "setup.chat": { zh: "接上群聊", en: "Connect your group chat" },
  "setup.chat.text": {
    zh: "填了机器人的网址。在“消息”里发一条测试消息，看群里收到没有。",
    en: "A bot is connected. Send a test message under Messages and see whether the group gets it."
  },
  "setup.chat.failed": { zh: "{n} 条没送到，见上面", en: "{n} messages did not arrive: see above" },
  "setup.chat.failed.one": { zh: "1 条没送到，见上面", en: "1 message did not arrive: see above" },
  "setup.chat.go": { zh: "去看消息", en: "See messages" },
  "setup.chat.open": {
    zh: "现在谁也收不到。在飞书、钉钉、企业微信等的群里加一个机器人，填它的网址",
    en: "Nobody gets messages yet. Add a bot to the group (Feishu, DingTalk, WeCom, Slack, Teams …) and set its address"
  },
  "setup.start": { zh: "营业到后半夜", en: "Open after midnight" },
  "setup.start.text": {
    zh: "{time} 日结，零点以后的营业额算第二天。要算前一天，就设一个营业日开始的时间；不然设 00:00",
    en:
      "Settled at {time}: what is taken after midnight counts as the next day. For the day before, set when a business day begins; otherwise set 00:00"
  },
  "setup.people": { zh: "让录入的人扫码", en: "Let people sign in by QR code" },
  "setup.people.text": { zh: "{n} 个人或程序能登录", en: "{n} people or programs can sign in" },
  "setup.people.text.one": { zh: "1 个人或程序能登录", en: "1 person or program can sign in" },
  "setup.people.open": {
    zh: "现在只有管理密码能录入。每人一个码，扫一次用 180 天",
    en: "Only the admin password can enter figures. One code per person, one scan for 180 days"
  },
  "setup.people.go": { zh: "添加人员", en: "Add people" },
  "setup.reminder": { zh: "结账前提醒", en: "Reminder before settlement" },
  "setup.reminder.text": {
    zh: "结账前 {n} 分钟还没录入，就发提醒",
    en: "Sent {n} minutes before settlement if there is no figure yet"
  },
  "setup.reminder.text.one": {
    zh: "结账前 1 分钟还没录入，就发提醒",
    en: "Sent 1 minute before settlement if there is no figure yet"
  },
  "setup.reminder.open": {
    zh: "没开。开了以后，结账前 30 分钟还没录入就发提醒",
    en: "Off. The group can be reminded 30 minutes before settlement if there is no figure yet"
  },
  "setup.backup": { zh: "备份", en: "Backup" },
  "setup.backup.text": { zh: "每天备份一次", en: "Once a day" },
  "setup.backup.server": {
    zh: "数据库在 PostgreSQL 服务器上，由它自己备份",
    en: "The database is on a PostgreSQL server, which makes its own backups"
  },
  "setup.backup.open": {
    zh: "没有。数据只在这台机器上，硬盘坏了就没了。要填另一块盘上的文件夹",
    en: "None. The data is only on this machine. Name a folder on another disk"
  },
  "setup.access": { zh: "谁能看", en: "Who can see the figures" },
  "setup.access.text": { zh: "登录后才能看", en: "Only people who are signed in" },
  "setup.access.open": {
    zh: "同一个 Wi-Fi 里谁打开都能看到营业额。也可以要先登录才能看",
    en: "Everyone on the same network can see the turnover. You can require a sign-in"
  }
} as const satisfies Words
