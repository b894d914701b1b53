import type { Words } from "./Words.ts"

/** The sentences of the trial of the source, and the reasons why a source has no figure. */
export const tillWords = {
  "till.title": { zh: "金额来源", en: "Where the amount comes from" },
  "till.lead": { zh: "问一天的数试试，不会写入任何数据。", en: "Ask for a day's figure, to try it. Nothing is stored." },
  "till.button": { zh: "试问一次", en: "Ask now" },
  "till.asking": { zh: "正在问 {day} 的数，最多 2 分钟…", en: "Asking for {day}, 2 minutes at most…" },
  "till.good": { zh: "{day}：{amount}，共 {n} 笔", en: "{day}: {amount}, {n} items" },
  "till.good.one": { zh: "{day}：{amount}，共 1 笔", en: "{day}: {amount}, 1 item" },
  "till.bad": { zh: "{day} 没有问到数：{fault}", en: "No figure for {day}: {fault}" },
  "till.last": { zh: "上次问数", en: "Last asked" },
  "till.last.good": { zh: "{when}，问到 {day}：{amount}", en: "{when}: {day} is {amount}" },
  "till.last.bad": { zh: "{when}，没有问到 {day} 的数", en: "{when}: no figure for {day}" },
  "till.next": { zh: "下次问数", en: "Next asked" },
  "till.next.none": { zh: "今天不用再问", en: "Not today" },
  "till.request": { zh: "请求", en: "Request" },
  "till.headers": { zh: "请求头", en: "Headers" },
  "till.hash": { zh: "回答的 SHA-256", en: "SHA-256 of the answer" },
  "till.fault.nobody": { zh: "设置里没有要问的来源（现在是 {kind}）", en: "the settings name no source to ask (now: {kind})" },
  "till.fault.open_to_others": {
    zh: "{file} 这台机器上的别人也能改，没有运行：请改成只有本服务能改",
    en: "{file} can be changed by other users of the machine, so nothing was run: let only this service change it"
  },
  "till.fault.not_started": { zh: "程序 {program} 启动不了（{reason}）", en: "the program {program} does not start ({reason})" },
  "till.fault.not_now": { zh: "现在还没有，稍后再问：{sentence}", en: "not now, asked again later: {sentence}" },
  "till.fault.failed": { zh: "程序出错了（{code}）：{sentence}", en: "the program failed ({code}): {sentence}" },
  "till.fault.too_long": { zh: "程序写出的内容超过 {max} KB", en: "the program has printed more than {max} KB" },
  "till.fault.not_a_figure": {
    zh: "程序应写出一行，例如 {\"amount\":\"3629.76\",\"items\":161}（现在是 {found}）",
    en: "the program should print one line such as {\"amount\":\"3629.76\",\"items\":161} (found: {found})"
  },
  "till.fault.items": { zh: "items 应是整数（现在是 {found}）", en: "items should be a whole number (found: {found})" },
  "till.fault.unreachable": { zh: "连不上来源：{reason}", en: "the source does not answer: {reason}" },
  "till.fault.timeout": { zh: "{seconds} 秒内没有完整的回答", en: "no whole answer came within {seconds} s" },
  "till.fault.status": { zh: "来源拒绝了，或者出错了（HTTP {status}）", en: "the source refused, or failed (HTTP {status})" },
  "till.fault.redirect": {
    zh: "来源要转到另一个网址（HTTP {status}），请把那个网址写进 url",
    en: "the source leads elsewhere (HTTP {status}): put that address into url"
  },
  "till.fault.too_large": { zh: "回答太大，最多 {max} MB", en: "the answer is larger than {max} MB" },
  "till.fault.encoding": { zh: "回答的压缩方式读不了：{found}", en: "the answer's compression cannot be read: {found}" },
  "till.fault.too_many_values": { zh: "回答里的值太多，最多 {max} 个", en: "the answer has more than {max} values" },
  "till.fault.not_json": { zh: "回答不是 UTF-8 的 JSON", en: "the answer is not JSON in UTF-8" },
  "till.fault.repeated_key": { zh: "回答里 {key} 出现了两次", en: "the answer has {key} twice" },
  "till.fault.no_list": { zh: "“{pointer}” 应是一个列表（现在是 {found}）", en: "\"{pointer}\" should be a list (found: {found})" },
  "till.fault.no_items": { zh: "没有可以计入的明细", en: "there are no items that count" },
  "till.fault.no_value": { zh: "第 {item} 笔没有 {pointer}", en: "item {item} has no {pointer}" },
  "till.fault.amount": { zh: "{place} 应是金额（现在是 {found}）", en: "{place} should be an amount (found: {found})" },
  "till.fault.decimals": { zh: "{place} 最多两位小数（现在是 {found}）", en: "{place} should have at most two decimals (found: {found})" },
  "till.fault.whole_number": {
    zh: "{place} 应是以分为单位的整数（现在是 {found}）",
    en: "{place} should be a whole number of cents (found: {found})"
  },
  "till.fault.sum": { zh: "合计 {sum} 超出了一天的金额范围", en: "the sum {sum} is not an amount of a day" },
  "till.fault.cursor": { zh: "{pointer} 不能用来翻页（现在是 {found}）", en: "{pointer} does not lead to the next page (found: {found})" },
  "till.fault.same_cursor": { zh: "来源两次给出了同一个下一页", en: "the source gave the same next page twice" },
  "till.fault.too_many_pages": { zh: "超过了 {max} 页", en: "there are more than {max} pages" },
  "till.fault.other_origin": { zh: "下一页在另一个网站上", en: "the next page is on another site" },
  "till.fault.folder": { zh: "读不了文件夹（{reason}）", en: "the folder cannot be read ({reason})" },
  "till.fault.no_row": { zh: "文件里没有 {date} 的数", en: "no file has a row of {date}" },
  "till.fault.two_rows": { zh: "{file} 第 {line} 行：同一天又出现了一行", en: "{file}, line {line}: a second row of the day" },
  "till.fault.unfinished_file": { zh: "{file} 还没有写完", en: "{file} is not finished" },
  "till.fault.bad_file": { zh: "读不了 {file}：{reason}", en: "{file} cannot be read: {reason}" },
  "till.fault.bad_row": { zh: "{file} 第 {line} 行读不懂（现在是 {found}）", en: "{file}, line {line} cannot be read (found: {found})" },
  "till.fault.query": { zh: "查询没有结果：{reason}", en: "the query has no answer: {reason}" },
  "till.fault.one_value": {
    zh: "查询应得到一行一列（现在是 {found}）",
    en: "the query should have one row with one value (found: {found})"
  },
  "till.fault.internal": { zh: "本服务问来源时出错了，原因在日志里", en: "this service failed while it asked; its log says why" }
} as const satisfies Words
