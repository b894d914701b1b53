import type { Words } from "../Words.ts"

/** The alarms for the person on duty. */
export const alarmWords = {
  "heading.alarm": { zh: "【告警】{shop}", en: "Alarm · {shop}" },
  "heading.over": { zh: "【恢复】{shop}", en: "Over · {shop}" },
  "unsettled": {
    zh: "{day} 未结账：结账时间 {cutoff} 已过 {span}。请查看 /api/health 与日志。",
    en: "{day} is not settled: settlement was due at {cutoff}, {span} ago. See /api/health and the log."
  },
  "awaited": {
    zh: "{day} 还没有数：结账时间 {cutoff} 已过 {span}，系统不估数，请录入。",
    en: "{day} has no figure: settlement was due at {cutoff}, {span} ago, and none is estimated. Please enter it."
  },
  "awaited.asked": {
    zh: "{day} 还没有数：结账时间 {cutoff} 已过 {span}，一直没有问到数，系统不估数，请录入。",
    en: "{day} has no figure: settlement was due at {cutoff}, {span} ago, the till gave none, and none is estimated. Please enter it."
  },
  "span.minutes": { zh: "{n} 分钟", en: "{n} minutes" },
  "span.minutes.one": { zh: "1 分钟", en: "1 minute" },
  "span.hours": { zh: "{n} 小时", en: "{n} hours" },
  "span.hours.one": { zh: "1 小时", en: "1 hour" },
  "settled": { zh: "{day} 已结账。", en: "{day} is settled." },
  "settled.other": {
    zh: "最近一个应结账日已结账；{day} 仍未结账，需人工补录。",
    en: "The latest day is settled. {day} still is not: someone has to enter it."
  },
  "silent": {
    zh: "{by} 已经 {span}没有报数，请检查收银机和网络。",
    en: "{by} has sent nothing for {span}: check the till and the network."
  },
  "speaks": { zh: "{by} 又报数了。", en: "{by} sends amounts again." },
  "failed": {
    zh: "{n} 条消息发送失败。原因见管理页，处理后可重新发送。",
    en: "{n} messages have failed. The admin page says why; once fixed, they can be sent again."
  },
  "failed.one": {
    zh: "{n} 条消息发送失败。原因见管理页，处理后可重新发送。",
    en: "1 message has failed. The admin page says why; once fixed, it can be sent again."
  },
  "failed.in": { zh: "{chat} {count} 条", en: "{count} for {chat}" },
  "failed.and": { zh: "、", en: ", " },
  "failed.where": { zh: "其中：{where}。", en: " Of these: {where}." },
  "failed.over": { zh: "已没有发送失败的消息。", en: "No failed messages are left." },
  "unwritable": {
    zh: "金额存不进去：{why}。在此之前录入、结账都不会成功。",
    en: "No amount can be stored: {why}. Until then nothing can be entered or settled."
  },
  "unwritable.disk_full": { zh: "数据库所在的磁盘满了，请腾出空间", en: "the disk of the database is full, so free some space" },
  "unwritable.locked": {
    zh: "数据库被别的程序锁住了，请等它结束，或者关掉它",
    en: "another program has locked the database, so wait for it or end it"
  },
  "unwritable.read_only": {
    zh: "数据库只能读、不能写，请检查文件权限和磁盘，或者服务器是不是备机",
    en: "the database can only be read, so check the permissions, the disk, and whether the server is a standby"
  },
  "unwritable.shop_missing": {
    zh: "数据库的 shop 表里少了一行，请从备份恢复，或按 turnover doctor 的提示补上",
    en: "a row of the table shop is missing, so restore a backup, or add it as turnover doctor says"
  },
  "unwritable.file_moved": {
    zh: "数据库文件在运行中被移走、删除或替换了，请放回原处，再重启服务",
    en: "the database's file was moved, removed or replaced while the service ran, so put it back and restart the service"
  },
  "unwritable.io_error": {
    zh: "数据库所在的磁盘报错，请检查磁盘，并准备好备份",
    en: "the disk of the database reports errors, so check it and have a backup ready"
  },
  "unwritable.not_allowed": { zh: "数据库没有给服务足够的权限", en: "the database does not give the service the rights it needs" },
  "unwritable.no_answer": {
    zh: "数据库没有回应，请检查服务器和网络",
    en: "the database does not answer, so check the server and the network"
  },
  "writable": { zh: "数据库又可以写入了。", en: "The database can be written again." }
} as const satisfies Words
