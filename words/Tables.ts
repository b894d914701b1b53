import type { Words } from "./Words.ts"

/** What the reader of tables says: pages show it in their language, commands and the API in English. */
export const tableWords = {
  "table.shown": { zh: "{text}", en: "{text}" },
  "table.answered": { zh: "你选的", en: "answered" },
  "table.same": { zh: "怎样读结果都一样", en: "every reading gives the same" },
  "table.only": { zh: "只有这样读每行都对得上", en: "no other reading fits every row" },
  "table.not_read": { zh: "隐藏的工作表，不读", en: "a hidden sheet, not read" },
  "table.ignored": { zh: "这个文件用不到", en: "not asked of this file" },
  "table.turned": { zh: "每一列是一天", en: "the days are columns" },
  "table.side_by_side": { zh: "并排的几张同名表连成一张", en: "tables with the same names, side by side" },
  "table.amount.sum": { zh: "每行都等于 {names} 相加", en: "in every row the sum of {names}" },
  "table.amount.only": { zh: "只有这一列是金额", en: "the only column of amounts" },
  "table.decimals": { zh: "后面跟一两位数字的只有它", en: "the only one behind which one or two digits stand" },
  "table.year.named": { zh: "表头上面或工作表名里写着", en: "named above the table, or by the sheet" },
  "table.year.fits": { zh: "没有一天在将来", en: "no day is in the future" },
  "table.year.differs": { zh: "有的日期在将来，或星期对不上", en: "a day is in the future, or its weekday wrong" },
  "table.rows.receipts": { zh: "每行是一张单", en: "each row is a receipt" },
  "table.rows.times": { zh: "每行有时间，也不是累计数", en: "the rows have times, and no running total falls" },
  "table.ask.sheet": { zh: "几张工作表都有日期，各是各的日子", en: "several sheets have days, each its own" },
  "table.ask.sheet.same": { zh: "几张工作表都有日期，有的日子重复", en: "several sheets have days, and some the same" },
  "table.sheet.days": { zh: "{n} 天，{first} … {last}", en: "{first} … {last}, days: {n}" },
  "table.ask.date_column": { zh: "几列都是日期，而且不一样", en: "several columns have dates, and they differ" },
  "table.ask.date_order": { zh: "没有一行能确定哪个是月、哪个是日", en: "no row settles the order of day and month" },
  "table.ask.year": { zh: "日期没有写年份", en: "the dates have no year" },
  "table.ask.serial_dates": { zh: "日期是 Excel 的序号", en: "the dates are numbers of Excel" },
  "table.ask.time_zone": { zh: "时间带着时差，换成 {zone} 的时间，有的就是另一天", en: "times with an offset give other days in {zone}" },
  "table.ask.time_column": {
    zh: "时间在另一列，有的早于营业日的开始",
    en: "some rows are before the beginning of the shop's day, with the time in a column of its own"
  },
  "table.ask.period.name": { zh: "日期那列叫“{name}”", en: "the dates are called {name}" },
  "table.ask.period.months": { zh: "每个日期都是 1 号，像是一个月一行", en: "every date is the first of a month" },
  "table.ask.period.weeks": { zh: "日期都隔七天，像是一周一行", en: "the dates are seven days apart" },
  "table.period.days": { zh: "每行的金额就是那一天的", en: "each amount is that of the one day" },
  "table.ask.amount_column": {
    zh: "可能是营业额的不止一列，或者列名看不出来",
    en: "several columns may be the turnover, or no name says so"
  },
  "table.ask.amount_column.parts": { zh: "没有合计列，这几列可以相加", en: "no column is the total: these can be added" },
  "table.ask.amount_column.credit": {
    zh: "进账和出账各一列，“{name}”是进账",
    en: "one column is money in and one is money out; {name} is the money in"
  },
  "table.ask.decimal_sign": { zh: "没有一个金额能确定哪个是小数点", en: "no amount settles which sign is the decimal one" },
  "table.ask.split_amount": { zh: "金额可能被逗号拆成了两格（{rows}）", en: "an amount may have been split at its comma ({rows})" },
  "table.split_amount.apart": { zh: "金额和后面一格是两个数", en: "the amount and the field behind it are two values" },
  "table.ask.row_rule": { zh: "“{name}”是“{value}”的有 {n} 行，共 {sum}", en: "rows with {value} in {name}: {n}, together {sum}" },
  "table.ask.row_rule.minus": {
    zh: "“{name}”有 {n} 行是负数，共 {sum}：是退款（照常算，会减掉），还是付出去的钱（不算）？",
    en: "rows with a minus in {name}: {n}, together {sum}. Refunds count, and are taken off; money that was paid out does not"
  },
  "table.row_rule.count": { zh: "照常算", en: "they count" },
  "table.row_rule.leave_out": { zh: "不算", en: "they are left out" },
  "table.row_rule.subtract": { zh: "减去", en: "they are subtracted" },
  "table.ask.branch": { zh: "“{name}”里不止一家店", en: "{name} has more than one branch" },
  "table.branch.rows": { zh: "{n} 行，共 {sum}", en: "rows: {n}, together {sum}" },
  "table.ask.subtract": { zh: "金额旁边的“{name}”是退款，共 {sum}", en: "{name} beside the amount has refunds, together {sum}" },
  "table.subtract.column": { zh: "从金额里减去", en: "they are taken off the amounts" },
  "table.subtract.nothing": { zh: "金额已经减过", en: "the amounts are without them" },
  "table.ask.decimals": {
    zh: "{n} 个金额的小数位比货币的多（第 {line} 行 {amount}）",
    en: "amounts with more decimals than the currency has: {n} (line {line}: {amount})"
  },
  "table.decimals.round": { zh: "每天加起来再四舍五入", en: "each day's sum is rounded" },
  "table.decimals.refuse": { zh: "不导入这个文件", en: "the file is refused" },
  "table.ask.rows_of_a_document": {
    zh: "{n} 张单不止一行，每行金额一样（{document} 有 {rows} 行 {amount}）",
    en: "documents with the same amount in each of their rows: {n} ({document} has {rows} rows with {amount})"
  },
  "table.rows_of_a_document.once": { zh: "那是整张单的金额，只算一次", en: "it is the whole document's amount, which counts once" },
  "table.rows_of_a_document.sum": { zh: "每行是自己的金额，加起来", en: "each row has its own amount, and they add up" },
  "table.ask.negative_day": { zh: "{n} 天加起来是负数（{date} 是 {amount}）", en: "days below zero: {n} ({date} is {amount})" },
  "table.rows.branches": { zh: "每行是一家店", en: "each row is a branch" },
  "table.ask.rows_of_a_day": { zh: "有 {n} 天不止一行，{date} 有 {amounts}", en: "days with several rows: {n}; {date} has {amounts}" },
  "table.rows_of_a_day.sum": { zh: "加起来", en: "they add up" },
  "table.rows_of_a_day.once": { zh: "是同一个数重复写，算一次", en: "they repeat the day with the same amount" },
  "table.ask.closed": { zh: "有 {n} 行没有金额，写的是休息（{rows}）", en: "rows that say the shop was closed: {n} ({rows})" },
  "table.ask.no_amount": { zh: "有 {n} 行没有金额（{rows}）", en: "rows without an amount: {n} ({rows})" },
  "table.means.closed": { zh: "标为店休", en: "shop closed" },
  "table.means.skip": { zh: "不导入这几天", en: "the days are not imported" },
  "table.means.zero": { zh: "那天营业额是 0", en: "a day of 0.00" },
  "table.ask.no_date": { zh: "有 {n} 行有金额没有日期（{rows}）", en: "amounts without a date: {n} ({rows})" },
  "table.no_date.above": { zh: "算在上面那一天", en: "another row of the day above it" },
  "table.no_date.leave_out": { zh: "不算", en: "not turnover of a day" },
  "table.warn.total": {
    zh: "第 {line} 行“{label}”写的是 {says}，但各天相加是 {sum}",
    en: "line {line} ({label}) says {says}, but the days add up to {sum}"
  },
  "table.warn.weekday": { zh: "第 {line} 行：{date} 不是这个星期几", en: "line {line}: {date} is another weekday" },
  "table.warn.hidden": {
    zh: "{n} 天在隐藏的行里（例如被筛选掉），也算在内",
    en: "days in rows that are hidden, by a filter for example, count: {n}"
  },
  "table.fault": { zh: "{expected}，写的是 {value}", en: "expected {expected}, got {value}" },
  "table.fault.nothing": { zh: "{expected}，这里是空的", en: "expected {expected}, got nothing" },
  "table.fault.other": {
    zh: "{expected}，这里是 {value}，另一处是 {other}",
    en: "expected {expected}, got {value}, but elsewhere {other}"
  },
  "table.fault.not_a_table": {
    zh: "应是表格：另存为 .xlsx 或 CSV 再试",
    en: "a table as .xlsx, .xls, .ods or text: export it as one of these"
  },
  "table.fault.no_workbook": {
    zh: "应是没有损坏、没有密码的 Excel 文件：用 Excel 或 WPS 打开，另存为 .xlsx",
    en: "an undamaged workbook without a password: open it in Excel and save it as .xlsx"
  },
  "table.fault.encoding": { zh: "认不出文字编码：另存为 .xlsx 或 UTF-8 的 CSV", en: "text in a known charset such as UTF-8 or GB18030" },
  "table.fault.too_large": {
    zh: "最多 5 MB、10 万行、300 列、100 万格：分成几个文件，或只留日期和金额",
    en: "at most 5 MiB, 16 MiB inflated, 100000 rows, 300 columns and a million cells"
  },
  "table.fault.too_slow": {
    zh: "读得太久：只留日期和金额，或分成几个文件",
    en: "a table that is read within 10 seconds: keep dates and amounts alone"
  },
  "table.fault.empty": { zh: "里面没有一天有金额", en: "at least one day with an amount" },
  "table.fault.no_days": { zh: "没有一列是日期", en: "a column of dates" },
  "table.fault.sheet": { zh: "没有这张工作表", en: "a sheet of the workbook" },
  "table.fault.columns": { zh: "没有这一列", en: "a column's name in the header, or its position from 1" },
  "table.fault.no_amounts": { zh: "没有一列是金额", en: "a column of amounts" },
  "table.fault.unit": { zh: "金额应以一元为单位，用店里的货币", en: "amounts in whole units of the shop's currency" },
  "table.fault.currency": { zh: "应是店里货币的金额", en: "amounts in the shop's currency" },
  "table.fault.formula": {
    zh: "公式没有算出结果：用 Excel 或 WPS 打开，等它算完，再保存",
    en: "a value: open the workbook in Excel, let it compute, and save it"
  },
  "table.fault.zero_in_xls": {
    zh: "旧版 .xls 里的 0 可能是没算的公式：另存为 .xlsx 再试",
    en: "a figure that an old .xls cannot have left uncomputed: save it as .xlsx"
  },
  "table.fault.date": { zh: "应是真有的日期", en: "a calendar date from 2000-01-01 on" },
  "table.fault.future": { zh: "这一天还没到", en: "a day that is not in the future" },
  "table.fault.amount": { zh: "应是 0 到 9,999,999,999.99 的金额", en: "an amount from 0 to 9999999999.99" },
  "table.fault.decimals": { zh: "小数位最多和货币的一样", en: "an amount with at most the decimals of the currency" },
  "table.fault.decimal_sign": { zh: "小数点和这一列的其他金额不同", en: "an amount with the decimal sign of its column" },
  "table.fault.error_value": { zh: "Excel 里是错误值", en: "a value instead of an error of Excel" },
  "table.fault.merged_amount": {
    zh: "金额是几行合并的一格：拆开，每行写自己的",
    en: "an amount of its own for each row, not one cell over several"
  },
  "table.fault.fields_of_header": {
    zh: "比表头多了格：带逗号的金额要加英文引号",
    en: "at most as many fields as the header, with quotes around an amount that has a comma"
  },
  "table.fault.quote": { zh: "引号没有成对", en: "a closing quote at the end of its field" },
  "table.fault.same_amount": { zh: "一天应只有一个金额", en: "one amount a day" },
  "table.fault.negative_day": { zh: "一天的营业额不能小于 0", en: "a day of 0 or more" },
  "table.fault.day_total_differs": { zh: "当天的合计和各行相加不一致", en: "a day's total that agrees with its rows" },
  "table.fault.second_table": {
    zh: "下面是另一张表：分成两个文件",
    en: "one table, with one header: put the other into a file of its own"
  },
  "table.fault.ledger": {
    zh: "应是每天的营业额，不是种类这么多的逐笔流水：先按天汇总",
    en: "takings by day instead of a ledger of receipts with so many kinds in its columns: sum it up by day first"
  },
  "table.fault.answer": { zh: "文件里的内容和这个选择对不上", en: "an answer that the file offers and does not contradict" }
} as const satisfies Words

/** A key without the part that all of them have. */
export type TableKey = keyof typeof tableWords extends infer Key ? Key extends `table.${infer Rest}` ? Rest : never : never
