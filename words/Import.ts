import type { Words } from "./Words.ts"

/** The sentences about importing a file. */
export const importWords = {
  "import.title": { zh: "导入营业额文件", en: "Import a turnover file" },
  "import.lead": {
    zh: "Excel（.xlsx）或 CSV 文件，有日期和金额两列即可；列更多时，预览前选择用哪两列。先预览，不会直接写入。",
    en:
      "An Excel (.xlsx) or CSV file with a date and an amount. If it has more columns, you choose two. You see a preview first; nothing is stored before you confirm it."
  },
  "import.drop": { zh: "把文件拖到这里，或点按选择", en: "Drop a file here, or click to choose one" },
  "import.limit": { zh: "不超过 5 MB", en: "5 MB at most" },
  "import.large": {
    zh: "文件有 {size} MB，超过 5 MB 的上限。请分成几个文件导入。",
    en: "The file has {size} MB, the limit is 5 MB. Please import it in several files."
  },
  "import.empty": { zh: "文件里没有一行数据。", en: "The file has no row of data." },
  "import.not_csv": { zh: "这不是 Excel 或 CSV 文件。", en: "This is neither an Excel nor a CSV file." },
  "import.template": { zh: "没有现成的文件？下载模板：", en: "No file yet? Download a template:" },
  "import.template.csv": { zh: "CSV 模板", en: "CSV template" },
  "import.template.xlsx": { zh: "Excel 模板", en: "Excel template" },
  "import.reading": { zh: "正在读取 {name}", en: "Reading {name}" },
  "import.sheet": { zh: "工作表（共 {n} 张）", en: "Sheet (one of {n})" },
  "import.sheet.only": { zh: "读取的是工作表“{sheet}”。", en: "Read from the sheet “{sheet}”." },
  "import.workbook.old_workbook": {
    zh: "这是旧版（.xls）或加密的 Excel 文件，请另存为不加密的 .xlsx 再试。",
    en: "This is an old (.xls) or encrypted Excel file. Save it as .xlsx without a password and try again."
  },
  "import.workbook.no_workbook": {
    zh: "这个 Excel 文件已损坏，或者不是 .xlsx。请用 Excel 或 WPS 打开，另存为 .xlsx 再试。",
    en: "This Excel file is damaged, or is no .xlsx. Open it in Excel, save it as .xlsx and try again."
  },
  "import.workbook.misplaced_rows": {
    zh: "这个 Excel 文件里有两行或两个格子占了同一个位置，会丢数据。请用 Excel 或 WPS 打开，另存为 .xlsx 再试。",
    en:
      "This Excel file has two rows or cells in the same place, one of which would be lost. Open it in Excel, save it as .xlsx and try again."
  },
  "import.workbook.odd_cell": {
    zh: "工作表“{sheet}”的 {cell} 格里有 Excel 不会写的内容，读出来的金额可能不对。请用 Excel 或 WPS 打开，核对这一格，另存为 .xlsx 再试。",
    en:
      "The cell {cell} of the sheet “{sheet}” has what Excel does not write, so its amount could be read wrong. Open the file in Excel, check the cell, save it as .xlsx and try again."
  },
  "import.workbook.too_large": {
    zh: "Excel 文件太大：一张工作表最多 50,000 行、100 万个单元格。请只保留日期和金额再试。",
    en: "The Excel file is too large: 50,000 rows and a million cells a sheet at most. Keep only dates and amounts and try again."
  },
  "import.workbook.empty": { zh: "这个 Excel 文件里没有内容。", en: "This Excel file has no content." },
  "import.workbook.not_loaded": {
    zh: "读取 Excel 的部分没有加载成功：可能断网了，或者服务刚升级。请重新加载，再选一次文件。",
    en:
      "The part that reads Excel files could not be loaded: the network is down, or the service was just upgraded. Reload and choose the file again."
  },
  "import.hidden": {
    zh: "其中 {n} 行在 Excel 里是隐藏的（例如被筛选掉），也会一起导入：第 {lines} 行。",
    en: "{n} of its rows are hidden in Excel, by a filter for example, and are imported too: rows {lines}."
  },
  "import.hidden.one": {
    zh: "其中 1 行在 Excel 里是隐藏的（例如被筛选掉），也会一起导入：第 {lines} 行。",
    en: "1 of its rows is hidden in Excel, by a filter for example, and is imported too: row {lines}."
  },
  "import.checking": { zh: "正在上传并核对 {name}", en: "Uploading and checking {name}" },
  "import.sending": { zh: "正在上传", en: "Uploading" },
  "import.writing": { zh: "正在写入", en: "Writing" },
  "import.messages": { zh: "还有 {left} 条消息待发", en: "{left} messages still to go" },
  "import.messages.one": { zh: "还有 1 条消息待发", en: "1 message still to go" },
  "import.messages.done": { zh: "消息已全部发出", en: "All messages are out" },
  "import.messages.failed": {
    zh: "消息已处理完，有 {failed} 条失败，请到“消息”查看",
    en: "All messages are dealt with, {failed} failed: see Messages"
  },
  "import.columns.ask": { zh: "文件有 {n} 列，请选择日期和金额在哪一列", en: "The file has {n} columns: choose the date and the amount" },
  "import.columns.go": { zh: "用这两列预览", en: "Preview with these columns" },
  "import.columns.chosen": {
    zh: "日期取自“{date}”列，金额取自“{amount}”列。",
    en: "Dates from the column “{date}”, amounts from “{amount}”."
  },
  "import.columns.change": { zh: "换一列", en: "Change columns" },
  "import.column.date": { zh: "日期列", en: "Date column" },
  "import.column.amount": { zh: "金额列", en: "Amount column" },
  "import.column.nth": { zh: "第 {n} 列", en: "Column {n}" },
  "import.column.example": { zh: "{name}（如 {example}）", en: "{name} (such as {example})" },
  "import.skipped.title": { zh: "第 {line} 行是标题“{value}”，未导入。", en: "Line {line} is a title (“{value}”) and is left out. " },
  "import.skipped.header": { zh: "第 {line} 行是表头“{value}”，未导入。", en: "Line {line} is a header (“{value}”) and is left out. " },
  "import.skipped.other": {
    zh: "第 {line} 行（{value}）不是某一天的营业额，未导入。",
    en: "Line {line} ({value}) is no day's turnover and is left out."
  },
  "import.skipped.total": { zh: "第 {line} 行是“{value}”，未导入。", en: "Line {line} is a total (“{value}”) and is left out. " },
  "import.skipped.differs": {
    zh: "这一行写的是 {total}，但各天相加是 {sum}，请核对。",
    en: "It says {total}, but the days add up to {sum}. Please check."
  },
  "import.skipped.agrees": { zh: "它写的 {total} 与各天相加一致。", en: "Its {total} is the sum of the days." },
  "import.preview": { zh: "预览：尚未写入", en: "Preview: nothing written yet" },
  "import.new": { zh: "新增", en: "New" },
  "import.changed": { zh: "修改", en: "Changed" },
  "import.unchanged": { zh: "不变", en: "Unchanged" },
  "import.sum": { zh: "各天合计", en: "Sum of the days" },
  "import.overwrites": {
    zh: "有 {n} 天已经有人清点过，导入会换成文件里的数。原来的数留在修改记录里。",
    en: "{n} days have a figure that somebody counted. The import replaces it; the history keeps it."
  },
  "import.overwrites.one": {
    zh: "有 1 天已经有人清点过，导入会换成文件里的数。原来的数留在修改记录里。",
    en: "1 day has a figure that somebody counted. The import replaces it; the history keeps it."
  },
  "import.overwritten": { zh: "换掉清点的数", en: "Replaces a count" },
  "import.notify": { zh: "导入后发消息", en: "Messages after the import" },
  "import.notify.per_row": { zh: "每天一条，共 {n} 条", en: "One a day, {n} in all" },
  "import.notify.digest": { zh: "合成一条", en: "One for all" },
  "import.notify.one": { zh: "导入后会发 1 条消息。", en: "The import sends 1 message." },
  "import.notify.none": {
    zh: "设置里关了导入通知，不会发消息。",
    en: "Messages of imports are switched off in the settings: none is sent."
  },
  "import.shown": { zh: "只列出前 {shown} 行，共 {total} 行。", en: "The first {shown} of {total} rows." },
  "import.row.change": { zh: "变化", en: "Change" },
  "import.before": { zh: "原来", en: "Before" },
  "import.after": { zh: "文件里", en: "In the file" },
  "import.go": { zh: "导入 {n} 行", en: "Import {n} rows" },
  "import.go.one": { zh: "导入 1 行", en: "Import 1 row" },
  "import.overtaken": {
    zh: "预览之后，{date} 被改过，现在是 {amount}。文件没有导入。",
    en: "After the preview {date} was changed and is {amount} now. The file was not imported."
  },
  "import.overtaken.none": {
    zh: "预览之后，{date} 被改过，现在没有金额。文件没有导入。",
    en: "After the preview {date} was changed and has no figure now. The file was not imported."
  },
  "import.preview.again": { zh: "重新预览", en: "Preview again" },
  "import.nothing": {
    zh: "文件里的每一天都与现有记录相同，不必导入。",
    en: "Every day of the file is as it is stored: nothing to import."
  },
  "import.cancel": { zh: "不导入", en: "Do not import" },
  "import.done": {
    zh: "已导入 {n} 行：新增 {added}，修改 {changed}，不变 {unchanged}。",
    en: "{n} rows imported: {added} new, {changed} changed, {unchanged} unchanged."
  },
  "import.done.one": {
    zh: "已导入 1 行：新增 {added}，修改 {changed}，不变 {unchanged}。",
    en: "1 row imported: {added} new, {changed} changed, {unchanged} unchanged."
  },
  "import.faults": { zh: "{total} 处有问题，什么都没有写入", en: "{total} faults, nothing was written" },
  "import.faults.one": { zh: "1 处有问题，什么都没有写入", en: "1 fault, nothing was written" },
  "import.faults.shown": {
    zh: "只列出前 {shown} 处。改好后请再选一次文件。",
    en: "The first {shown} are listed. Fix them and choose the file again."
  },
  "import.faults.hint": { zh: "改好后请再选一次文件。", en: "Fix them and choose the file again." },
  "import.line": { zh: "行", en: "Line" },
  "import.field": { zh: "字段", en: "Field" },
  "import.value": { zh: "写的是", en: "Written" },
  "import.message": { zh: "问题", en: "Problem" },
  "import.original": { zh: "原文", en: "Original" },
  "import.download": { zh: "下载有问题的行", en: "Download the faulty rows" },
  "field.date": { zh: "日期", en: "date" },
  "field.amount": { zh: "金额", en: "amount" },
  "field.row": { zh: "整行", en: "row" }
} as const satisfies Words
