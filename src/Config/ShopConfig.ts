import { Either, Redacted } from "effect"
import { type Fault, faultAt, missing } from "../Codes/Fault.ts"
import { type Currency, currencyIn, formatMoney, signOf, toYuan } from "../Domain/Amount.ts"
import type { Cutoff } from "../Domain/Calendar.ts"
import { decimalsOf } from "../Domain/Decimals.ts"
import { defaultLanguage, type Language } from "../Domain/Language.ts"
import { formatTime } from "../Domain/TimeOfDay.ts"
import { mainChat, topics } from "../Domain/Topic.ts"
import { groupingOf, signsOf, type Typing } from "../Domain/TypedAmount.ts"
import { type AmountSource, withoutFigure } from "./AmountSource.ts"
import type { Chat } from "./Chats.ts"
import { consoleBot } from "./Forms.ts"
import type { HolidaysFile } from "./HolidaysFile.ts"
import { InvalidConfig } from "./InvalidConfig.ts"
import { parseJson, unknownKey } from "./JsonText.ts"
import type { RegionHolidays } from "./RegionHolidays.ts"
import { defaultRanges, type Setting, settingNames, settings, type Values } from "./Settings.ts"

/** The shop's settings: `config.json` with defaults. What a field means is in its declaration in `settings`. */
export interface ShopConfig extends Omit<Values, "currencyCode" | "cutoffHour" | "cutoffTime" | "holidaysPath" | "source"> {
  readonly amountSource: AmountSource
  /** Whether the shop has decided where its amounts come from. */
  readonly isSourceSet: boolean
  /** Whether the settings have `fallback_push`. */
  readonly isFallbackPushSet: boolean
  /** A cutoff after midnight is nearly always that of a bar: without a start of its own, the day that it settles has just begun. */
  readonly isDayStartInDoubt: boolean
  readonly currency: Currency
  readonly cutoff: Cutoff
  /** The file whose years replace those of the built-in data; null for none. */
  readonly holidaysFile: HolidaysFile | null
  /** The holidays of the country or region that `holidays` names; null for China's, and for none. */
  readonly region: RegionHolidays | null
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

/** Whether the shop has set ranges of its own. */
export const hasOwnRanges = ({ weekdayRange, weekendRange }: Pick<ShopConfig, "weekdayRange" | "weekendRange">): boolean =>
  ([[weekdayRange, defaultRanges.weekday], [weekendRange, defaultRanges.weekend]] as const).some(([range, [min, max]]) =>
    toYuan(range.min) !== min || toYuan(range.max) !== max
  )

/** How amounts are typed in the shop. */
export const typingOf = ({ currency }: Pick<ShopConfig, "currency">): Typing => ({
  signs: signsOf({ code: currency.code, symbol: signOf(currency) }),
  grouping: groupingOf(currency.locale),
  isWhole: decimalsOf(currency.code) === 0
})

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

const generatorRanges = ["weekday_range", "weekend_range"] as const

const warningsAbout = (
  origin: string,
  members: Readonly<Record<string, unknown>>,
  { amountSource, cutoff, isDayStartInDoubt, isFallbackPushSet, holidayRange, holidayRanges, holidays, holidaysFile }: ShopConfig
): ReadonlyArray<string> => [
  ...(holidays === "none" && holidaysFile !== null ? [`${origin}: holidays_file: no effect, because holidays is "none"`] : []),
  ...(holidayRange !== null && !holidayRanges ? [`${origin}: holiday_range: no effect, because holiday_ranges is not true`] : []),
  ...generatorRanges.filter((key) => withoutFigure(amountSource) === "generate" && !(key in members))
    .map((key) => `${origin}: ${key}: not set, generated amounts use the built-in range`),
  ...(isDayStartInDoubt
    ? [
      `${origin}: day_starts_at: not set, so what is taken between midnight and the cutoff at ${
        formatTime(cutoff)
      } is another day than the evening before; for a shop that closes after midnight write "day_starts_at": "${
        formatTime({ hour: cutoff.hour + 2, minute: 0 })
      }", otherwise "00:00"`
    ]
    : []),
  ...(isFallbackPushSet
    ? []
    : [
      `${origin}: fallback_push: not set, so a final day's message is sent again at a start, and at minutes 0 and 1 of each hour until midnight; "fallback_push": "auto" ends it`
    ])
]

/** Names a fault within a value by the key and its place in the value. */
export const under = (key: string) => (fault: Fault): Fault => ({
  ...fault,
  field: fault.field === "" || fault.field.startsWith("[") ? key + fault.field : `${key}.${fault.field}`
})

/** An empty text or null of these means that the key is not set. */
const isUnset = (key: string, value: unknown): boolean => /^cutoff_/.test(key) && (value === null || value === "")

const readSetting = <A>(
  { fallback, key, read }: Setting<A>,
  members: Readonly<Record<string, unknown>>
): Either.Either<A, ReadonlyArray<Fault>> => {
  const written = key in members && !isUnset(key, members[key]) ? members[key] : undefined
  if (written === undefined && fallback === null) return Either.right(null as A)
  if (written === undefined && fallback === undefined) return Either.left([faultAt(key, missing)])
  return Either.mapLeft(read(written === undefined ? fallback : written), (faults) => faults.map(under(key)))
}

const valuesOf = (members: Readonly<Record<string, unknown>>): Either.Either<Values, ReadonlyArray<Fault>> => {
  const read = Object.entries<Setting<unknown>>(settings).map(([field, setting]) => [field, readSetting(setting, members)] as const)
  const faults = read.flatMap(([, value]) => Either.isLeft(value) ? value.left : [])
  // Each field has the value of its own declaration.
  return faults.length > 0
    ? Either.left(faults)
    : Either.right(Object.fromEntries(read.map(([field, value]) => [field, Either.getOrNull(value)])) as unknown as Values)
}

const configOf = (
  { currencyCode, cutoffHour, cutoffTime, holidaysPath, source, ...values }: Values,
  members: Readonly<Record<string, unknown>>
): ShopConfig => {
  const cutoff = cutoffTime ?? (cutoffHour === null ? defaultCutoff : { hour: cutoffHour, minute: 0 })
  return {
    ...values,
    amountSource: source.source,
    isSourceSet: "amount_source" in members,
    isFallbackPushSet: "fallback_push" in members,
    isDayStartInDoubt: cutoff.hour < 6 && !("day_starts_at" in members),
    // Without a locale, `readConfigFile` takes that of the zone.
    currency: currencyIn(values.language ?? defaultLanguage, currencyCode, values.locale ?? undefined),
    cutoff,
    // `readConfigFile` reads its years.
    holidaysFile: holidaysPath === null ? null : { path: holidaysPath, years: {} },
    // `readConfigFile` finds it.
    region: null
  }
}

/** Reads the text of a configuration file named `origin`. Fails with every fault at once. */
export const parse = (origin: string, text: string): Either.Either<ReadConfig, InvalidConfig> =>
  Either.flatMap(parseJson(origin, text), (members) =>
    Either.mapBoth(valuesOf(members), {
      onLeft: (faults) => new InvalidConfig({ faults: faults.map((fault) => ({ origin, ...fault })) }),
      onRight: (values) => {
        const config = configOf(values, members)
        const unknownKeys = [
          ...Object.keys(members).filter((key) => !settingNames.includes(key)),
          ...values.source.unknown.map((key) => `amount_source.${key}`)
        ]
        return {
          config,
          members: Redacted.make(members),
          unknownKeys,
          warnings: [...unknownKeys.map(unknownKey(origin)), ...warningsAbout(origin, members, config)]
        }
      }
    }))
