import type { Words } from "./Words.ts"

/** The room of the shop's settings. */
export const shopWords = {
  "shop.title": { zh: "设置", en: "Settings" },
  "shop.lead": { zh: "改了点“保存”，马上生效，不用重启。", en: "Changes take effect as soon as you save them. No restart." },
  "shop.group.shop": { zh: "店", en: "The shop" },
  "shop.group.day": { zh: "一天", en: "The day" },
  "shop.group.nobody": { zh: "没有人录入的日子", en: "Days that nobody enters" },
  "shop.group.chats": { zh: "群聊和邮件", en: "Chats and mail" },
  "shop.group.news": { zh: "提醒和报表", en: "Reminder and reports" },
  "shop.group.access": { zh: "谁能看", en: "Who can see it" },
  "shop.group.safety": { zh: "备份和监控", en: "Backup and monitoring" },
  "shop.unset": { zh: "默认", en: "Default" },
  "shop.hint.cutoff_time": {
    zh: "到点结账；改了以后，今天还没结的账按新时间",
    en: "The day is settled at this time; from today, unless it is settled already"
  },
  "shop.hint.day_starts_at": {
    zh: "营业到后半夜的店填凌晨，如 05:00：零点以后的算前一天",
    en: "A shop that is open after midnight sets the small hours, such as 05:00: what it takes after midnight is the evening's"
  },
  "shop.hint.closed_weekdays": { zh: "这几天不算缺，也不提醒", en: "Never missing, and no reminder on these days" },
  "shop.hint.holidays": {
    zh: "auto：中国的店用中国节假日；也可填 CN、DE、US-CA，或 none",
    en: "auto: China's in China, else none; or CN, DE, US-CA …, or none"
  },
  "shop.hint.currency": { zh: "已存的金额不会换算", en: "Stored amounts are not converted" },
  "shop.hint.locale": { zh: "如 zh-CN、de-DE；空着按时区", en: "Such as en-GB or de-DE; empty: by the time zone" },
  "shop.hint.access": {
    zh: "“谁打开都能看”：同一个网络里不用登录",
    en: "“Everyone”: nobody on the network has to sign in"
  },
  "shop.hint.public_url": {
    zh: "消息和邀请里的链接用它，如 https://shop.example",
    en: "For links in messages and invitations, such as https://shop.example"
  },
  "shop.hint.backup_dir": { zh: "每天备份一次；最好在另一块盘上。空着不备份", en: "One backup a day, best on another disk. Empty: none" },
  "shop.hint.heartbeat_url": {
    zh: "healthchecks.io 这类监控的网址：服务停了由它告诉你",
    en: "The address of a monitor such as healthchecks.io, which tells you when the service stops"
  },
  "shop.hint.remind_minutes": { zh: "0 是不提醒", en: "0: no reminder" },
  "shop.hint.goal": { zh: "“目标”里没有另设的月份都用它。空着就没有", en: "For every month without a goal of its own. Empty: none" },
  "shop.goal": { zh: "每月目标（{currency}）", en: "Goal of each month ({currency})" },
  "shop.from": { zh: "从", en: "From" },
  "shop.to": { zh: "到", en: "to" },
  "shop.language.auto": { zh: "跟着浏览器", en: "The browser's" },
  "shop.source.undecided": { zh: "还没定，系统先估", en: "Not decided: estimated for now" },
  "shop.source.none": { zh: "等人补录", en: "Wait for a person" },
  "shop.source.range": { zh: "系统先估一个，标明是估算", en: "An estimate, marked as one" },
  "shop.source.wait": { zh: "收银系统没有数：等人补录", en: "The till has no figure: wait for a person" },
  "shop.source.generate": { zh: "收银系统没有数：先估一个", en: "The till has no figure: estimate" },
  "shop.access.open": { zh: "谁打开都能看", en: "Everyone who opens the page" },
  "shop.access.private": { zh: "登录的人才能看", en: "Only people who are signed in" },
  "shop.weekly": { zh: "周报", en: "Weekly report" },
  "shop.monthly": { zh: "月报", en: "Monthly report" },
  "shop.never": { zh: "不发", en: "Never" },
  "shop.day_of_month": { zh: "每月 {n} 号", en: "Day {n}" },
  "shop.chat.main": { zh: "第一个群", en: "The first chat" },
  "shop.chat.name": { zh: "名字", en: "Name" },
  "shop.chat.url": { zh: "机器人网址", en: "Bot's address" },
  "shop.chat.url.hint": {
    zh: "从群机器人那里整个复制过来，产品自动认。“console:” 是只打印，不发",
    en: "Copied whole from the bot; its product is found by it. “console:” prints messages only"
  },
  "shop.chat.secret": { zh: "签名密钥", en: "Secret" },
  "shop.chat.kept": { zh: "已设，不显示", en: "Set, not shown" },
  "shop.chat.kind": { zh: "产品", en: "Product" },
  "shop.chat.auto": { zh: "看网址", en: "By the address" },
  "shop.mail": { zh: "邮件", en: "Mail" },
  "shop.mail.server": { zh: "发信服务器", en: "Mail server" },
  "shop.mail.user": { zh: "登录名", en: "User" },
  "shop.mail.from": { zh: "发件人", en: "From" },
  "shop.mail.to": { zh: "收件人，用逗号隔开", en: "To, with commas between" },
  "shop.mail.secret": { zh: "授权码", en: "Password" },
  "shop.chat.add": { zh: "加一个群", en: "Add a chat" },
  "shop.mail.add": { zh: "加一个邮箱", en: "Add mail" },
  "shop.chat.remove": { zh: "去掉", en: "Remove" },
  "shop.try": { zh: "发一条测试消息", en: "Send a test message" },
  "shop.try.sent": {
    zh: "发出去了，到那边看一眼。还没保存的设置也算在内。",
    en: "Sent: have a look there. It used what you typed, saved or not."
  },
  "shop.save": { zh: "保存", en: "Save" },
  "shop.changes": { zh: "会改：{names}", en: "To be saved: {names}" },
  "shop.undo": { zh: "不改了", en: "Undo" },
  "shop.saved": { zh: "已保存：{names}", en: "Saved: {names}" },
  "shop.meanwhile": {
    zh: "设置刚被别人改过，还没有保存。别人改的已经在页面上，你改的也还在：看一眼，再点保存。",
    en:
      "Somebody else has just changed the settings, so nothing was saved. Their changes are on the page now, yours are too: have a look, and save again."
  },
  "shop.kept.server": {
    zh: "几个进程可能共用这份设置，所以这里只能看。点“看要加的行”，加到每台机器的 {file} 里。",
    en:
      "Several processes may share these settings, so the page only shows them. Choose “Show the lines” and add them to {file} on each machine."
  },
  "shop.kept.link": {
    zh: "{file} 是一个别人也能改的链接，服务不写它。点“看要加的行”，自己加进去。",
    en: "{file} is a link that others can change, so the service does not write it. Choose “Show the lines” and add them yourself."
  },
  "shop.kept.owner": {
    zh: "{file} 是别的用户的，服务不写它。点“看要加的行”，自己加进去。",
    en: "{file} belongs to another user, so the service does not write it. Choose “Show the lines” and add them yourself."
  },
  "shop.kept.kept": {
    zh: "{file} 所在的文件夹只能读。点“看要加的行”，自己加进去。",
    en: "{file} is in a folder that is only read. Choose “Show the lines” and add them yourself."
  },
  "shop.lines": { zh: "看要加的行", en: "Show the lines" }
} as const satisfies Words
