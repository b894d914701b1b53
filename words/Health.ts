import type { Words } from "./Words.ts"

/** The sentences of the health report, and about reloading the settings. */
export const healthWords = {
  "health.title": { zh: "系统", en: "System" },
  "health.ok": { zh: "一切正常", en: "All is well" },
  "health.ok.missing": { zh: "服务正常，有 {n} 天还没有数", en: "The service works, {n} days have no figure" },
  "health.ok.missing.one": { zh: "服务正常，有 1 天还没有数", en: "The service works, 1 day has no figure" },
  "health.degraded": { zh: "在运行，但有事要人看一看", en: "Running, but a person should look" },
  "health.down": { zh: "服务不可用", en: "Out of service" },
  "health.database": { zh: "数据库", en: "Database" },
  "health.scheduler": { zh: "结账", en: "Settlement" },
  "health.works": { zh: "正常", en: "works" },
  "health.fails": { zh: "不工作", en: "does not work" },
  "health.latency": { zh: "{ms} 毫秒", en: "{ms} ms" },
  "health.cutoff": { zh: "每天结账时间", en: "Settles daily at" },
  "health.next": { zh: "下次结账", en: "Next settlement" },
  "health.last": { zh: "上次检查", en: "Last check" },
  "health.never": { zh: "还没有", en: "None yet" },
  "health.zone": { zh: "时区", en: "Time zone" },
  "health.now": { zh: "服务器时间", en: "Server time" },
  "health.notifications": { zh: "群聊消息", en: "Chat messages" },
  "health.queue": { zh: "待发 {pending} 条，失败 {failed} 条", en: "{pending} waiting, {failed} failed" },
  "health.delivered": { zh: "最近发出", en: "Last sent" },
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
  "health.missing": { zh: "没有数的日子", en: "Days without a figure" },
  "health.missing.none": { zh: "从第一笔记录起，近 31 天没有缺", en: "None in the last 31 days, from the first record on" },
  "health.import": { zh: "启动时导入", en: "Import at start" },
  "health.import.off": { zh: "未启用", en: "Not enabled" },
  "health.version": { zh: "版本", en: "Version" },
  "health.replicas": { zh: "服务进程", en: "Replicas" },
  "health.replica.unnamed": { zh: "进程 {n}", en: "Replica {n}" },
  "health.replica.version": { zh: "版本 {version}", en: "version {version}" },
  "health.replica.sends": { zh: "负责发消息", en: "sends the messages" },
  "health.replica.answers": { zh: "正在答复本页", en: "answers this page" },
  "health.replica.seen": { zh: "{since} 启动，最近报到 {seen}", en: "since {since}, last seen {seen}" },
  "health.replica.fault": { zh: "配置文件有错误，仍用原来的设置", en: "Its configuration file has a fault, earlier settings apply" },
  "health.replica.differs": { zh: "与答复本页的进程设置不同：{keys}", en: "Other settings than the one that answers: {keys}" },
  "health.replica.versions": { zh: "版本不一样：升级时是正常的，升级完应当一致。", en: "Versions differ, as they do during an upgrade." },
  "health.raw": { zh: "原始数据", en: "Raw data" },
  "cutoff.button": { zh: "重读配置", en: "Read settings again" },
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
