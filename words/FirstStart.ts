import { failureWords } from "./Failures.ts"
import { newShopWords } from "./NewShop.ts"
import type { Words } from "./Words.ts"

/** What the page of the first start says beside the questions. */
export const firstStartWords = {
  ...failureWords,
  ...newShopWords,
  "new.step": { zh: "每日营业额 · 第一次打开", en: "Daily turnover · first start" },
  "new.title": { zh: "先说说你的店", en: "Tell us about your shop" },
  "new.where": {
    zh: "设置网址在服务启动时打印出来：看运行它的终端，或者容器的日志，找 setup# 开头的那一段，整行复制到这里打开。",
    en:
      "The service printed an address when it started: look in its terminal, or in the container's log, for the line with setup#, and open that whole line."
  },
  "new.where.again": {
    zh: "网址 60 分钟有效。过了时间，或者找不到，就重启服务，会打印一个新的。",
    en: "It is valid for 60 minutes. If it is too old, or cannot be found, restart the service, which prints a new one."
  },
  "new.where.terminal": { zh: "也可以在服务的文件夹里运行 npm run setup。", en: "Or run npm run setup in the service's folder." },
  "new.done": {
    zh: "这家店已经设好了，或者服务没有开放网页设置。",
    en: "This shop is set up already, or the service does not offer the set-up in the browser."
  },
  "new.password": { zh: "你的管理密码", en: "Your admin password" },
  "new.password.hint": { zh: "12 个字以上，不用引号和 # $ \\", en: "12 characters or more, without quotes and # $ \\" },
  "new.password.show": { zh: "显示", en: "Show" },
  "new.place": { zh: "时区 {zone}，币种 {currency}", en: "Time zone {zone}, currency {currency}" },
  "new.place.open": { zh: "店在哪里", en: "Where the shop is" },
  "new.send": { zh: "好了，去录第一天", en: "Done: enter the first day" },
  "new.later": { zh: "群聊、备份、谁能看：以后在 管理 → 设置 里改。", en: "Chat, backup and who may look: later, in Admin → Settings." },
  "new.old": {
    zh: "这个网址不能用了：过了 60 分钟，或者服务重启过。填的还在，把新打印的网址在这里打开就行。",
    en:
      "This address is no longer valid: 60 minutes have passed, or the service was restarted. What you typed is kept: open the new address here."
  },
  "new.starting": { zh: "写好了，正在打开…", en: "Written. Opening …" },
  "new.lines": {
    zh: "{file} 写不了。请在里面加上这几行，再点一次：",
    en: "{file} cannot be written. Add these lines to it, then try again:"
  },
  "field.shop_name": { zh: "店名", en: "shop's name" },
  "field.cutoff_time": { zh: "几点结账", en: "settlement time" },
  "field.day_starts_at": { zh: "第二天从几点算起", en: "when the next day begins" },
  "field.closed_weekdays": { zh: "每周固定休息", en: "closing days" },
  "field.without_figure": { zh: "没有人录入", en: "what a day gets that nobody enters" },
  "field.currency": { zh: "币种", en: "currency" },
  "field.language": { zh: "语言", en: "language" },
  "field.password": { zh: "管理密码", en: "admin password" },
  "field.usual": { zh: "大约多少钱", en: "usual amount" },
  "field.usual.0": { zh: "平时大约多少钱", en: "usual weekday amount" },
  "field.usual.1": { zh: "周末大约多少钱", en: "usual weekend amount" },
  "refusal.not_written": { zh: "有一个文件写不了，什么要加上写在下面。", en: "A file cannot be written; what to add to it is below." },
  "refusal.setup_closed": {
    zh: "这家店已经设好了，不能再设一次。请用管理密码登录。",
    en: "This shop is set up already. Please sign in with the admin password."
  }
} as const satisfies Words
