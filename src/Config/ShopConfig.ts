import { Either, Redacted, Schema } from "effect"
import type { Fault } from "../Codes/Fault.ts"
import { Amount, formatMoney } from "../Domain/Amount.ts"
import { type Cutoff, CutoffFromText } from "../Domain/Calendar.ts"
import { type Currency, currencyIn, defaultCurrency, isCurrency } from "../Domain/Currency.ts"
import { noWeekdays, type Weekdays } from "../Domain/DayMark.ts"
import { DayStartFromText } from "../Domain/DayStart.ts"
import { expecting, expectingSecret, faultsOf } from "../Domain/Fault.ts"
import type { CentsRange } from "../Domain/Generator.ts"
import type { Goals } from "../Domain/Goal.ts"
import type { ImportNotify } from "../Domain/ImportPlan.ts"
import { defaultLanguage, type Language, languages } from "../Domain/Language.ts"
import { noReports, type ReportTimes } from "../Domain/ReportTimes.ts"
import type { FallbackPush } from "../Domain/Settlement.ts"
import { textOf } from "../Domain/Text.ts"
import { midnight, type TimeOfDay } from "../Domain/TimeOfDay.ts"
import { mainChat, type Topic, topics } from "../Domain/Topic.ts"
import { type AmountSource, defaultSource, goneKind, readAmountSource } from "./AmountSource.ts"
import type { ChatKind } from "./ChatKind.ts"
import { About, type Chat, KindOfChat, maxKeyword, readChats, Secret } from "./Chats.ts"
import { readGoals } from "./Goals.ts"
import type { HolidaysFile } from "./HolidaysFile.ts"
import { InvalidConfig } from "./InvalidConfig.ts"
import { parseJson, unknownKey } from "./JsonText.ts"
import { oneOf, optional, whole } from "./Members.ts"
import { PublicUrl } from "./PublicUrl.ts"
import { readReports } from "./ReportTimes.ts"
import { consoleBot, isWebhook, WebhookUrl } from "./WebhookUrl.ts"

export const defaultName = "示例门店"

/** In the shop's currency. */
export const defaultRanges = { weekday: [2800, 3600], weekend: [4000, 5200] } as const

const alertExpected = expectingSecret("address", `an http(s) address, "${consoleBot}", or nothing`)

const AlertUrl = Schema.Redacted(
  Schema.String.pipe(Schema.filter((text) => text === "" || isWebhook(text), alertExpected))
).annotations(alertExpected)

const rangeExpected = "[min, max] amounts with min <= max, such as [2800, 3600]"

const Bounds = Schema.Struct({ min: Amount, max: Amount })

const Range = Schema.Union(
  Bounds,
  Schema.transform(Schema.Tuple(Amount, Amount), Schema.typeSchema(Bounds), {
    strict: true,
    decode: ([min, max]) => ({ min, max }),
    encode: ({ max, min }) => [min, max] as const
  })
).pipe(Schema.filter(({ max, min }) => min <= max)).annotations(expecting("amount_range", rangeExpected))

const currencyExpected = expecting("currency", "the code of a currency by ISO 4217 in capitals, such as \"CNY\" or \"USD\"")

const maxShopName = 100
const maxBackups = 3660

const folderExpected = expecting("folder", "the path of a folder, or an empty text for none")

const Folder = Schema.String.pipe(
  Schema.filter((path) => path === path.trim() && !path.includes("\0"), folderExpected)
).annotations(folderExpected)

const fileExpected = expecting("text", "the path of a file, or an empty text for none")

const FilePath = Schema.String.pipe(
  Schema.filter((path) => path === path.trim() && !path.includes("\0"), fileExpected)
).annotations(fileExpected)

const weekdayNames = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] as const

const weekdayExpected = expecting("topics", `a list of weekdays with one or more of ${weekdayNames.join(" ")}`, {
  names: weekdayNames.join(" ")
})

