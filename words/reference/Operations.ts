import type { Translations } from "./Translations.ts"

/** The operations and their parameters. */
export const operations: Translations = {
  "Daily turnover": "每日营业额",
  "One shop's turnover, one amount a calendar day, settled at a daily cutoff.": "一家店的营业额：每天一个金额，到结账时间结账。",
  "The address that served this document": "提供这份文档的地址",
  "dashboard": "看板",
  "admin": "管理",
  "The goals of the months": "各月的目标",
  "Of this month and those to come, with where each goal comes from.": "这个月和之后的月份，以及每个目标来自哪里。",
  "Set the goal of a month, or clear it": "设一个月的目标，或清除它",
  "Up to 24 months ahead. It takes precedence over `goals` of config.json and is audited. The same amount again changes nothing.":
    "最多提前 24 个月。它优先于 config.json 的 `goals`，并记入修改记录。金额相同时什么都不改。",
  "The figures of the dashboard": "看板上的数字",
  "Today, yesterday, the day before, this week, last week and this month. Totals hold final days only.":
    "今天、昨天、前天、本周、上周和本月。合计只算已结账的日子。",
  "One point a day, oldest first": "每天一个数，按日期从早到晚",
  "The last point is yesterday until today is settled. A day that is not final has an estimate.":
    "今天结账之前，最后一个是昨天。没有结账的日子给出预估金额。",
  "The final days of the last calendar days, oldest first": "最近若干天里已结账的日子，按日期从早到晚",
  "The last N calendar days, today included; days that are not final are left out.": "截至今天的 N 天；没有结账的日子不列出。",
  "Every change of a day, newest first": "每一次修改，最新的在前",
  "Of the days on which the changes were made. Records are only appended, and each has a hash over the one before, so that a changed record is noticed.":
    "按写入的日子取。只增不改，每一条都用哈希与前一条相连，历史一旦被改过就能查出来。",
  "Every calendar day of a range, oldest first": "一段日子里的每一天，按日期从早到晚",
  "At most 3660 days, up to 31 days after today. A day without a record has amount null; there are no estimates.":
    "最多 3660 天，到今天之后 31 天为止。没有记录的日子，amount 为 null；不含预估金额。",
  "One day: its record, note, audit and messages": "某一天：记录、备注、修改记录和消息",
  "A day without a record has amount null; a day to come may have a mark.":
    "没有记录的日子，amount 为 null；还没有到的日子也可以有店休和备注。",
  "What a week or a month has come to": "一周或一个月的报表",
  "A period that is not over is reported up to the last day that counts. Only counted days are in the mean and can be the best or worst day.":
    "还没有过完的，到目前算数的最后一天为止。平均、最高和最低只算清点过的日子。",
  "Whether the service works": "服务是否正常",
  "200 for ok and degraded (a person should look), 503 for down.": "ok 和 degraded（需要有人看一下）返回 200，down 返回 503。",
  "Final turnover as CSV": "已结账的营业额，CSV 格式",
  "UTF-8, header date,amount, CRLF, two decimals, oldest first. Importing it changes nothing.":
    "UTF-8 编码，表头为 date,amount，CRLF 换行，两位小数，按日期从早到晚。原样导入不会改变任何数据。",
  "Server-sent events": "服务器推送事件（SSE）",
  "A tick at once and every 30 seconds; force_refresh at minutes 0 and 1 of every hour and whenever a figure changes. Comments come in between: if nothing comes for two seconds, the connection is lost.":
    "连上后马上收到一次 tick，此后每 30 秒一次；每小时的第 0 分和第 1 分，以及数字有变化时，收到 force_refresh。其间不断有注释行：超过两秒没有任何内容，就是连接断了。",
  "Enter, correct or confirm a day": "录入、修改或确认某一天的金额",
  "Sets the amount of a date, makes it final, writes an audit record and sends a message to the chat.":
    "写入这一天的金额并结账，留下修改记录，并给群里发消息。",
  "feed": "收银上报",
  "Push what a till has counted": "上报收银的数",
  "Of today or of a day that awaits its figure: the running amount or, with `final`, the figure. A figure that is stored is never changed.":
    "今天，或者还在等数的日子：报目前的数；带 final 就是当天的数。已经有的数不会被改。",
  "Withdraw a day's figure": "撤回某一天的金额",
  "The day then has no record; the audit keeps the entry and the withdrawal, and the group gets a message. A reason is required.":
    "撤回后，这一天没有记录；录入和撤回都留在修改记录里，群里会收到消息。必须写明原因。",
  "Mark a day closed, or note something about it": "把某一天记为店休，或写备注",
  "Up to 366 days ahead. No amount is generated for a closed day, and it is not missing. A figure for it opens it again.":
    "最多提前 366 天。店休的日子不生成金额，也不算缺；给它录入金额，就恢复营业。",
  "Undo the newest change of a day": "撤销某一天最近的一次修改",
  "Restores the earlier amount, source, mark and note, and whether the day was final. The role entry may undo changes of its own token, within 10 minutes.":
    "把金额、来源、是否结账、店休和备注恢复成修改前的样子。entry 角色只能在 10 分钟内撤销自己的修改。",
  "Send a test message": "发送测试消息",
  "Tries a card, then a rich post, then text, until one is delivered; 10 seconds at most. Nothing is stored.":
    "依次用卡片、富文本、纯文本发送，送达为止；最长 10 秒。不写入任何数据。",
  "Ask the source for a day's figure": "向金额来源问某一天的数",
  "What amount_source answers for a day, yesterday by default; 120 seconds at most. Nothing is stored.":
    "按 amount_source 问某一天的数，默认问昨天；最长 120 秒。不写入任何数据。",
  "Import days from CSV": "从 CSV 导入",
  "Two columns, date,amount, or those that date_column and amount_column name; UTF-8, GB18030, UTF-16 or the charset named in Content-Type. All rows or none.":
    "日期和金额两列（date,amount），或由 date_column 和 amount_column 指定的两列；编码为 UTF-8、GB18030、UTF-16，或 Content-Type 中注明的字符集。要么全部写入，要么一行也不写。",
  "The last lines of the application log, newest last": "运行日志的最后若干行，最新的在最后",
  "One JSON object a line; pushes with their status and an excerpt of the reply. Of several replicas, the log of the one that responds.":
    "每行一个 JSON 对象；推送消息的记录带有状态和回复摘录。有多个进程时，是答复这次请求的进程的日志。",
  "Read the configuration file again": "重读配置文件",
  "All settings take effect, or none. The daily settlement is scheduled again, and one check runs at once.":
    "全部生效，或全部不生效；随后重新安排每日结账，并马上检查一次是否该结账。",
  "Messages to the chat, newest first, with every attempt": "发到群里的消息，最新的在前，附每一次发送",
  "What was sent, what is waiting, and what failed and why. Each chat gets its own copy of a message.":
    "哪些已发出，哪些在等待，哪些失败了、为什么失败。每个群聊各有一份。",
  "Drop a message that is waiting or failed": "删掉一条还在等待、或没有发成的消息",
  "The message is not sent, and its attempts are deleted. The log names the person who dropped it.":
    "不再发送，发送记录一并删除；日志里记着是谁删的。",
  "only messages for the chat of this name": "只取发给这个群聊的消息",
  "Send a message again": "再次通知",
  "Tries the card first again; earlier attempts are kept. If the day's figure has changed since the message, the response and the message say what it is now. If the body names a chat, that chat gets the message instead.":
    "从卡片格式重新开始；之前的发送记录保留。如果当天的金额后来改过或撤回了，返回值和消息里都会写明现在的金额。请求里写了群聊，就改发到那个群聊。",
  "Whether the audit chain holds": "检查修改记录是否完整",
  "Recomputes every hash, and compares every day and goal with its newest record. If the newest records were removed, or a record and all later ones were rewritten, only a head that was kept elsewhere shows it.":
    "重新计算每一条的哈希，并把每一天、每个月目标与它最新的记录比对。最新的几条如果被删掉或整段重写，要和另外存下的编号比对才看得出来。",
  "What is set, and what a new shop still has to decide on": "哪些已经设好，新店还有哪些要决定",
  "By the settings in effect. No address and no secret is shown.": "按现在的设置。不会给出网址和密钥。",
  "adds the column source: always, or only if one of the days was generated": "加一列 source（来源）：总是加，或者有系统估算的日子才加",
  "calendar days": "天数",
  "the day": "日期",
  "start with a byte order mark, for Excel": "文件开头加 BOM，供 Excel 识别编码",
  "a repeated request gets the response of the first one, for at least 24 hours":
    "至少 24 小时内，用同一个值重复请求，得到第一次的回答，不会重复写入",
  "the reason, if the body has none": "原因，请求体里没有时填写",
  "the actor, if the body has none": "经手人，请求体里没有时填写",
  "report what would happen, write nothing": "只预览结果，不写入",
  "`newest_change` of the dry run's response: the import is refused if it would overwrite a later change":
    "预览返回的 newest_change；如果导入会覆盖此后的修改，就拒绝导入",
  "skip: rows that equal a final stored day are left alone; by default each row is audited and announced":
    "skip：和已有定版相同的行不动；不写时每行都记一笔、发一条",
  "a message for each row or one for all; by default what import_notify says": "每行一条消息，还是合成一条；不写时按 import_notify",
  "the column with the dates: its name in the header, or its position from 1": "日期列：表头中的列名，或从 1 数起的列号",
  "the column with the amounts: its name in the header, or its position from 1": "金额列：表头中的列名，或从 1 数起的列号",
  "how many of the last lines": "取最后多少行",
  "only messages in this state": "只取这个状态的消息",
  "older than this id": "只取编号比它小、也就是更早的消息",
  "how many": "取多少条",
  "id of the message": "消息编号"
}
