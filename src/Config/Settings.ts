import { Schema } from "effect"
import { defaultCurrency, isCurrency } from "../Domain/Amount.ts"
import { DayStartFromText } from "../Domain/DayStart.ts"
import { decimalsOf } from "../Domain/Decimals.ts"
import { expecting } from "../Domain/Fault.ts"
import { languages } from "../Domain/Language.ts"
import { textUpTo } from "../Domain/Text.ts"
import { TimeFromText } from "../Domain/TimeOfDay.ts"
import { defaultSource, readAmountSource } from "./AmountSource.ts"
import { about, chatKind, maxKeyword, readChats } from "./Chats.ts"
import {
  alertUrl,
  amountRange,
  file,
  folder,
  holidaysOfShop,
  monitorUrl,
  oneOf,
  publicUrl,
  type Reader,
  readGoals,
  reading,
  readReports,
  secret,
  truth,
  webhookUrl,
  weekdaySet,
  whole,
  wholeOrNone
} from "./Forms.ts"
import { localeTag } from "./ShopLocale.ts"

/** A key of `config.json`: all that is known of it. `npm run lint -- --write` writes its row of docs/settings.md and its words for the pages. */
export interface Setting<A> {
  readonly key: string
  readonly read: Reader<A>
  /** What counts as written if the key is not set. Without it, the key is required; null counts as not set. */
  readonly fallback?: unknown
  readonly about: About
}

interface About {
  /** What the pages call it. */
  readonly name: { readonly zh: string; readonly en: string }
  /** Its meaning in docs/settings.md. */
  readonly means: string
  /** Its default in docs/settings.md, if that is not the fallback. */
  readonly shown?: string
}

type Form<A, I> = Reader<A> | Schema.Schema<A, I>

const required = <A, I>(key: string, form: Form<A, I>, about: About): Setting<A> => ({
  key,
  read: "ast" in form ? reading(form) : form,
  about
})

const defaulting = <A, I>(key: string, fallback: unknown, form: Form<A, I>, about: About): Setting<A> => ({
  ...required(key, form, about),
  fallback
})

/** Its value is null if it is not set. */
const optional = <A, I>(key: string, form: Form<A, I>, about: About): Setting<A | null> => ({
  ...required(key, form, about),
  fallback: null
})

export const defaultName = "示例门店"

/** In the shop's currency. */
export const defaultRanges = { weekday: [2800, 3600], weekend: [4000, 5200] } as const

const maxShopName = 100
const maxBackups = 3660

const noCurrency = expecting("currency", "the code of a currency by ISO 4217 in capitals, such as \"CNY\" or \"USD\"")
const moreDecimals = expecting("currency_decimals", "a currency with at most two decimals, because the service keeps no more")

const currencyCode = Schema.String.pipe(Schema.filter((code) => isCurrency(code) && decimalsOf(code) <= 2)).annotations({
  message: (issue) => (isCurrency(String(issue.actual)) ? moreDecimals : noCurrency).message(issue)
})