/** An empty text or null means that the key is not set. */
const blankIsUnset = (value: unknown): boolean => value === null || value === ""

const Members = {
  chat_webhook_url: WebhookUrl,
  chat_kind: optional(KindOfChat),
  chat_secret: Schema.optionalWith(Secret, { exact: true, default: () => Redacted.make("") }),
  shop_name: Schema.optionalWith(textOf(maxShopName), { exact: true, default: () => defaultName }),
  language: optional(oneOf(...languages)),
  currency: Schema.optionalWith(
    Schema.String.pipe(Schema.filter(isCurrency, currencyExpected)).annotations(currencyExpected),
    { exact: true, default: () => defaultCurrency }
  ),
  weekday_range: Schema.optionalWith(Range, { exact: true, default: () => Schema.decodeSync(Range)(defaultRanges.weekday) }),
  weekend_range: Schema.optionalWith(Range, { exact: true, default: () => Schema.decodeSync(Range)(defaultRanges.weekend) }),
  // Its members depend on its kind: `readAmountSource` reads them.
  amount_source: optional(Schema.Unknown),
  // Its keys are months: `readGoals` reads them.
  goals: optional(Schema.Unknown),
  cutoff_time: optional(CutoffFromText),
  cutoff_hour: optional(whole(0, 23, "a whole hour")),
  day_starts_at: Schema.optionalWith(DayStartFromText, { exact: true, default: () => midnight }),
  holidays: Schema.optionalWith(oneOf("CN", "none"), { exact: true, default: () => "CN" as const }),
  closed_weekdays: Schema.optionalWith(
    Schema.Array(Schema.Literal(...weekdayNames).annotations(weekdayExpected)).annotations(weekdayExpected),
    {
      exact: true,
      default: () => []
    }
  ),
  holidays_file: Schema.optionalWith(FilePath, { exact: true, default: () => "" }),
  holiday_ranges: Schema.optionalWith(Schema.Boolean.annotations(expecting("truth", "true or false")), {
    exact: true,
    default: () => false
  }),
  holiday_range: optional(Range),
  fallback_push: optional(oneOf("auto", "always")),
  import_notify: Schema.optionalWith(oneOf("per_row", "digest", "none"), { exact: true, default: () => "per_row" as const }),
  chat_keyword: Schema.optionalWith(textOf(maxKeyword), { exact: true, default: () => "" }),
  chat_about: Schema.optionalWith(About, { exact: true }),
  // `readChats` reads its members.
  chats: Schema.optionalWith(Schema.Unknown, { exact: true }),
  alert_webhook_url: Schema.optionalWith(AlertUrl, { exact: true, default: () => Redacted.make("") }),
  alert_kind: optional(KindOfChat),
  alert_secret: Schema.optionalWith(Secret, { exact: true, default: () => Redacted.make("") }),
  alert_after_minutes: Schema.optionalWith(whole(1, 720, "whole minutes"), { exact: true, default: () => 10 }),
  remind_minutes: Schema.optionalWith(whole(0, 720, "whole minutes"), { exact: true, default: () => 0 }),
  // Its faults name its members: `readReports` reads them.
  reports: optional(Schema.Unknown),
  feed_silence_minutes: Schema.optionalWith(whole(0, 720, "whole minutes"), { exact: true, default: () => 0 }),
  backup_dir: Schema.optionalWith(Folder, { exact: true, default: () => "" }),
  backup_keep: Schema.optionalWith(whole(1, maxBackups, "a whole number"), { exact: true, default: () => 14 }),
  public_url: Schema.optionalWith(PublicUrl, { exact: true, default: () => null }),
  access: Schema.optionalWith(oneOf("open", "private"), { exact: true, default: () => "open" as const }),
  metrics: Schema.optionalWith(oneOf("private", "open"), { exact: true, default: () => "private" as const })
}

const ConfigFile = Schema.Struct(Members)

/** Every key that is read. */
export const settingNames: ReadonlyArray<string> = Object.keys(Members)

