import { Either } from "effect"
import { parseEnv } from "node:util"
import { firstRunWords } from "../../words/command/FirstRun.ts"
import { faultWords } from "../../words/Faults.ts"
import { isCredential } from "../Config/Credentials.ts"
import { consoleBot, weekdays } from "../Config/Forms.ts"
import { type ConfigFault, faultLine } from "../Config/InvalidConfig.ts"
import { defaultName } from "../Config/Settings.ts"
import { parse } from "../Config/ShopConfig.ts"
import { localeOf } from "../Config/ShopLocale.ts"
import { currencyIn, defaultCurrency, formatMoney, signOf } from "../Domain/Amount.ts"
import { decimalsOf } from "../Domain/Decimals.ts"
import type { Language } from "../Domain/Language.ts"
import { groupingOf, signsOf, typedCents } from "../Domain/TypedAmount.ts"

/** A sentence of `turnover setup`. */
export const sayIn = (language: Language) => (key: keyof typeof firstRunWords, values: Readonly<Record<string, string>> = {}): string =>
  firstRunWords[key][language === "en" ? "en" : "zh"].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")

/** Why an answer on the command line is refused. @param found left out if it may be a secret */
export const refusalIn = (language: Language) => (name: string, why: string, found?: string): string =>
  sayIn(language)(found === undefined ? "first.bad" : "first.bad.found", { name, why, found: JSON.stringify(found) })

/** Where the shop is, as the machine says it. */
export interface Place {
  readonly zone: string
  readonly currency: string
  readonly language: Language
  /** How numbers are written. */
  readonly locale: string
}

const euro =
  /^Europe\/(Amsterdam|Andorra|Athens|Berlin|Bratislava|Brussels|Busingen|Dublin|Helsinki|Lisbon|Ljubljana|Luxembourg|Madrid|Malta|Monaco|Paris|Riga|Rome|San_Marino|Sofia|Tallinn|Vaduz|Vatican|Vienna|Vilnius|Zagreb)$/

/** Currencies by the zone: the shop is where its clock is. */
const currencies: ReadonlyArray<readonly [zone: RegExp, currency: string]> = [
  [/^Asia\/Hong_Kong$/, "HKD"],
  [/^Asia\/Taipei$/, "TWD"],
  [/^Asia\/Tokyo$/, "JPY"],
  [/^Asia\/Singapore$/, "SGD"],
  [/^Asia\/Seoul$/, "KRW"],
  [euro, "EUR"],
  [/^Europe\/London$/, "GBP"],
  [/^Europe\/Zurich$/, "CHF"],
  [/^(America\/(New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage)|Pacific\/Honolulu)$/, "USD"],
  [/^America\/(Toronto|Vancouver|Montreal|Halifax|Winnipeg|Edmonton)$/, "CAD"],
  [/^Australia\//, "AUD"],
  [/^Pacific\/Auckland$/, "NZD"]
]

/** Proposes currency and locale. */
export const placeAt = (zone: string, language: Language): Place => ({
  zone,
  language,
  currency: currencies.find(([pattern]) => pattern.test(zone))?.[1] ?? defaultCurrency,
  locale: localeOf(language, zone)
})

/** Where the machine is. A server's clock is often at UTC, where no shop is. */
export const machineZone = (zone: string): string => /^(?:UTC|Etc\/.*|GMT)$/.test(zone) ? "Asia/Shanghai" : zone

/** An amount as the place writes it: `1.234,50 €`. */
export const sampleOf = ({ currency, language, locale }: Place): string => formatMoney(123_450, currencyIn(language, currency, locale))

export interface Answers {
  readonly shopName: string
  readonly cutoff: string
  /** `MON` to `SUN`, or none. */
  readonly closed: string
  readonly withoutFigure: "wait" | "estimate"
  /** The usual amounts of a weekday and a weekend day, if amounts are estimated. */
  readonly usual: readonly [weekday: number, weekend: number] | null
  /** Empty if messages are printed. */
  readonly chat: string
}

/** How far a generated amount may be from the usual one. */
const spread = 0.12

const rangeAround = (usual: number): readonly [number, number] => [Math.round(usual * (1 - spread)), Math.round(usual * (1 + spread))]

type Members = Readonly<Record<string, unknown>>

/** The members of `config.json`: the answers over what is there. */
export const configMembers = (known: Members, { chat, closed, cutoff, shopName, usual, withoutFigure }: Answers, place: Place): Members => {
  const { cutoff_hour: _, ...kept } = known
  return {
    ...kept,
    chat_webhook_url: chat === "" ? consoleBot : chat,
    chat_secret: known["chat_secret"] ?? "",
    shop_name: shopName,
    language: place.language,
    currency: place.currency,
    locale: place.locale,
    cutoff_time: cutoff,
    closed_weekdays: closed === "none" ? [] : [closed],
    amount_source: withoutFigure === "wait" ? { kind: "none" } : { kind: "range" },
    ...(usual === null ? {} : { weekday_range: rangeAround(usual[0]), weekend_range: rangeAround(usual[1]) }),
    fallback_push: known["fallback_push"] ?? "auto"
  }
}

/** The members that a file lacks, a line each. A credential is not shown: who typed it has it. */
export const changedMembers = (known: Members, members: Members): ReadonlyArray<string> =>
  Object.entries(members).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(known[key])).map(([key, value]) =>
    `  ${JSON.stringify(key)}: ${isCredential(key, value) ? "\"…\"" : JSON.stringify(value)},`
  )

