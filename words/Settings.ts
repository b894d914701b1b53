import type { Words } from "./Words.ts"

/** What each key of `config.json` is about. */
export const settingWords = {
  "setting": { zh: "{name}（{key}）", en: "{name} ({key})" },
  "setting.and": { zh: "、", en: ", " },
  "setting.chat_kind": { zh: "群聊产品", en: "chat product" },
  "setting.alert_kind": { zh: "告警的群聊产品", en: "alarm's chat product" },
  "setting.chat_webhook_url": { zh: "群机器人网址", en: "chat bot's address" },
  "setting.chat_secret": { zh: "群机器人签名密钥", en: "chat bot's secret" },
  "setting.chat_keyword": { zh: "群机器人关键词", en: "chat bot's keyword" },
  "setting.shop_name": { zh: "店名", en: "shop name" },
  "setting.language": { zh: "语言", en: "language" },
  "setting.day_starts_at": { zh: "营业日开始的时间", en: "when a business day begins" },
  "setting.holidays": { zh: "节假日", en: "holidays" },
  "setting.holidays_file": { zh: "节假日文件", en: "file of holidays" },
  "setting.weekday_range": { zh: "工作日金额区间", en: "range on weekdays" },
  "setting.weekend_range": { zh: "周末金额区间", en: "range on weekends" },
  "setting.cutoff_time": { zh: "结账时间", en: "settlement time" },
  "setting.cutoff_hour": { zh: "结账钟点", en: "settlement hour" },
  "setting.amount_source": { zh: "数的来源", en: "where the amounts come from" },
  "setting.fallback_push": { zh: "再次通知", en: "sending again" },
  "setting.import_notify": { zh: "导入通知", en: "messages of an import" },
  "setting.alert_webhook_url": { zh: "告警网址", en: "address for alarms" },
  "setting.alert_after_minutes": { zh: "几分钟后告警", en: "minutes until an alarm" },
  "setting.feed_silence_minutes": { zh: "收银系统几分钟不报数算中断", en: "minutes until a till counts as silent" },
  "setting.remind_minutes": { zh: "结账前几分钟提醒", en: "minutes from the reminder to the settlement" },
  "setting.reports": { zh: "周报和月报", en: "weekly and monthly reports" },
  "setting.backup_dir": { zh: "备份文件夹", en: "backup folder" },
  "setting.backup_keep": { zh: "保留备份份数", en: "backups that are kept" },
  "setting.public_url": { zh: "消息里的网址", en: "address in messages" },
  "setting.access": { zh: "谁可以看", en: "who may see the figures" },
  "setting.metrics": { zh: "监控接口是否公开", en: "whether the metrics stay open" }
} as const satisfies Words
