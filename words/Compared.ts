import type { Words } from "./Words.ts"

/**
 * How a day, a week, a month or a year compares: one sentence each, on pages and in messages. The English has no parentheses, which
 * some chats would change.
 */
export const comparedWords = {
  "compared.usual.more": {
    zh: "比平常{weekday}多 {percent}（平常 {amount}）",
    en: "{percent} more than the usual {amount} of a {weekday}"
  },
  "compared.usual.less": {
    zh: "比平常{weekday}少 {percent}（平常 {amount}）",
    en: "{percent} less than the usual {amount} of a {weekday}"
  },
  "compared.usual.same": { zh: "和平常{weekday}差不多（平常 {amount}）", en: "About the usual {amount} of a {weekday}" },
  "compared.usual.times": { zh: "是平常{weekday}的 {times} 倍（平常 {amount}）", en: "{times} times the usual {amount} of a {weekday}" },
  "compared.holiday.more": { zh: "比去年{name}多 {percent}（去年 {amount}）", en: "{percent} more than last year's {amount}, {name}" },
  "compared.holiday.less": { zh: "比去年{name}少 {percent}（去年 {amount}）", en: "{percent} less than last year's {amount}, {name}" },
  "compared.holiday.same": { zh: "和去年{name}差不多（去年 {amount}）", en: "About last year's {amount}, {name}" },
  "compared.week_before.more": { zh: "比{before}同样 {n} 天多 {by}", en: "{by} more than the same {n} days {before}" },
  "compared.week_before.more.one": { zh: "比{before}同样 1 天多 {by}", en: "{by} more than the same day {before}" },
  "compared.week_before.less": { zh: "比{before}同样 {n} 天少 {by}", en: "{by} less than the same {n} days {before}" },
  "compared.week_before.less.one": { zh: "比{before}同样 1 天少 {by}", en: "{by} less than the same day {before}" },
  "compared.week_before.same": { zh: "和{before}同样 {n} 天一样", en: "the same as those {n} days {before}" },
  "compared.week_before.same.one": { zh: "和{before}同样 1 天一样", en: "the same as that day {before}" },
  "compared.month_before.more": { zh: "比{before}同样的日子多 {by}", en: "{by} more than like days {before}" },
  "compared.month_before.less": { zh: "比{before}同样的日子少 {by}", en: "{by} less than like days {before}" },
  "compared.month_before.same": { zh: "和{before}同样的日子一样", en: "the same as like days {before}" },
  "compared.year_before.more": { zh: "比{before}同样的日子多 {by}", en: "{by} more than the same days {before}" },
  "compared.year_before.less": { zh: "比{before}同样的日子少 {by}", en: "{by} less than the same days {before}" },
  "compared.year_before.same": { zh: "和{before}同样的日子一样", en: "the same as those days {before}" },
  "compared.now.week_before": { zh: "上周", en: "last week" },
  "compared.now.month_before": { zh: "上月", en: "last month" },
  "compared.now.year_before": { zh: "去年", en: "last year" },
  "compared.earlier.week_before": { zh: "前一周", en: "the week before" },
  "compared.earlier.month_before": { zh: "前一个月", en: "the month before" },
  "compared.earlier.year_before": { zh: "前一年", en: "the year before" }
} as const satisfies Words
