import { Schema } from "effect"
import { defaultCurrency, isCurrency } from "../Domain/Amount.ts"
import { DayStartFromText } from "../Domain/DayStart.ts"
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

/** A key of `config.json`: all that is known of it. `npm run settings` writes its row of docs/settings.md and its words for the pages. */
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

const currencyExpected = expecting("currency", "the code of a currency by ISO 4217 in capitals, such as \"CNY\" or \"USD\"")

const currencyCode = Schema.String.pipe(Schema.filter(isCurrency, currencyExpected)).annotations(currencyExpected)

/** Every key of `config.json`, by its field in the settings. */
export const settings = {
  webhookUrl: required("chat_webhook_url", webhookUrl, {
    name: { zh: "群机器人网址", en: "chat bot's address" },
    means: "address of the bot's webhook ([each product](chat.md)), or `console:` to print messages. It is a credential. Required"
  }),
  chatKind: optional("chat_kind", chatKind, {
    name: { zh: "群聊产品", en: "chat product" },
    means:
      "the [chat product](chat.md), if the host of the address does not show it: `feishu`, `dingtalk`, `wecom`, `slack`, `discord`, `telegram`, `teams`, `googlechat`, or `webhook` for any receiver"
  }),
  chatSecret: defaulting("chat_secret", "", secret, {
    name: { zh: "群机器人签名密钥", en: "chat bot's secret" },
    means: "the bot's signing secret (`whsec_…` for `webhook`); empty if the bot does not check a signature"
  }),
  chatKeyword: defaulting("chat_keyword", "", textUpTo(maxKeyword), {
    name: { zh: "群机器人关键词", en: "chat bot's keyword" },
    means: "a word that the bot requires in every message"
  }),
  chatAbout: optional("chat_about", about, {
    name: { zh: "第一个群聊收哪些消息", en: "what the first chat gets" },
    means:
      "what the chat of the keys above gets: a list with one or more of `daily`, `entered`, `corrected`, `import`, `reminder`, `report`, `alarm`",
    shown: "everything but `alarm`"
  }),
  chats: defaulting("chats", [], readChats, {
    name: { zh: "其他群聊", en: "further chats" },
    means: "further groups and [e-mail](chat.md#e-mail), see [several chats](chat.md#several-chats)"
  }),
  shopName: defaulting("shop_name", defaultName, textUpTo(maxShopName), {
    name: { zh: "店名", en: "shop name" },
    means: "the shop's name, at most 100 characters"
  }),
  language: optional("language", oneOf(...languages), {
    name: { zh: "语言", en: "language" },
    means:
      "`zh-CN` or `en`: the language of messages and alarms. If it is set, the pages begin in it as well, whatever the browser's language is, for a visitor who has not chosen one with the switch at the top of a page or `?lang=`. Not set: messages are in Chinese, and the pages in the first of the browser's languages that they have. An open page changes when it is loaded again",
    shown: "not set"
  }),
  currencyCode: defaulting("currency", defaultCurrency, currencyCode, {
    name: { zh: "币种", en: "currency" },
    means:
      "the currency of all amounts, as a code of ISO 4217 in capitals. Its symbol is that of `language`: `CNY` is `¥` in both, `USD` is `US$` and `$`, `HKD` is `HK$` in both. Every currency has two decimals, `JPY` too. Stored amounts are not converted"
  }),
  locale: optional("locale", localeTag, {
    name: { zh: "数字写法", en: "how numbers are written" },
    means:
      "how pages and messages write numbers, and how amounts are typed, as a tag of BCP 47: in `de-DE` an amount is `2.229,21 €`. Words, and names of months, are those of `language`. A typed `11,50` and `11.50` are the same amount everywhere; `1.150` is 1,150 where `.` groups digits, and is refused elsewhere, because it may be 1.15. Files of an import settle their own signs, and JSON has plain numbers",
    shown: "that of the country of `TZ`, such as `de-DE` in Berlin; else `zh-CN` or `en-GB`, by `language`"
  }),
  weekdayRange: defaulting("weekday_range", defaultRanges.weekday, amountRange, {
    name: { zh: "工作日金额区间", en: "range on weekdays" },
    means: "`[min, max]` or `{\"min\":…,\"max\":…}`: bounds of a generated amount from Monday to Friday, both inclusive"
  }),
  weekendRange: defaulting("weekend_range", defaultRanges.weekend, amountRange, {
    name: { zh: "周末金额区间", en: "range on weekends" },
    means: "the same on Saturday and Sunday"
  }),
  source: defaulting("amount_source", defaultSource, readAmountSource, {
    name: { zh: "数的来源", en: "where the amounts come from" },
    means:
      "where the amount comes from if a day has no record at its cutoff. `{\"kind\": \"range\"}`: it is generated within the day's range. `{\"kind\": \"none\"}`: nowhere; the day waits until a person enters its figure. `{\"kind\": \"command\", \"run\": [\"node\", \"tills/mine.mjs\"]}`: a program prints it; see [Sources](sources.md)"
  }),
  goals: defaulting("goals", {}, readGoals, {
    name: { zh: "月目标", en: "goals of the months" },
    means:
      "the goal of each month: amounts by month, and `default` for every other month, such as `{\"2026-11\": 110000, \"default\": 100000}`. 0: none. A goal that is set on the admin page takes precedence (rule 2.16)",
    shown: "none"
  }),
  cutoffTime: optional("cutoff_time", TimeFromText, {
    name: { zh: "结账时间", en: "settlement time" },
    means: "`HH:MM` in the shop's local time: when the day is settled",
    shown: "`23:00`"
  }),
  cutoffHour: optional("cutoff_hour", whole(0, 23, "a whole hour"), {
    name: { zh: "结账钟点", en: "settlement hour" },
    means: "whole hour, used only if `cutoff_time` is not set"
  }),
  dayStartsAt: defaulting("day_starts_at", "00:00", DayStartFromText, {
    name: { zh: "营业日开始的时间", en: "when a business day begins" },
    means:
      "`HH:MM` from `00:00` to `12:00`: when a business day begins and the one before ends. For a shop that closes after midnight: with `\"04:00\"` and `\"cutoff_time\": \"02:30\"` all of Saturday night is Saturday, settled at 02:30 on Sunday. A change counts from the next day on that begins under both settings; stored days keep their dates"
  }),
  closedWeekdays: defaulting("closed_weekdays", [], weekdaySet, {
    name: { zh: "每周店休", en: "weekdays with the shop closed" },
    means:
      "the weekdays on which the shop is closed, such as `[\"MON\"]`: `MON` to `SUN`. Such a day is closed unless somebody enters a figure or opens it; nothing is generated, awaited or sent",
    shown: "none"
  }),
  holidays: defaulting("holidays", "auto", holidaysOfShop, {
    name: { zh: "节假日", en: "holidays" },
    means:
      "the public holidays that the shop keeps. `CN`: China's with their make-up working days, from the built-in data of `chinese-days`. A country or region as [date-holidays](https://github.com/commenthol/date-holidays#supported-countries-states-regions) names it, such as `DE`, `DE-BE` or `US-CA`. `none`. `auto`: `CN` where `TZ` is a zone of China, otherwise `none`"
  }),
  holidaysPath: defaulting("holidays_file", "", file, {
    name: { zh: "节假日文件", en: "file of holidays" },
    means: "path of a [file of holidays](#holidays), whose years replace those of the built-in data. Empty: none"
  }),
  holidayRanges: defaulting("holiday_ranges", false, truth, {
    name: { zh: "金额区间跟着节假日", en: "ranges by holidays" },
    means:
      "`true`: a generated amount of a holiday is within `weekend_range`, that of a make-up working day within `weekday_range`. `false`: only Saturday and Sunday matter"
  }),
  holidayRange: optional("holiday_range", amountRange, {
    name: { zh: "节假日金额区间", en: "range on holidays" },
    means: "with `holiday_ranges`: the range of a holiday instead of `weekend_range`"
  }),
  fallbackPush: optional("fallback_push", oneOf("auto", "always"), {
    name: { zh: "再次通知", en: "sending again" },
    means:
      "`always`: after the cutoff, each start and the checks at minutes 0 and 1 of each hour send the message of a final day again, until midnight. `auto`: they do so only while no delivery is confirmed. Not set: `always`, as specified, with a warning at start; the shipped `config.json` has `\"auto\"`",
    shown: "`always`"
  }),
  importNotify: defaulting("import_notify", "per_row", oneOf("per_row", "digest", "none"), {
    name: { zh: "导入通知", en: "messages of an import" },
    means: "messages for an import: `per_row`, `digest` (one for the whole import) or `none`"
  }),
  remindMinutes: defaulting("remind_minutes", 0, whole(0, 720, "whole minutes"), {
    name: { zh: "结账前几分钟提醒", en: "minutes from the reminder to the settlement" },
    means:
      "minutes before the cutoff at which the group is reminded of a day that has no record yet, 0 to 720; not before the day has begun, so a cutoff at 00:00 has no reminder. 0: off"
  }),
  reports: defaulting("reports", {}, readReports, {
    name: { zh: "周报和月报", en: "weekly and monthly reports" },
    means:
      "when the group gets the report of the last week and month: `{\"weekly\": \"MON 09:00\", \"monthly\": \"1 09:00\"}`, each on its own, in the shop's local time. Weekly: `MON` to `SUN`. Monthly: day 1 to 31, the last day in a month that has fewer. If the time passed while the service was down, the report is sent at the next start, within 24 hours",
    shown: "off"
  }),
  feedSilenceMinutes: optional("feed_silence_minutes", wholeOrNone(720, "whole minutes"), {
    name: { zh: "收银系统几分钟不报数算中断", en: "minutes until a till counts as silent" },
    means:
      "minutes, up to 720, after which a till that has pushed today counts as silent: health and the alarm report it, and at the cutoff its running amount does not become final. Not set or 0: no till counts as silent, and at the cutoff a push may be 30 minutes old",
    shown: "not set"
  }),
  alertWebhookUrl: defaulting("alert_webhook_url", "", alertUrl, {
    name: { zh: "告警网址", en: "address for alarms" },
    means:
      "where alarms are sent, see [Alarm](observability.md#alarm-without-prometheus): an http(s) address, `console:`, or empty. It is a credential"
  }),
  alertKind: optional("alert_kind", chatKind, {
    name: { zh: "告警的群聊产品", en: "alarm's chat product" },
    means: "the product of `alert_webhook_url`, like `chat_kind`"
  }),
  alertSecret: defaulting("alert_secret", "", secret, {
    name: { zh: "告警的签名密钥", en: "alarm's secret" },
    means:
      "the signing secret of `alert_webhook_url`, like `chat_secret`. Empty: alarms to the address of a chat are signed with the chat's secret, other alarms are not signed"
  }),
  alertAfterMinutes: defaulting("alert_after_minutes", 10, whole(1, 720, "whole minutes"), {
    name: { zh: "几分钟后告警", en: "minutes until an alarm" },
    means: "minutes after the cutoff until an unsettled day is an alarm, 1 to 720"
  }),
  heartbeatUrl: defaulting("heartbeat_url", "", monitorUrl, {
    name: { zh: "心跳网址", en: "address of the heartbeat" },
    means:
      "an address of a monitor that is called after each settlement and at minute 0 of each hour, while database, scheduler, disk and chats work, see [Heartbeat](observability.md#heartbeat). Empty: none. It is a credential"
  }),
  backupDir: defaulting("backup_dir", "", folder, {
    name: { zh: "备份文件夹", en: "backup folder" },
    means:
      "folder of the daily backups, which are made after each settlement, best on another disk than the database. Empty: no backups. Without effect on PostgreSQL"
  }),
  backupKeep: defaulting("backup_keep", 14, whole(1, maxBackups, "a whole number"), {
    name: { zh: "保留备份份数", en: "backups that are kept" },
    means: "how many daily backups are kept, 1 to 3660"
  }),
  publicUrl: defaulting("public_url", "", publicUrl, {
    name: { zh: "消息里的网址", en: "address in messages" },
    means:
      "the address at which people open the pages, such as `https://shop.example`, with an optional path: each message then has a link to its day on the dashboard, such as `https://shop.example/#2025-12-09`, and a reminder has one to `/enter` (a button in a card). Invitations use it as well. It has no name, password, `?` or `#`. Empty: no links"
  }),
  access: defaulting("access", "open", oneOf("open", "private"), {
    name: { zh: "谁可以看", en: "who may see the figures" },
    means:
      "`open`: the figures can be read by anyone who reaches the port. `private`: the role `view` is needed for everything except signing in; without it, `/api/health` shows only `status` and `version`"
  }),
  metrics: defaulting("metrics", "private", oneOf("private", "open"), {
    name: { zh: "监控接口是否公开", en: "whether the metrics stay open" },
    means: "with `access` `private`: `private` requires a token of the role `view` for `/metrics`, `open` requires none"
  })
} as const

/** The values of all keys. */
export type Values = { readonly [Field in keyof typeof settings]: (typeof settings)[Field] extends Setting<infer A> ? A : never }

export const settingNames: ReadonlyArray<string> = Object.values(settings).map(({ key }) => key)
