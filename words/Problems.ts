import type { Words } from "./Words.ts"

/** Why the service is not well, and what came of an import at start, by the server's code. */
export const problemWords: Words = {
  "problem.database_silent": { zh: "数据库没有回应。", en: "The database does not answer." },
  "problem.scheduler_stopped": { zh: "结账程序停了，到时间不会结账。", en: "The scheduler has stopped: no day is closed." },
  "problem.settlement_failed": {
    zh: "上次结账没有成功，一分钟内会再试。",
    en: "The last closing failed; it is tried again within a minute."
  },
  "problem.day_unsettled": { zh: "{date} 过了结账时间，还没有结账。", en: "{date} is not closed although its closing time is past." },
  "problem.messages_failed": {
    zh: "有 {count} 条消息没有送达，原因见“消息”。",
    en: "{count} messages could not be delivered: see the reasons under Messages."
  },
  "problem.messages_failed.one": {
    zh: "有 1 条消息没有送达，原因见“消息”。",
    en: "1 message could not be delivered: see the reason under Messages."
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
  "problem.replica_config": {
    zh: "有 {count} 个进程的配置文件有错误，仍用原来的设置。请改好文件，再重读配置。",
    en:
      "The configuration files of {count} replicas have a fault, so earlier settings apply there. Correct them and read the settings again."
  },
  "problem.replica_config.one": {
    zh: "有 1 个进程的配置文件有错误，仍用原来的设置。请改好文件，再重读配置。",
    en: "The configuration file of 1 replica has a fault, so earlier settings apply there. Correct it and read the settings again."
  },
  "problem.replicas_differ": {
    zh: "各进程的设置不一样：{keys}。请改成一样，再重读配置或重启。",
    en: "The replicas have different settings: {keys}. Give each the same settings, then read them again or restart."
  },
  "problem.backup_folder": {
    zh: "每日备份没有成功：备份文件夹（backup_dir）用不了。10 分钟后再试，原因见日志。",
    en: "The daily backup failed: the backup folder (backup_dir) cannot be used. It is tried again in 10 minutes; the log says why."
  },
  "problem.backup_copy": {
    zh: "每日备份没有成功：没有做出核对无误的副本。10 分钟后再试，原因见日志。",
    en: "The daily backup failed: no verified copy was made. It is tried again in 10 minutes; the log says why."
  },
  "problem.generated_in_future": {
    zh: "有 {count} 天的估算日期在将来，最早是 {first}。请核对服务器时间，再逐天修改。",
    en: "{count} generated days are dated in the future, the first {first}. Check the server's clock and correct each day."
  },
  "problem.generated_in_future.one": {
    zh: "有 1 天的估算日期在将来：{first}。请核对服务器时间，再修改这一天。",
    en: "1 generated day is dated in the future: {first}. Check the server's clock and correct this day."
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
}
