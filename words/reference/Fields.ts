import type { Translations } from "./Translations.ts"

/** What the fields of requests and answers hold. */
export const fields: Translations = {
  "yuan, at most two decimals": "元，最多两位小数",
  "ISO 8601 to the second, with the UTC offset of the shop's zone": "ISO 8601 格式，精确到秒，带店里时区的 UTC 偏移",
  "ISO 8601 with UTC offset": "ISO 8601 格式，带 UTC 偏移",
  "HH:MM": "HH:MM，24 小时制",
  "calendar date in the shop's zone": "店里时区的日期",
  "the day that counts last": "目前算到的最后一天",
  "null unless the day is final": "没有结账时为 null",
  "where the amount comes from": "金额的来源",
  "the shop was closed": "这一天店休",
  "sum of the final days from start to end": "从 start 到 end，已结账日子的合计",
  "calendar days of it that are over; today is one from its settlement on": "其中已经过完的天数；今天结账后也算一天",
  "those of the final days that nobody counted": "已结账的日子里，由系统估算、没有清点过的天数",
  "from the first record on": "从有第一条记录的那天算起",
  "days without a final record, from the first record on, closed days left out": "没有结账记录的日子，从有第一条记录的那天算起，店休不算",
  "Sums over matching days alone: both of a pair are final and of the same basis. null when no pair is there; only a day that cannot be compared itself still has the previous amount.":
    "只合计能成对比较的日子：两天都已结账，并且 basis 相同。一对也没有时为 null；只有单独一天本身不能比较时，仍给出之前的金额。",
  "counted: only days that were counted or imported; generated: only generated ones, where the last 14 final days all are":
    "counted：只比清点过或导入的日子；generated：最近 14 个已结账的日子全是系统估算时，只比系统估算的日子",
  "a number once the cutoff is past and the day is final": "过了结账时间并且已结账后才有数，此前为 null",
  "today's record before the cutoff; null without one, and from the cutoff on":
    "结账时间之前，今天已有的记录；没有记录时，以及结账时间之后，为 null",
  "as of the day that counts last; days_compared of the mean are the weekdays it is made of":
    "截至目前算到的最后一天；平均数的 days_compared 是参与平均的天数",
  "the last 14 final days were all generated": "最近 14 个已结账的日子都由系统估算",
  "what will be generated at the cutoff is between these; null where nothing will be":
    "到结账时间系统会在这个区间里估一个金额；不会估算时为 null",
  "the as-of day is the best counted one of its weekday in eight weeks": "as_of 这一天，是八周以来同一星期几里清点金额最高的",
  "of the counted days of its weekday in the eight weeks before": "此前八周里，同一星期几已清点的日子",
  "what the as-of day's counted amount is far above or below; null where it is as usual":
    "as_of 这一天的清点金额明显偏高或偏低时，与什么相比；与平时相当时为 null",
  "true where the day is not final: the amount a generator would give": "没有结账时为 true，金额是系统给出的预估",
  "whether the day has a record; one that is not final is estimated all the same": "这一天有没有记录；有记录但没有结账的，金额仍是预估",
  "a week before, where that day can be compared": "上周同一天的金额，可以比较时才有",
  "mean of those of the last four same weekdays that can be compared": "前四周的同一天里，可以比较的日子的平均金额",
  "how many of the four the mean is made of": "参与平均的天数",
  "the newest final day until the day that counts last; null without one": "截至目前算到的最后一天，最近一个已结账的日子；没有时为 null",
  "null where the record sets no amount": "这条记录没有写入金额时为 null",
  "of a dry run: the newest change that it has seen, to be sent with the import": "只在预览时有：预览时最新一次改动的编号，导入时带上",
  "the day now": "这一天现在的样子",
  "the day before the change": "修改前这一天的样子",
  "the change's audit record, by which it can be undone; null where nothing has changed":
    "这次修改在修改记录里的编号，撤销时要用；什么都没有改时为 null",
  "who has set or removed the figure, where it is known": "谁写入或撤回了这个金额；不知道时为 null",
  "when": "时间",
  "id of the change's audit record": "这次修改在修改记录里的编号",
  "the day must have no figure": "这一天现在必须没有金额",
  "the amount that the day must have, together with `expected_source`": "这一天现在必须是这个金额，要和 `expected_source` 一起写",
  "the source that the day must have, together with `expected_amount`": "这个金额现在必须是这个来源，要和 `expected_amount` 一起写",
  "the figure that the day must have now, null for none; with any other figure the change is refused":
    "这一天现在必须是这个金额（null 表示没有），不一样就拒绝",
  "of the amount that is set or withdrawn": "写入或撤回的金额的来源",
  "SHA-256 over the previous hash and this record": "上一条的哈希与本条内容的 SHA-256",
  "the first day whose figure, closing or note differs from its newest record": "金额、店休或备注与最新一条修改记录不一致的第一天",
  "number and hash of the newest record, as N:HASH; kept elsewhere, it shows later that no record up to it was changed or removed":
    "最新一条修改记录的编号和哈希，写作 N:HASH；在别处留存一份，以后可以证明这条及以前的记录没有被改过或删过",
  "past days without a record, of the last 31; never invented": "最近 31 天里没有记录的日子；系统不会补造金额",
  "days that are stored although they have not come, the first 31: the clock was ahead":
    "已存入、实际还没有到的日子，最多列 31 个：系统时钟曾经超前",
  "daily backups that are dated in the future, the first 31": "日期在未来的每日备份，最多列 31 个",
  "the whole report, where the figures may be read": "完整的报告，给可以看营业额的人",
  "what a private service shows without the role view": "设为不公开（private）时，没有 view 角色的人只能看到这些",
  "host, process and start; null for those below the role manager": "主机、进程号和启动标记；不到 manager 角色时为 null",
  "whether it is the one that gives this answer": "是否就是给出这次答复的进程",
  "whether it sends the messages": "是否由它发送消息",
  "keys whose setting is not the answering replica's": "与答复进程的值不同的设置项",
  "whether its configuration file has a fault, so that earlier settings apply": "它的配置文件是否有错误；有错误时仍用原来的设置",
  "the processes that serve a PostgreSQL database, those seen in the last minute; empty with SQLite":
    "共用一个 PostgreSQL 数据库、最近一分钟内有消息的进程；用 SQLite 时为空",
  "the process whose log it is, of those on a PostgreSQL database; null with SQLite":
    "共用一个 PostgreSQL 数据库时，这是哪个进程的日志；用 SQLite 时为 null",
  "why the status is not ok: a stable code with its parameters, and a sentence": "状态不是 ok 的原因：固定的代码、参数和一句话说明",
  "stable name of what is wrong": "错误的固定代码",
  "what the sentence names": "那句话中用到的值",
  "what the message names: bounds, what was found": "说明中用到的值，例如范围、收到的内容",
  "whether ADMIN_TOKEN is set, so that the admin endpoints are open": "是否设置了 ADMIN_TOKEN，也就是管理接口是否开放",
  "of the record; null without one": "记录中的金额；没有记录时为 null",
  "when the record was last changed": "记录最后一次修改的时间",
  "whether the role `entry` may set the amount": "`entry` 角色能不能写入这一天的金额",
  "who changed it last": "最后一次由谁修改",
  "newest first": "最新的在前",
  "console where the message was only printed; null unless delivered": "消息只打印在控制台时为 console；没有送达时为 null",
  "the day's figure now, where it is not what the message states; null where it is":
    "当天的金额与消息里的不同时，这里是现在的金额；相同时为 null",
  "HTTP status of the bot's answer; null without an answer": "机器人回复的 HTTP 状态码；没有回复时为 null",
  "the bot's own code": "机器人返回的代码",
  "one sentence a person can act on": "一句话说明，看了就知道该怎么办",
  "one sentence: what was found, what is expected": "一句话说明：收到了什么，应该是什么",
  "every format that was tried, the delivered one last": "试过的每一种格式，送达的在最后",
  "rows of the file": "文件中的行数",
  "rows that are left out: titles above the header, a header whose columns were chosen by position, a total below the days; `sum` is that of the days":
    "略过的行：表头上方的标题、按位置选列时的表头、末尾的合计；sum 为各天金额之和",
  "of a dry run, the first 1000 rows": "预览时才有，前 1000 行",
  "keys of the configuration file whose value has changed": "配置文件中值有变化的项",
  "`before` of the next page; null on the last": "取下一页时 before 的值；最后一页为 null",
  "why it was given up, and what to fix": "为什么放弃发送，应该怎样解决",
  "line of the file at which the row starts, counted from 1": "这一行在文件中开始的行号，从 1 数起",
  "the first 100 faults": "前 100 处错误",
  "how many faults there are": "错误总数",
  "what chooses it: its name, or its position from 1": "用来选择这一列的值：列名，或从 1 数起的列号",
  "its name in the header; empty where there is none": "表头中的列名；没有时为空",
  "its first value": "这一列的第一个值",
  "columns to choose from with `date_column` and `amount_column`, where the first two may be the wrong ones":
    "可用 date_column 和 amount_column 选择的列；前两列可能不对时给出"
}
