import type { Words } from "./Words.ts"

/** The problems of health, and the result of the import at start, by the server's code. */
export const problemWords = {
  "problem.database_silent": { zh: "数据库没有回应。", en: "The database does not answer." },
  "problem.commits_wait": {
    zh: "数据库服务器每次提交都在等同步备机，所以修改存不进去；被拒绝的修改之后也可能存下。请启动备机，或清空 synchronous_standby_names。",
    en:
      "The database's server waits for a synchronous standby with each commit, so changes are refused, and one that was refused may be saved later. Start the standby, or clear synchronous_standby_names."
  },
  "problem.scheduler_stopped": { zh: "结账程序停了，到时间不会结账。", en: "Settlement has stopped: no day is settled." },
  "problem.writes_disk_full": {
    zh: "存不进去：数据库所在的磁盘满了，请腾出空间。",
    en: "Nothing can be saved: the disk of the database is full. Free some space on it."
  },
  "problem.writes_locked": {
    zh: "存不进去：数据库被别的程序锁住了，请等它结束，或者关掉它。",
    en: "Nothing can be saved: another program has locked the database. Let it finish, or end it."
  },
  "problem.writes_read_only": {
    zh: "存不进去：数据库只能读、不能写，请检查文件权限和磁盘挂载，或者服务器是不是备机。",
    en:
      "Nothing can be saved: the database can only be read. Check the rights to its files and its disk, or whether its server is a standby."
  },
  "problem.writes_file_moved": {
    zh: "存不进去：数据库文件在运行中被移走、删除或替换了，请放回原处，再重启服务。",
    en: "Nothing can be saved: the database's file was moved, removed or replaced. Put it back and restart the service."
  },
  "problem.writes_io_error": {
    zh: "存不进去：数据库所在的磁盘报错，请检查磁盘，并准备好备份。",
    en: "Nothing can be saved: the disk of the database reports errors. Check it, and have a backup at hand."
  },
  "problem.writes_shop_missing": {
    zh: "存不进去：数据库的 shop 表里少了一行，所有修改都要靠它排队。请从备份恢复，或按 turnover doctor 的提示补上。",
    en:
      "Nothing can be saved: the table shop has lost its row, which orders all changes. Restore a backup, or do what turnover doctor says."
  },
  "problem.writes_not_allowed": {
    zh: "存不进去：数据库没有给服务足够的权限，请给它的用户加上表的权限。",
    en: "Nothing can be saved: the database refuses the service a right. Give its user the rights to the tables."
  },
  "problem.writes_no_answer": {
    zh: "存不进去：数据库没有回应，请检查服务器和网络。",
    en: "Nothing can be saved: the database does not answer. Check its server and the network."
  },
  "problem.settlement_failed": {
    zh: "上次结账没有成功，一分钟内会再试。",
    en: "The last settlement failed; trying again within a minute."
  },
  "problem.figure_awaited": {
    zh: "{first} 起有 {count} 天还没有数，系统不估数：请补录，没营业的标为店休。",
    en: "{count} days since {first} need a figure, and none is estimated: enter them, or mark a day without business “Shop closed”."
  },
  "problem.figure_awaited.one": {
    zh: "{first} 还没有数，系统不估数：请补录，没营业就标为店休。",
    en: "{first} needs a figure, and none is estimated: enter it, or mark the day “Shop closed”."
  },
  "problem.feed_silent": {
    zh: "{by} 已经 {span}没有报数：请检查收银机和网络。",
    en: "{by} has sent nothing for {span}: check the till and its connection."
  },
  "problem.source_fault": {
    zh: "没有问到 {date} 的数。请在“技术详情”里点“试问一次”，看看是什么原因。",
    en: "The till gave no figure for {date}: “Ask now” in the technical details says why."
  },
  "problem.day_unsettled": {
    zh: "{date} 过了结账时间，还没有结账。",
    en: "{date} is not settled although its settlement time has passed."
  },
  "span.minutes": { zh: "{n} 分钟", en: "{n} minutes" },
  "span.minutes.one": { zh: "1 分钟", en: "1 minute" },
  "span.hours": { zh: "{n} 小时", en: "{n} hours" },
  "span.hours.one": { zh: "1 小时", en: "1 hour" },
  "problem.messages_failed": {
    zh: "有 {count} 条消息没有送达，原因见“消息”。",
    en: "{count} messages could not be delivered: see the reasons under Messages."
  },
  "problem.messages_failed.one": {
    zh: "有 1 条消息没有送达，原因见“消息”。",
    en: "1 message could not be delivered: see the reason under Messages."
  },
  "problem.messages_wait": {
    zh: "有 {count} 条消息在等，已有 {span}一条也没发出去，原因见“消息”或日志。",
    en: "{count} messages wait, and none was delivered for {span}: Messages, or the log of the process that sends, says why."
  },
  "problem.messages_wait.one": {
    zh: "有 1 条消息在等，已有 {span}没发出去，原因见“消息”或日志。",
    en: "1 message waits, and was not delivered for {span}: Messages, or the log of the process that sends, says why."
  },
  "problem.chat_waits": {
    zh: "群聊“{chat}”有 {count} 条消息在等，已有 {span}一条也没发出去，原因见“消息”或日志。",
    en:
      "{count} messages wait for the chat {chat}, and none was delivered for {span}: Messages, or the log of the process that sends, says why."
  },
  "problem.chat_waits.one": {
    zh: "群聊“{chat}”有 1 条消息在等，已有 {span}没发出去，原因见“消息”或日志。",
    en: "1 message waits for the chat {chat}, and was not delivered for {span}: Messages, or the log of the process that sends, says why."
  },
  "problem.chat_removed": {
    zh: "设置里已经没有群聊“{chat}”，还有 {count} 条消息没发：请在“消息”里改发到别的群，或者删掉。",
    en:
      "The chat {chat} is no longer in the settings, and {count} messages for it were not sent: send them to another chat under Messages, or drop them."
  },
  "problem.chat_removed.one": {
    zh: "设置里已经没有群聊“{chat}”，还有 1 条消息没发：请在“消息”里改发到别的群，或者删掉。",
    en:
      "The chat {chat} is no longer in the settings, and 1 message for it was not sent: send it to another chat under Messages, or drop it."
  },
  "problem.import_empty": {
    zh: "启动时没有导入：AUTO_IMPORT_FILE 里没有一行数据。",
    en: "The import at start failed: AUTO_IMPORT_FILE has no row of data."
  },
  "problem.import_encoding": {
    zh: "启动时没有导入：AUTO_IMPORT_FILE 的文字编码不认识。",
    en: "The import at start failed: AUTO_IMPORT_FILE is in an unknown character encoding."
  },
  "problem.import_rows": {
    zh: "启动时没有导入：AUTO_IMPORT_FILE 有 {count} 处错误，第一处在第 {line} 行，详见日志。",
    en: "The import at start failed: AUTO_IMPORT_FILE has {count} faults, the first in line {line}. The log has more."
  },
  "problem.import_rows.one": {
    zh: "启动时没有导入：AUTO_IMPORT_FILE 有 1 处错误，在第 {line} 行，详见日志。",
    en: "The import at start failed: AUTO_IMPORT_FILE has 1 fault, in line {line}. The log has more."
  },
  "problem.import_file": {
    zh: "启动时没有导入：读不了 AUTO_IMPORT_FILE，原因见日志。",
    en: "The import at start failed: AUTO_IMPORT_FILE cannot be read. The log says why."
  },
  "problem.import_storage": {
    zh: "启动时没有导入：数据库没有收下这个文件，原因见日志。",
    en: "The import at start failed: the database did not take the file. The log says why."
  },
  "problem.sending_fails": {
    zh: "已有 {seconds} 秒读不到或记不下待发的消息，所以没有发送。原因见日志和 turnover doctor。",
    en: "Waiting messages could not be read or marked for {seconds} s, so none is sent. The log and turnover doctor say why."
  },
  "problem.clock_wrong": {
    zh: "这台机器的时钟显示 {says}，所以不结账，也不发消息。请把时间校准（NTP），校准后服务自动继续。",
    en: "The machine's clock says {says}, so no day is settled and nothing is sent. Set it by NTP, and the service goes on."
  },
  "problem.clock_ahead": {
    zh: "服务开始工作时，这台机器的时钟比数据库服务器快 {seconds} 秒。请把两边的时间都校准（NTP），再重启服务。",
    en:
      "This machine's clock was {seconds} s ahead of the database server's when the service began to work. Set both by NTP, then restart it."
  },
  "problem.clock_behind": {
    zh: "服务开始工作时，这台机器的时钟比数据库服务器慢 {seconds} 秒。请把两边的时间都校准（NTP），再重启服务。",
    en:
      "This machine's clock was {seconds} s behind the database server's when the service began to work. Set both by NTP, then restart it."
  },
  "problem.backup_folder": {
    zh: "每日备份没有成功：备份文件夹（backup_dir）用不了。10 分钟后再试，原因见日志。",
    en: "The daily backup failed: the backup folder (backup_dir) cannot be used. It is tried again in 10 minutes; the log says why."
  },
  "problem.backup_copy": {
    zh: "每日备份没有成功：没有做出核对无误的副本。10 分钟后再试，原因见日志。",
    en: "The daily backup failed: no verified copy was made. It is tried again in 10 minutes; the log says why."
  },
  "problem.days_in_future": {
    zh: "有 {count} 天的日期在将来，最早是 {first}，所以不再估算金额。服务器时间慢了就请调准；时间没错，就把这些天撤回。",
    en:
      "{count} days are dated in the future, the first {first}, so no amount is estimated. Set the server's clock if it is behind, or withdraw these days."
  },
  "problem.days_in_future.one": {
    zh: "有 1 天的日期在将来：{first}，所以不再估算金额。服务器时间慢了就请调准；时间没错，就把这一天撤回。",
    en: "1 day is dated in the future: {first}, so no amount is estimated. Set the server's clock if it is behind, or withdraw this day."
  },
  "problem.backup_in_future": {
    zh: "有 {count} 份备份的日期在将来，最早是 {first}。请核对服务器时间，再把这些文件移出备份文件夹。",
    en:
      "{count} backups are dated in the future, the first {first}. Check the server's clock and move these files out of the backup folder."
  },
  "problem.backup_in_future.one": {
    zh: "有 1 份备份的日期在将来：{first}。请核对服务器时间，再把这个文件移出备份文件夹。",
    en: "1 backup is dated in the future: {first}. Check the server's clock and move this file out of the backup folder."
  },
  "start_import.imported": {
    zh: "已导入 {count} 天，其中 {unchanged} 天没有变化",
    en: "{count} days imported, {unchanged} of them unchanged"
  },
  "start_import.imported.one": { zh: "已导入 1 天，其中 {unchanged} 天没有变化", en: "1 day imported, {unchanged} unchanged" },
  "start_import.imported_before": { zh: "这个文件以前导入过", en: "This file was imported before" }
} as const satisfies Words