/** The shop's settings: `config.json` with defaults. */
export interface ShopConfig {
  readonly webhookUrl: Redacted.Redacted
  /** The chat product; null if the host of the address shows it. */
  readonly chatKind: ChatKind | null
  /** Empty if requests are not signed. */
  readonly chatSecret: Redacted.Redacted
  readonly chatKeyword: string
  /** What the first chat gets; null if it is not set. */
  readonly chatAbout: ReadonlyArray<Topic> | null
  /** The further chats. */
  readonly chats: ReadonlyArray<Chat>
  readonly shopName: string
  /** The language of messages, and the default language of the pages; null if it is not set. */
  readonly language: Language | null
  readonly currency: Currency
  readonly weekdayRange: CentsRange
  readonly weekendRange: CentsRange
  readonly amountSource: AmountSource
  readonly goals: Goals
  readonly cutoff: Cutoff
  /**
   * When a business day begins and the one before it ends. A change takes effect on a later day; until then the ledger's calendar
   * differs from this value.
   */
  readonly dayStartsAt: TimeOfDay
  /** The weekdays on which the shop is closed. */
  readonly closedWeekdays: Weekdays
  /** Whose holidays the shop keeps. */
  readonly holidays: "CN" | "none"
  /** The file whose years replace those of the built-in data; null for none. */
  readonly holidaysFile: HolidaysFile | null
  /** Whether generated amounts use the holiday range on holidays and the weekday range on make-up working days. */
  readonly holidayRanges: boolean
  /** The range of a holiday; null if holidays have the range of a weekend. */
  readonly holidayRange: CentsRange | null
  /** Whether checks send a final day's message again; null if it is not set, which is `always`, as specified. */
  readonly fallbackPush: FallbackPush | null
  readonly importNotify: ImportNotify
  /** Where alarms are sent; empty if they are turned off. */
  readonly alertWebhookUrl: Redacted.Redacted
  readonly alertKind: ChatKind | null
  /** The secret that signs alarms; empty if they are not signed, or if a chat with the same address has the secret. */
  readonly alertSecret: Redacted.Redacted
  /** How long after the cutoff an unsettled day causes an alarm. */
  readonly alertAfterMinutes: number
  /** How many minutes before the cutoff the group is reminded of a day without a record; 0: never. */
  readonly remindMinutes: number
  /** When the group gets the reports of the last week and month. */
  readonly reports: ReportTimes
  /** How many minutes a till that has pushed today may be silent before the cutoff; 0: no alarm. */
  readonly feedSilenceMinutes: number
  /** The folder of the daily backups; null for none. */
  readonly backupDir: string | null
  readonly backupKeep: number
  /** The address at which people open the pages, without a trailing slash; null if messages carry no link. */
  readonly publicUrl: string | null
  /** `private`: the role `view` is needed for everything but signing in. */
  readonly access: "open" | "private"
  /** Whether `/metrics` stays open if the service is private. */
  readonly metrics: "private" | "open"
}

/** The language of messages. */
export const languageOf = ({ language }: Pick<ShopConfig, "language">): Language => language ?? defaultLanguage

/** An alarm has its own address, so the first chat gets none unless `chat_about` says so. */
const ofFirstChat = topics.filter((topic) => topic !== "alarm")

/** Every chat; the chat of the top-level keys comes first. */
export const chatsOf = (
  { chatAbout, chatKeyword, chatKind, chats, chatSecret, webhookUrl }: Pick<
    ShopConfig,
    "chatAbout" | "chatKeyword" | "chatKind" | "chats" | "chatSecret" | "webhookUrl"
  >
): ReadonlyArray<Chat> => [
  { name: mainChat, url: webhookUrl, kind: chatKind, secret: chatSecret, keyword: chatKeyword, about: chatAbout ?? ofFirstChat },
  ...chats
]