/** Every key of `config.json`, by its field in the settings. */
export const settings = {
  webhookUrl: required("chat_webhook_url", webhookUrl, {
    name: { zh: "群机器人网址", en: "chat bot's address" },
    means: "address of the bot's webhook ([each product](chat.md)), a credential, or `console:` to print messages. Required"
  }),
  chatKind: optional("chat_kind", chatKind, {
    name: { zh: "群聊产品", en: "chat product" },
    means:
      "its [product](chat.md), if the host does not show it: `feishu`, `dingtalk`, `wecom`, `slack`, `discord`, `telegram`, `teams`, `googlechat`, or `webhook`"
  }),
  chatSecret: defaulting("chat_secret", "", secret, {
    name: { zh: "群机器人签名密钥", en: "chat bot's secret" },
    means: "the bot's signing secret (`whsec_…` for `webhook`); empty: none"
  }),
  chatKeyword: defaulting("chat_keyword", "", textUpTo(maxKeyword), {
    name: { zh: "群机器人关键词", en: "chat bot's keyword" },
    means: "a word that the bot requires in every message"
  }),
  chatAbout: optional("chat_about", about, {
    name: { zh: "第一个群聊收哪些消息", en: "what the first chat gets" },
    means: "what it gets: a list of `daily`, `entered`, `corrected`, `import`, `reminder`, `report`, `alarm`",
    shown: "everything but `alarm`"
  }),
  chats: defaulting("chats", [], readChats, {
    name: { zh: "其他群聊", en: "further chats" },
    means: "[further groups](chat.md#several-chats) and [e-mail](chat.md#e-mail)"
  }),
  shopName: defaulting("shop_name", defaultName, textUpTo(maxShopName), {
    name: { zh: "店名", en: "shop name" },
    means: "the shop's name, at most 100 characters"
  }),
  language: optional("language", oneOf(...languages), {
    name: { zh: "语言", en: "language" },
    means:
      "`zh-CN` or `en`: the language of messages, and of pages where a visitor has not chosen one. Not set: Chinese messages, and pages in the browser's language",
    shown: "not set"
  }),
  currencyCode: defaulting("currency", defaultCurrency, currencyCode, {
    name: { zh: "币种", en: "currency" },
    means: "a code of ISO 4217 in capitals (rule 2.15). Stored amounts are not converted"
  }),
  locale: optional("locale", localeTag, {
    name: { zh: "数字写法", en: "how numbers are written" },
    means: "how numbers are written and typed, a tag of BCP 47: in `de-DE` an amount is `2.229,21 €` (rule 2.18)",
    shown: "that of `TZ`'s country, such as `de-DE` in Berlin; else `zh-CN` or `en-GB`, by `language`"
  }),
  weekdayRange: defaulting("weekday_range", defaultRanges.weekday, amountRange, {
    name: { zh: "工作日金额区间", en: "range on weekdays" },
    means: "`[min, max]` or `{\"min\":…,\"max\":…}`: inclusive bounds of a generated amount, Monday to Friday"
  }),
  weekendRange: defaulting("weekend_range", defaultRanges.weekend, amountRange, {
    name: { zh: "周末金额区间", en: "range on weekends" },
    means: "the same on Saturday and Sunday"
  }),
  source: defaulting("amount_source", defaultSource, readAmountSource, {
    name: { zh: "数的来源", en: "where the amounts come from" },
    means: "where a day without a record at its cutoff gets its amount: see [Sources](sources.md)"
  }),
  goals: defaulting("goals", {}, readGoals, {
    name: { zh: "月目标", en: "goals of the months" },
    means:
      "goals of months, such as `{\"2026-11\": 110000, \"default\": 100000}`. 0: none. One that is set on the admin page takes precedence",
    shown: "none"
  }),
  cutoffTime: optional("cutoff_time", TimeFromText, {
    name: { zh: "结账时间", en: "settlement time" },
    means: "`HH:MM`: when the day is settled",
    shown: "`23:00`"
  }),
  cutoffHour: optional("cutoff_hour", whole(0, 23, "a whole hour"), {
    name: { zh: "结账钟点", en: "settlement hour" },
    means: "whole hour, used only if `cutoff_time` is not set"
  }),
  dayStartsAt: defaulting("day_starts_at", "00:00", DayStartFromText, {
    name: { zh: "营业日开始的时间", en: "when a business day begins" },
    means:
      "`HH:MM` from `00:00` to `12:00`: when a business day begins: with `\"04:00\"` and `\"cutoff_time\": \"02:30\"` all of Saturday night is Saturday, settled at 02:30 on Sunday. Changes follow rule 4.8"
  }),
  closedWeekdays: defaulting("closed_weekdays", [], weekdaySet, {
    name: { zh: "每周店休", en: "weekdays with the shop closed" },
    means: "weekdays on which the shop is closed (rule 2.17), such as `[\"MON\"]`",
    shown: "none"
  }),
  holidays: defaulting("holidays", "auto", holidaysOfShop, {
    name: { zh: "节假日", en: "holidays" },
    means:
      "the public holidays that the shop keeps: `CN` (with make-up working days), a country or region by [date-holidays](https://github.com/commenthol/date-holidays#supported-countries-states-regions), such as `DE`, `DE-BE` or `US-CA` (not `KR` and `TW`, of which it has wrong dates), `none`, or `auto`: `CN` in a zone of China, else `none`"
  }),
  holidaysPath: defaulting("holidays_file", "", file, {
    name: { zh: "节假日文件", en: "file of holidays" },
    means: "path of a [file of holidays](#holidays)"
  }),
  holidayRanges: defaulting("holiday_ranges", false, truth, {
    name: { zh: "金额区间跟着节假日", en: "ranges by holidays" },
    means: "`true`: a holiday has `weekend_range`, a make-up working day `weekday_range`"
  }),
  holidayRange: optional("holiday_range", amountRange, {
    name: { zh: "节假日金额区间", en: "range on holidays" },
    means: "with `holiday_ranges`: a holiday's range instead of `weekend_range`"
  }),
  fallbackPush: defaulting("fallback_push", "always", oneOf("auto", "always"), {
    name: { zh: "再次通知", en: "sending again" },
    means:
      "`always`: after the cutoff, each run of rule 5.1 sends the day's message again. `auto`: only while no delivery is confirmed, as in the shipped `config.json`"
  }),
  importNotify: defaulting("import_notify", "per_row", oneOf("per_row", "digest", "none"), {
    name: { zh: "导入通知", en: "messages of an import" },
    means: "messages of an import: `per_row`, `digest` (one) or `none`"
  }),
  remindMinutes: defaulting("remind_minutes", 0, whole(0, 720, "whole minutes"), {
    name: { zh: "结账前几分钟提醒", en: "minutes from the reminder to the settlement" },
    means:
      "minutes before the cutoff, up to 720, at which the group is reminded of a day without a record, but not before the day has begun. 0: off"
  }),
  reports: defaulting("reports", {}, readReports, {
    name: { zh: "周报和月报", en: "weekly and monthly reports" },
    means:
      "when the group gets the [reports](chat.md#reports) of last week and month, such as `{\"weekly\": \"MON 09:00\", \"monthly\": \"1 09:00\"}`: `MON` to `SUN`; day 1 to 31, or the last of a shorter month",
    shown: "off"
  }),
  feedSilenceMinutes: optional("feed_silence_minutes", wholeOrNone(720, "whole minutes"), {
    name: { zh: "收银系统几分钟不报数算中断", en: "minutes until a till counts as silent" },
    means:
      "minutes, up to 720, after which a [till that pushes](sources.md#a-till-that-pushes) counts as silent (rule 5.18). Not set or 0: never, and 30 at the cutoff",
    shown: "not set"
  }),
  alertWebhookUrl: defaulting("alert_webhook_url", "", alertUrl, {
    name: { zh: "告警网址", en: "address for alarms" },
    means: "where [alarms](observability.md#alarm-without-prometheus) are sent: an http(s) address, a credential, or `console:`"
  }),
  alertKind: optional("alert_kind", chatKind, {
    name: { zh: "告警的群聊产品", en: "alarm's chat product" },
    means: "its product, like `chat_kind`"
  }),
  alertSecret: defaulting("alert_secret", "", secret, {
    name: { zh: "告警的签名密钥", en: "alarm's secret" },
    means: "its signing secret. Empty: the chat's at the address of a chat, else none"
  }),
  alertAfterMinutes: defaulting("alert_after_minutes", 10, whole(1, 720, "whole minutes"), {
    name: { zh: "几分钟后告警", en: "minutes until an alarm" },
    means: "minutes after the cutoff until an unsettled day is an alarm, 1 to 720"
  }),
  heartbeatUrl: defaulting("heartbeat_url", "", monitorUrl, {
    name: { zh: "心跳网址", en: "address of the heartbeat" },
    means: "address of a monitor that is called while the service works, see [Heartbeat](observability.md#heartbeat); a credential"
  }),
  backupDir: defaulting("backup_dir", "", folder, {
    name: { zh: "备份文件夹", en: "backup folder" },
    means: "folder of the daily [backups](operations.md#backups), best on another disk. Empty: none. Without effect on PostgreSQL"
  }),
  backupKeep: defaulting("backup_keep", 14, whole(1, maxBackups, "a whole number"), {
    name: { zh: "保留备份份数", en: "backups that are kept" },
    means: "how many are kept, 1 to 3660"
  }),
  publicUrl: defaulting("public_url", "", publicUrl, {
    name: { zh: "消息里的网址", en: "address in messages" },
    means:
      "the address at which people open the pages, such as `https://shop.example`, for links in messages and invitations; a path is allowed, a name, password, `?` or `#` not. Empty: no links"
  }),
  access: defaulting("access", "open", oneOf("open", "private"), {
    name: { zh: "谁可以看", en: "who may see the figures" },
    means: "`open`: anyone who reaches the port can read the figures. `private`: only with the [role](http.md#who-may-do-what) `view`"
  }),
  metrics: defaulting("metrics", "private", oneOf("private", "open"), {
    name: { zh: "监控接口是否公开", en: "whether the metrics stay open" },
    means: "with `access` `private`: whether `/metrics` requires the role `view` (`private`) or nothing (`open`)"
  })
} as const

/** The values of all keys. */
export type Values = { readonly [Field in keyof typeof settings]: (typeof settings)[Field] extends Setting<infer A> ? A : never }

export const settingNames: ReadonlyArray<string> = Object.values(settings).map(({ key }) => key)
