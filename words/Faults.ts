import type { Words } from "./Words.ts"

/** What is wrong with a value, by the server's code. The sentence follows the name of the value, or stands beside its line. */
export const faultWords = {
  "fault.required": { zh: "必填，现在没有", en: "is required" },
  "fault.invalid": { zh: "写法不对", en: "has the wrong form" },
  "fault.one_only": { zh: "只能有一个", en: "can be there only once" },
  "fault.date": { zh: "应是日期，例如 2026-10-01", en: "should be a date such as 2026-10-01" },
  "fault.date_from": { zh: "应是 {first} 或以后的日期，例如 2026-10-01", en: "should be a date from {first} on, such as 2026-10-01" },
  "fault.date_until": { zh: "最晚可以到 {last}", en: "can be {last} at the latest" },
  "fault.date_range": { zh: "应是 {first} 至 {last} 的日期", en: "should be a date from {first} to {last}" },
  "fault.dates": { zh: "应是日期的列表，例如 [\"2027-10-01\"]", en: "should be a list of dates such as [\"2027-10-01\"]" },
  "fault.year": { zh: "应是 2000 至 2099 的年份，例如 2027", en: "should be a year from 2000 to 2099, such as 2027" },
  "fault.period": {
    zh: "应是 2026-W47 这样的周，或 2026-11 这样的月",
    en: "should be a week such as 2026-W47, or a month such as 2026-11"
  },
  "fault.weekly_time": {
    zh: "应是星期 MON 至 SUN 加时间，例如 MON 09:00",
    en: "should be a weekday MON to SUN and a time, such as MON 09:00"
  },
  "fault.monthly_time": { zh: "应是每月的日子 1 至 31 加时间，例如 1 09:00", en: "should be a day 1 to 31 and a time, such as 1 09:00" },
  "field.period": { zh: "周或月", en: "week or month" },
  "fault.month": { zh: "应是月份，例如 2026-11", en: "should be a month such as 2026-11" },
  "fault.goals": {
    zh: "应是月份和金额，例如 {\"2026-11\": 110000, \"default\": 100000}",
    en: "should be months with amounts, such as {\"2026-11\": 110000, \"default\": 100000}"
  },
  "fault.goal_month": { zh: "应是月份，例如 2026-11，或者 default", en: "should be a month such as 2026-11, or default" },
  "fault.time": { zh: "应是 00:00 至 23:59 的时间", en: "should be a time from 00:00 to 23:59" },
  "fault.time_until": { zh: "应是 00:00 至 {last} 的时间", en: "should be a time from 00:00 to {last}" },
  "fault.zone": { zh: "应是时区的名字，例如 Asia/Shanghai", en: "should be a time zone such as Asia/Shanghai" },
  "fault.amount": {
    zh: "应是 0 至 9,999,999,999.99 的金额，最多两位小数",
    en: "should be an amount from 0 to 9,999,999,999.99 with at most two decimals"
  },
  "fault.decimals": { zh: "最多两位小数", en: "should have at most two decimals" },
  "fault.amount_range": {
    zh: "应是从小到大的两个金额，例如 [2800, 3600]",
    en: "should be two amounts, the smaller first, such as [2800, 3600]"
  },
  "fault.whole_number": { zh: "应是 {min} 至 {max} 的整数", en: "should be a whole number from {min} to {max}" },
  "fault.truth": { zh: "应是 true 或 false", en: "should be true or false" },
  "fault.one_of": { zh: "只能是其中之一：{names}", en: "should be one of {names}" },
  "fault.whole_amount": { zh: "这个币种没有小数，要写整数", en: "should be whole, because the currency has no decimals" },
  "fault.currency_decimals": {
    zh: "只能是最多两位小数的币种，服务不记更多位",
    en: "should be a currency with at most two decimals, because no more are kept"
  },
  "fault.currency": {
    zh: "应是币种的 ISO 4217 代码，大写，例如 CNY、USD",
    en: "should be the code of a currency by ISO 4217 in capitals, such as CNY or USD"
  },
  "fault.locale": {
    zh: "应是语言加地区的 BCP 47 代码，例如 zh-CN、de-DE",
    en: "should be a language with its country by BCP 47, such as en-GB or de-DE"
  },
  "fault.text": { zh: "应是文字", en: "should be a text" },
  "fault.text_at_most": { zh: "应是文字，最多 {max} 个字", en: "should be a text of at most {max} characters" },
  "fault.column_name": { zh: "应是列名，最多 {max} 个字", en: "should be the name of a column, of at most {max} characters" },
  "fault.address": { zh: "应是 http 或 https 开头的网址，或者 console:", en: "should be an http(s) address, or console:" },
  "fault.https": {
    zh: "应是 https 开头的网址，自己网络里的可以用 http",
    en: "should be an https address; http only within your own network"
  },
  "fault.bot_of_other_kind": { zh: "和网址对不上：网址是 {product} 的", en: "does not fit the address, which is one of {product}" },
  "fault.bot_address": { zh: "不是 {product} 群机器人的网址", en: "is not the address of a {product} bot" },
  "fault.bot_secret": { zh: "应是 whsec_ 开头的密钥", en: "should be a secret that begins with whsec_" },
  "fault.setting_of_other_product": { zh: "{product} 的机器人没有这一项，请留空", en: "should be empty: a bot of {product} has none" },
  "fault.topics": { zh: "应是列表，至少有其中一项：{names}", en: "should be a list with one or more of: {names}" },
  "fault.unknown_member": { zh: "没有这一项，只能是：{names}", en: "is not known here; there are: {names}" },
  "fault.chat_name_taken": { zh: "这个名字已经有了，请换一个", en: "is the name of another chat: choose another" },
  "fault.known_chat": { zh: "没有这个群聊，应是其中之一：{names}", en: "should be one of the chats: {names}" },
  "fault.json_list": { zh: "应是一个列表", en: "should be a list" },
  "fault.public_address": {
    zh: "应是 http 或 https 开头的网址，不带用户名、密码、? 和 #，不用就留空",
    en: "should be an http(s) address without a name, a password, ? and #, or empty for none"
  },
  "fault.folder": {
    zh: "应是文件夹的路径，开头不能是 ~ 或 $，不用就留空",
    en: "should be the path of a folder, without ~ or $ at its start, or empty for none"
  },
  "fault.folder_below": { zh: "请放在 {names} 里面", en: "should be below {names}" },
  "fault.secret_again": {
    zh: "网址换了地方，请把整个网址和密钥再填一次",
    en: "is for another place than before: type the whole address and the secret again"
  },
  "fault.set_in_file": { zh: "这一项只能在 config.json 里改", en: "is changed in config.json alone" },
  "fault.program": {
    zh: "应是程序和它的参数，例如 [\"node\", \"tills/square.mjs\"]",
    en: "should be a program and its arguments, such as [\"node\", \"tills/square.mjs\"]"
  },
  "fault.variable_names": { zh: "应是环境变量名的列表", en: "should be a list of names of environment variables" },
  "fault.withheld_variable": { zh: "{name} 不能交给程序", en: "cannot have {name}: programs do not get it" },
  "fault.mailbox": { zh: "应是一个邮箱地址，例如 shop@example.com", en: "should be one mail address, such as shop@example.com" },
  "fault.mailboxes": { zh: "应是 1 到 {max} 个邮箱地址的列表", en: "should be a list of 1 to {max} mail addresses" },
  "fault.mail_server": { zh: "应只有 smtps://HOST:465 或 smtp://HOST:587", en: "should be smtps://HOST:465 or smtp://HOST:587 alone" },
  "fault.variable": {
    zh: "这里写的环境变量没有设置（可能是密码，所以不显示；密码请放进环境变量）",
    en: "names an environment variable that is not set (not shown: it may be a secret; a secret goes into a variable)"
  },
  "fault.pairs": { zh: "应是用逗号隔开的 key=value", en: "should be key=value pairs with commas between" },
  "fault.host_name": { zh: "应是主机名，例如 shop.example.com", en: "should be the name of a host, such as shop.example.com" },
  "fault.hosts": { zh: "应是用逗号隔开的主机名", en: "should be host names with commas between" },
  "fault.proxies": {
    zh: "应是 0 至 {max} 的代理层数，或用逗号隔开的地址和网段",
    en: "should be a number of proxies from 0 to {max}, or addresses and networks with commas between"
  },
  "fault.file": { zh: "读不了这个文件", en: "cannot be read" },
  "fault.file_encoding": { zh: "不是 UTF-8 文字，请另存为 UTF-8", en: "is not UTF-8 text: save it as UTF-8" },
  "fault.json": { zh: "不是 JSON：可能少了逗号、引号或括号", en: "is not JSON: a comma, a quote or a bracket may be missing" },
  "fault.json_until": {
    zh: "从第 {line} 行第 {column} 列起不是 JSON：那里或上一行末尾可能少了逗号、引号或括号",
    en:
      "is not JSON from line {line}, column {column} on: a comma, a quote or a bracket may be missing there, or at the end of the line before"
  },
  "fault.json_object": { zh: "应是用大括号括起来的 JSON", en: "should be a JSON object, in braces" },
  "fault.whole_body": { zh: "没有收到全部内容，请再试一次", en: "did not arrive whole: please try again" },
  "fault.exact_numbers": { zh: "数字太长，最多 15 位", en: "has a number of more than 15 digits" },
  "fault.http": { zh: "不是 HTTP 请求", en: "is not an HTTP request" },
  "fault.table": { zh: "表格里的这一处读不了（{reason}）", en: "expected a table that can be read here ({reason})" },
  "fault.idempotency_key": { zh: "应是 1 至 255 个英文字符，没有空格", en: "should be 1 to 255 ASCII characters without spaces" },
  "fault.key_reused": { zh: "已经用在另一次保存上", en: "was sent with another request" },
  "fault.day_with_figure": { zh: "{date} 没有金额", en: "{date} has no figure" },
  "fault.day_without_figure": { zh: "{date} 已经有金额 {amount}，请先撤回", en: "{date} has the figure {amount}: withdraw it first" },
  "fault.unsent_message": { zh: "消息 {id} 已经发出，或者不存在", en: "message {id} is sent already, or does not exist" },
  "fault.known_change": { zh: "{id} 号修改不存在，或者不能撤销", en: "change {id} does not exist, or cannot be undone" },
  "fault.person_name": {
    zh: "要有 1 至 {max} 个字，只用同一种文字的字母、数字和普通符号，并且不像服务自己用的名字",
    en: "should have 1 to {max} letters, digits and plain signs of one language, and not look like a name that the service uses itself"
  },
  "fault.name_alike": {
    zh: "{name} 和已有的 {taken}（角色 {role}）看起来一样，请换一个名字",
    en: "{name} looks like {taken}, which is taken (role {role}): choose another name"
  },
  "fault.name_taken": { zh: "{name} 已经有人用了（角色 {role}）", en: "{name} is taken (role {role})" },
  "fault.password": {
    zh: "应有 12 个字或更多，其中 8 个不同，不用引号、#、$、\\ 和换行",
    en: "should have 12 characters or more, 8 of them different, without quotes, # $ \\ and line breaks"
  },
  "fault.credential": { zh: "应是密码或邀请码", en: "should be a password or an invitation's code" },
  "fault.valid_token": { zh: "{id} 号密码不存在，或者已经作废", en: "token {id} does not exist, or is revoked already" },
  "fault.open_invitation": { zh: "{id} 号邀请不存在，或者已经结束", en: "invitation {id} does not exist, or has ended already" },
  "fault.open_session": { zh: "{id} 号登录不存在，或者已经退出", en: "session {id} does not exist, or has ended already" },
  "fault.named": { zh: "{name}：{fault}", en: "{name} {fault}" },
  "fault.found": { zh: "{fault}（现在是 {found}）", en: "{fault} (found: {found})" },
  "fault.and": { zh: "；", en: "; " },
  "field.reason": { zh: "原因", en: "reason" },
  "field.goal": { zh: "目标", en: "goal" },
  "field.month": { zh: "月份", en: "month" },
  "field.actor": { zh: "经手人", en: "name" },
  "field.note": { zh: "备注", en: "note" },
  "field.closed": { zh: "店休", en: "shop closed" },
  "field.final": { zh: "全天的数", en: "the whole day" },
  "field.name": { zh: "名字", en: "name" },
  "field.lang": { zh: "语言", en: "language" },
  "field.hash": { zh: "文件的版本", en: "version of the file" },
  "field.set": { zh: "设置", en: "settings" },
  "field.send": { zh: "补发哪些", en: "messages to send again" },
  "field.chat": { zh: "群聊", en: "chat" },
  "field.role": { zh: "可以做什么", en: "role" },
  "field.token": { zh: "密码", en: "password" },
  "field.secret": { zh: "大屏的密钥", en: "screen's secret" },
  "field.code": { zh: "邀请码或大屏的码", en: "code" },
  "field.id": { zh: "编号", en: "number" },
  "field.expires_on": { zh: "到期日", en: "last day" },
  "field.expected": { zh: "原来的金额", en: "earlier amount" },
  "field.expected_amount": { zh: "原来的金额", en: "earlier amount" },
  "field.expected_source": { zh: "原来的来源", en: "earlier source" },
  "field.idempotency-key": { zh: "这次保存的编号", en: "key of this save" },
  "field.newest_change": { zh: "预览时最新的修改", en: "newest change of the preview" },
  "field.equal": { zh: "没有变化的行", en: "unchanged rows" },
  "field.date_column": { zh: "日期列", en: "date column" },
  "field.amount_column": { zh: "金额列", en: "amount column" },
  "field.date_order": { zh: "年月日顺序", en: "order of the date" },
  "field.year": { zh: "年份", en: "year" },
  "field.serial_dates": { zh: "Excel 日期数字", en: "date numbers" },
  "field.time_zone": { zh: "时区", en: "time zone" },
  "field.time_column": { zh: "时间列", en: "time column" },
  "field.decimal_sign": { zh: "小数点", en: "decimal sign" },
  "field.split_amount": { zh: "被逗号拆开的金额", en: "split amount" },
  "field.row_rule": { zh: "各类行怎么算", en: "how rows count" },
  "field.decimals": { zh: "多余的小数位", en: "decimals" },
  "field.subtract": { zh: "要减的退款", en: "refunds to take off" },
  "field.branch": { zh: "门店", en: "branch" },
  "field.rows_of_a_document": { zh: "同一张单的多行", en: "rows of a document" },
  "field.negative_day": { zh: "负数的日子", en: "days below zero" },
  "field.rows_of_a_day": { zh: "同一天的多行", en: "rows of a day" },
  "field.no_amount": { zh: "没有金额的日子", en: "days without an amount" },
  "field.no_date": { zh: "没有日期的金额", en: "amounts without a date" },
  "field.notify": { zh: "怎样通知", en: "how it is announced" },
  "field.dry_run": { zh: "只预览", en: "preview only" },
  "field.before": { zh: "从哪一条往前", en: "start of the list" },
  "field.from": { zh: "从哪天", en: "first day" },
  "field.to": { zh: "到哪天", en: "last day" },
  "field.days": { zh: "天数", en: "days" },
  "field.lines": { zh: "行数", en: "lines" },
  "field.limit": { zh: "条数", en: "length of the list" },
  "field.state": { zh: "状态", en: "state" },
  "field.source": { zh: "来源列", en: "column of sources" },
  "field.bom": { zh: "给 Excel 的标记", en: "mark for Excel" }
} as const satisfies Words