/** The bot of `alert_webhook_url`. If a chat has the same address, the bot needs the chat's secret and keyword. */
export const alertBotOf = (config: ShopConfig): Omit<Chat, "about" | "name"> => {
  const { alertKind: kind, alertSecret, alertWebhookUrl: url } = config
  const same = chatsOf(config).find((chat) => Redacted.value(chat.url) === Redacted.value(url))
  const secret = Redacted.value(alertSecret) === "" && same !== undefined ? same.secret : alertSecret
  return { url, kind, secret, keyword: same?.keyword ?? "" }
}

/** Writes an amount of whole cents for people. */
export const moneyOf = ({ currency }: Pick<ShopConfig, "currency">) => (cents: number): string => formatMoney(cents, currency)

/** Whether messages reach a group, and are not only printed. */
export const hasGroup = ({ chats, webhookUrl }: Pick<ShopConfig, "chats" | "webhookUrl">): boolean =>
  [webhookUrl, ...chats.map(({ url }) => url)].some((url) => Redacted.value(url) !== consoleBot)

export interface ReadConfig {
  readonly config: ShopConfig
  /** The file's members as written, with secrets. */
  readonly members: Redacted.Redacted<Readonly<Record<string, unknown>>>
  /** Unknown keys of the file, which have no effect. */
  readonly unknownKeys: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

/** Names of the settings whose value differs between two readings. */
export const changedKeys = (before: ReadConfig, after: ReadConfig): ReadonlyArray<string> => {
  const old = Redacted.value(before.members)
  const current = Redacted.value(after.members)
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .filter((key) => settingNames.includes(key) && JSON.stringify(old[key]) !== JSON.stringify(current[key]))
}

const defaultCutoff: Cutoff = { hour: 23, minute: 0 }

const cutoffOf = (time: Cutoff | undefined, hour: number | undefined): Cutoff =>
  time ?? (hour === undefined ? defaultCutoff : { hour, minute: 0 })

/** What to write in place of a kind of `amount_source` that is gone. */
export const remedyOfGone = "name a program: {\"kind\": \"command\", \"run\": [\"node\", \"tills/square.mjs\"]}, see docs/sources.md"

const generatorRanges = ["weekday_range", "weekend_range"] as const

const warningsAbout = (
  origin: string,
  members: Readonly<Record<string, unknown>>,
  { amountSource, fallbackPush, holidayRange, holidayRanges, holidays, holidaysFile }: ShopConfig
): ReadonlyArray<string> => [
  ...(holidays === "none" && holidaysFile !== null ? [`${origin}: holidays_file: no effect, because holidays is "none"`] : []),
  ...(holidayRange !== null && !holidayRanges ? [`${origin}: holiday_range: no effect, because holiday_ranges is not true`] : []),
  ...(goneKind(amountSource) === undefined
    ? []
    : [
      `${origin}: amount_source: "${
        goneKind(amountSource)
      }" is not asked any longer, so each day waits until a person enters its figure; ${remedyOfGone}`
    ]),
  ...generatorRanges.filter((key) => !(key in members))
    .map((key) => `${origin}: ${key}: not set, generated amounts use the built-in range`),
  ...(fallbackPush === null
    ? [
      `${origin}: fallback_push: not set, so a final day's message is sent again at a start, and at minutes 0 and 1 of each hour until midnight; "fallback_push": "auto" ends it`
    ]
    : [])
]

/** Names a member's fault by its key and the member. */
export const under = (key: string) => (fault: Fault): Fault => ({ ...fault, field: fault.field === "" ? key : `${key}.${fault.field}` })

const leftOf = (read: Either.Either<unknown, ReadonlyArray<Fault>>): ReadonlyArray<Fault> => Either.isLeft(read) ? read.left : []

const sourceIn = (set: Readonly<Record<string, unknown>>) =>
  "amount_source" in set ? readAmountSource(set["amount_source"]) : Either.right({ source: defaultSource, unknown: [] })

const reportsIn = (set: Readonly<Record<string, unknown>>) => "reports" in set ? readReports(set["reports"]) : Either.right(noReports)

const configOf = (
  decoded: typeof ConfigFile.Type,
  amountSource: AmountSource,
  goals: Goals,
  reports: ReportTimes,
  chats: ReadonlyArray<Chat>
): ShopConfig => ({
  webhookUrl: decoded.chat_webhook_url,
  chatKind: decoded.chat_kind ?? null,
  chatSecret: decoded.chat_secret,
  chatKeyword: decoded.chat_keyword,
  chatAbout: decoded.chat_about ?? null,
  chats,
  shopName: decoded.shop_name,
  language: decoded.language ?? null,
  currency: currencyIn(decoded.language ?? defaultLanguage, decoded.currency),
  weekdayRange: decoded.weekday_range,
  weekendRange: decoded.weekend_range,
  amountSource,
  goals,
  cutoff: cutoffOf(decoded.cutoff_time, decoded.cutoff_hour),
  dayStartsAt: decoded.day_starts_at,
  closedWeekdays: decoded.closed_weekdays.length === 0
    ? noWeekdays
    : new Set(decoded.closed_weekdays.map((name) => weekdayNames.indexOf(name) + 1)),
  holidays: decoded.holidays,
  holidayRanges: decoded.holiday_ranges,
  holidayRange: decoded.holiday_range ?? null,
  // `readConfigFile` reads its years.
  holidaysFile: decoded.holidays_file === "" ? null : { path: decoded.holidays_file, years: {} },
  fallbackPush: decoded.fallback_push ?? null,
  importNotify: decoded.import_notify,
  alertWebhookUrl: decoded.alert_webhook_url,
  alertKind: decoded.alert_kind ?? null,
  alertSecret: decoded.alert_secret,
  alertAfterMinutes: decoded.alert_after_minutes,
  remindMinutes: decoded.remind_minutes,
  reports,
  feedSilenceMinutes: decoded.feed_silence_minutes,
  backupDir: decoded.backup_dir === "" ? null : decoded.backup_dir,
  backupKeep: decoded.backup_keep,
  publicUrl: decoded.public_url,
  access: decoded.access,
  metrics: decoded.metrics
})

/** Reads the text of a configuration file named `origin`. Fails with every fault at once. */
export const parse = (origin: string, text: string): Either.Either<ReadConfig, InvalidConfig> =>
  Either.flatMap(parseJson(origin, text), (members) => {
    const set = Object.fromEntries(
      Object.entries(members).filter(([key, value]) => !(/^cutoff_/.test(key) && blankIsUnset(value)))
    )
    const decoded = Either.mapLeft(Schema.decodeUnknownEither(ConfigFile)(set, { errors: "all" }), faultsOf)
    const source = Either.mapLeft(sourceIn(set), (faults) => faults.map(under("amount_source")))
    const reports = Either.mapLeft(reportsIn(set), (faults) => faults.map(under("reports")))
    const goals = Either.mapLeft(readGoals(set["goals"] ?? {}), (faults) => faults.map(under("goals")))
    const chats = readChats(set["chats"])
    const faults = [decoded, source, goals, reports, chats].flatMap(leftOf).map((fault) => ({ origin, ...fault }))
    if (Either.isLeft(decoded) || Either.isLeft(source) || Either.isLeft(goals) || Either.isLeft(reports) || Either.isLeft(chats)) {
      return Either.left(new InvalidConfig({ faults }))
    }
    const unknownKeys = [
      ...Object.keys(members).filter((key) => !settingNames.includes(key)),
      ...source.right.unknown.map((key) => `amount_source.${key}`)
    ]
    const config = configOf(decoded.right, source.right.source, goals.right, reports.right, chats.right)
    return Either.right({
      config,
      members: Redacted.make(members),
      unknownKeys,
      warnings: [...unknownKeys.map(unknownKey(origin)), ...warningsAbout(origin, members, config)]
    })
  })
