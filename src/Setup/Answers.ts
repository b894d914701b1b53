import { DateTime, Either, Redacted } from "effect"
import { parseEnv } from "node:util"
import { type Fault, faultAt, missing, saying } from "../Codes/Fault.ts"
import { weaknessOf } from "../Config/AdminToken.ts"
import { isCredential } from "../Config/Credentials.ts"
import { withVariables } from "../Config/EnvFile.ts"
import { consoleBot } from "../Config/Forms.ts"
import { defaultName } from "../Config/Settings.ts"
import { parse } from "../Config/ShopConfig.ts"
import { wrong } from "../Domain/Fault.ts"
import type { Language } from "../Domain/Language.ts"

/** What a new shop answers: on the page of the first start, or at a terminal. */
export interface Answers {
  readonly shopName: string
  /** `HH:MM` */
  readonly cutoff: string
  /** `HH:MM`; undefined where a day does not end after midnight. */
  readonly dayStart: string | undefined
  /** The closing weekdays, `MON` to `SUN`. */
  readonly closed: ReadonlyArray<string>
  readonly withoutFigure: "wait" | "estimate"
  /** The usual amounts of a weekday and a weekend day, if amounts are estimated. */
  readonly usual: readonly [weekday: number, weekend: number] | null
  /** The address of a chat's bot; empty if messages are printed, undefined where it is not asked. */
  readonly chat: string | undefined
  readonly zone: string
  readonly currency: string
  readonly language: Language
  readonly locale: string
  /** undefined where there is one already. */
  readonly password: string | undefined
}

type Members = Readonly<Record<string, unknown>>

/** How far a generated amount may be from the usual one. */
const spread = 0.12

const rangeAround = (usual: number): readonly [number, number] => [Math.round(usual * (1 - spread)), Math.round(usual * (1 + spread))]

/** The members of `config.json`: the answers over what is there. */
export const membersOf = (
  known: Members,
  { chat, closed, currency, cutoff, dayStart, language, locale, shopName, usual, withoutFigure }: Omit<Answers, "password" | "zone">
): Members => {
  const { cutoff_hour: _, ...kept } = known
  return {
    ...kept,
    chat_webhook_url: chat === undefined ? known["chat_webhook_url"] ?? consoleBot : chat === "" ? consoleBot : chat,
    chat_secret: known["chat_secret"] ?? "",
    shop_name: shopName.trim(),
    language,
    currency,
    locale,
    cutoff_time: cutoff,
    ...(dayStart === undefined ? {} : { day_starts_at: dayStart }),
    closed_weekdays: closed,
    amount_source: withoutFigure === "wait" ? { kind: "none" } : { kind: "range" },
    ...(usual === null ? {} : { weekday_range: rangeAround(usual[0]), weekend_range: rangeAround(usual[1]) }),
    fallback_push: known["fallback_push"] ?? "auto"
  }
}

const asked = new Set([
  "amount_source",
  "chat_webhook_url",
  "closed_weekdays",
  "currency",
  "cutoff_hour",
  "cutoff_time",
  "day_starts_at",
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

/** Whether a cutoff is after midnight, so that the shop has to say when its day begins. */
export const endsAfterMidnight = (cutoff: string): boolean => /^0[0-5]:/.test(cutoff)

/** When the day of a shop begins that closes after midnight: two hours after its cutoff. */
export const dayStartAfter = (cutoff: string): string => `${String(Number(cutoff.slice(0, 2)) + 2).padStart(2, "0")}:00`

/** Why a password cannot be written to `.env` or is easy to guess. It is not shown. */
export const faultsOfPassword = (password: string): ReadonlyArray<Fault> => {
  const isPlain = !/["'`#$\\\p{Cc}\u2028\u2029\uFFFD]/u.test(password) && password === password.trim()
  return isPlain && weaknessOf(Redacted.make(password)) === undefined &&
      parseEnv(withVariables("", { ADMIN_TOKEN: password }))["ADMIN_TOKEN"] === password
    ? []
    : [
      faultAt("password", saying("password", "expected 12 characters or more, 8 of them different, without quotes, # $ \\ and line breaks"))
    ]
}

const faultsOfUsual = (usual: readonly [number, number]): ReadonlyArray<Fault> =>
  usual.flatMap((amount, at) =>
    Number.isFinite(amount) && amount > 0 ? [] : [faultAt(`usual.${at}`, wrong("amount", "an amount above 0", amount))]
  )

/** Why the service would refuse these members, each fault with its key. */
export const faultsOfMembers = (members: Members): ReadonlyArray<Fault> =>
  Either.match(parse("config.json", JSON.stringify(members)), { onLeft: ({ faults }) => faults, onRight: () => [] })

export const faultsOfZone = (zone: string): ReadonlyArray<Fault> =>
  /^[+-]/.test(zone) || DateTime.zoneMakeNamed(zone)._tag === "None"
    ? [faultAt("time_zone", wrong("zone", "a time zone such as Asia/Shanghai", zone))]
    : []

/** Every fault of the answers, each with the key of `config.json` that it becomes, or `time_zone`, `usual` and `password`. */
export const faultsOf = (known: Members, answers: Answers): ReadonlyArray<Fault> => {
  const { cutoff, dayStart, password, shopName, usual, withoutFigure, zone } = answers
  return [
    ...(shopName.trim() === "" ? [faultAt("shop_name", missing)] : []),
    ...(endsAfterMidnight(cutoff) && dayStart === undefined ? [faultAt("day_starts_at", missing)] : []),
    ...(withoutFigure === "estimate" && usual === null ? [faultAt("usual", missing)] : faultsOfUsual(usual ?? [1, 1])),
    ...faultsOfMembers(membersOf(known, answers)),
    ...faultsOfZone(zone),
    ...(password === undefined ? [] : faultsOfPassword(password))
  ]
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
