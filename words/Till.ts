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
  "till.request": { zh: "问的是", en: "What was asked" },
  "till.variables": { zh: "环境变量", en: "Variables" },
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
  "till.fault.timeout": { zh: "{seconds} 秒内没有完整的回答", en: "no whole answer came within {seconds} s" },
  "till.fault.amount": { zh: "{place} 应是金额（现在是 {found}）", en: "{place} should be an amount (found: {found})" },
  "till.fault.decimals": { zh: "{place} 最多两位小数（现在是 {found}）", en: "{place} should have at most two decimals (found: {found})" },
  "till.fault.sum": { zh: "合计 {sum} 超出了一天的金额范围", en: "the sum {sum} is not an amount of a day" },
  "till.fault.reloaded": { zh: "问的时候设置改过了，请再问一次", en: "the settings changed meanwhile; ask once more" },
  "till.fault.internal": { zh: "本服务问来源时出错了，原因在日志里", en: "this service failed while it asked; its log says why" }
} as const satisfies Words