/** The lines that `.env` lacks. */
export const changedLines = (known: string, text: string): ReadonlyArray<string> => {
  const there = known.split("\n")
  return text.split("\n").filter((line) => !there.includes(line)).map((line) => `  ${line}`)
}

const asked = new Set([
  "amount_source",
  "chat_webhook_url",
  "closed_weekdays",
  "currency",
  "cutoff_hour",
  "cutoff_time",
  "fallback_push",
  "language",
  "locale",
  "shop_name"
])

/** The keys of a file that no question is about. */
export const keptKeys = (known: Members, estimates: boolean): ReadonlyArray<string> =>
  Object.keys(known).filter((key) => !asked.has(key) && !(estimates && /^week(?:day|end)_range$/.test(key)))

/** Whether a configuration is somebody's: the shipped one has the sample's name. */
export const isOwn = (known: Members): boolean => "shop_name" in known && known["shop_name"] !== defaultName

/** A fault in Chinese, without the name of the setting that was asked for. */
const chineseFault = ({ code, field, params }: ConfigFault): string =>
  (field === "chat_webhook_url" ? "" : `${field}：`) +
  faultWords[`fault.${code}`].zh.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""))

/** Why the service would refuse these members; undefined if it takes them. */
export const faultIn = (members: Members, language: Language): string | undefined =>
  Either.match(parse("config.json", JSON.stringify(members)), {
    onLeft: ({ faults }) => language === "en" ? faults.map(faultLine).join("; ") : faults.map(chineseFault).join("；"),
    onRight: () => undefined
  })

const quoted = (value: string): string => /^[\w./:+-]*$/.test(value) ? value : JSON.stringify(value)

/** The text of `.env` with these variables. Lines that are there stay; one that sets nothing gets the value. */
export const withVariables = (text: string, variables: Readonly<Record<string, string>>): string => {
  const set = parseEnv(text)
  let lines = text === "" ? [] : text.replace(/\n$/, "").split("\n")
  for (const [name, value] of Object.entries(variables)) {
    if (set[name] !== undefined && set[name] !== "") continue
    const line = `${name}=${quoted(value)}`
    const empty = lines.findIndex((one) => new RegExp(`^\\s*${name}\\s*=\\s*$`).test(one))
    lines = empty < 0 ? [...lines, line] : lines.with(empty, line)
  }
  return `${lines.join("\n")}\n`
}

export const closingDays = ["none", ...weekdays] as const

/** `9:30` as `09:30`; `22` and `2200` as `22:00`. */
export const timeIn = (text: string): Either.Either<string, "time"> => {
  const [, hour = "", minute = "00"] = /^\s*(\d{1,2})(?:[:\uff1a.](\d{2}))?\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(text) ?? []
  return hour !== "" && Number(hour) < 24 && Number(minute) < 60 ? Either.right(`${hour.padStart(2, "0")}:${minute}`) : Either.left("time")
}

/** A usual amount as it is typed in the place. */
export const usualIn = (text: string, { currency, language, locale }: Place): number | undefined => {
  const symbol = signOf(currencyIn(language, currency, locale))
  const cents = typedCents(text, {
    signs: signsOf({ code: currency, symbol }),
    grouping: groupingOf(locale),
    isWhole: decimalsOf(currency) === 0
  })
  return cents === undefined || cents === 0 ? undefined : cents / 100
}
