import type { FileSystem } from "@effect/platform"
import { Effect, Redacted } from "effect"
import { basename, resolve } from "node:path"
import { faultAt } from "../Codes/Fault.ts"
import { currencyIn } from "../Domain/Amount.ts"
import { wrong } from "../Domain/Fault.ts"
import { defaultLanguage } from "../Domain/Language.ts"
import { faultsOfVariables, namesIn, variableNotSet, type Variables } from "./AmountSource.ts"
import { type Chat, placeInChats } from "./Chats.ts"
import { variables } from "./Environment.ts"
import { readHolidaysFile } from "./HolidaysFile.ts"
import { InvalidConfig } from "./InvalidConfig.ts"
import { inexact, regionHolidays } from "./RegionHolidays.ts"
import { languageOf, parse, type ReadConfig, under } from "./ShopConfig.ts"
import { localeOf } from "./ShopLocale.ts"
import { readTextFile } from "./TextFile.ts"

/** Adds what a program gets besides its day. The variables are read with the file, so that a reload reads them again. */
const withPlace = (path: string) => (read: ReadConfig): Effect.Effect<ReadConfig, InvalidConfig, FileSystem.FileSystem> => {
  const { amountSource: source, currency } = read.config
  if (source.kind !== "command") return Effect.succeed(read)
  return Effect.flatMap(variables, (set) => {
    const names = namesIn(source)
    const known: Variables = Object.fromEntries(Object.entries(set).filter(([name]) => names.includes(name)))
    const faults = faultsOfVariables(source, known).map(under("amount_source")).map((fault) => ({ origin: basename(path), ...fault }))
    const place = { configFile: resolve(path), currency: currency.code, variables: Redacted.make(known) }
    return faults.length > 0
      ? new InvalidConfig({ faults })
      : Effect.succeed({ ...read, config: { ...read.config, amountSource: { ...source, place } } })
  })
}

const isInChina = (zone: string): boolean => /^(?:Asia\/(?:Shanghai|Urumqi|Chongqing|Chungking|Harbin|Kashgar)|PRC)$/.test(zone)

/** Writes amounts as the zone's country does, if no locale is set. */
const withLocale = (read: ReadConfig) => {
  const { currency: { code, locale }, locale: asked } = read.config
  if (asked !== null) return Effect.succeed(read)
  return Effect.map(variables, ({ TZ: zone = "" }): ReadConfig => {
    const language = languageOf(read.config)
    const own = localeOf(language, zone)
    return own === locale ? read : { ...read, config: { ...read.config, currency: currencyIn(language, code, own) } }
  })
}

/** Decides `auto` by the zone, and adds the holidays of a region. A region that is not known is a fault. */
const withRegion = (path: string) => (read: ReadConfig): Effect.Effect<ReadConfig, InvalidConfig, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const { holidays: asked, language } = read.config
    const { TZ: zone = "" } = yield* variables
    const holidays = asked !== "auto" ? asked : zone === "" || isInChina(zone) ? "CN" : "none"
    if (holidays === "CN" || holidays === "none") return { ...read, config: { ...read.config, holidays } }
    const region = inexact.test(holidays) ? undefined : yield* regionHolidays(holidays, language ?? defaultLanguage)
    if (region !== undefined) return { ...read, config: { ...read.config, holidays, region } }
    const known = inexact.test(holidays)
      ? "a country whose dates date-holidays has right, or \"none\" and the official dates in holidays_file"
      : "a country or region that date-holidays knows, such as DE, DE-BE or US-CA"
    const fault = wrong("one_of", known, holidays, {
      names: "DE DE-BE US-CA"
    })
    return yield* new InvalidConfig({ faults: [{ origin: basename(path), ...faultAt("holidays", fault) }] })
  })

/**
 * Adds the years of the file of holidays. They count as the value of `holidays_file`, so that a reload names that key when only the
 * file has changed.
 */
const withHolidays = (read: ReadConfig): Effect.Effect<ReadConfig, InvalidConfig, FileSystem.FileSystem> => {
  const { holidaysFile: file } = read.config
  if (file === null) return Effect.succeed(read)
  return Effect.map(readHolidaysFile(file.path), ({ warnings, years }) => {
    const holidaysFile = { path: file.path, years }
    return {
      ...read,
      config: { ...read.config, holidaysFile },
      members: Redacted.make({ ...Redacted.value(read.members), holidays_file: holidaysFile }),
      warnings: [...read.warnings, ...warnings]
    }
  })
}

/** Takes the passwords of mail servers that are written as `$NAME` from the environment. */
const withMailPasswords = (path: string) => (read: ReadConfig): Effect.Effect<ReadConfig, InvalidConfig, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const nameOf = ({ kind, secret }: Chat) => kind === "email" ? /^\$([A-Za-z_]\w*)$/.exec(Redacted.value(secret))?.[1] : undefined
    const { chats } = read.config
    if (chats.every((chat) => nameOf(chat) === undefined)) return read
    const set = yield* variables
    const faults = chats.flatMap((chat, index) => {
      const name = nameOf(chat)
      return name === undefined || set[name] !== undefined ? [] : [{
        origin: basename(path),
        ...faultAt(placeInChats(index, "secret"), variableNotSet)
      }]
    })
    if (faults.length > 0) return yield* new InvalidConfig({ faults })
    const withPassword = (chat: Chat): Chat => {
      const name = nameOf(chat)
      return name === undefined ? chat : { ...chat, secret: Redacted.make(set[name] ?? "") }
    }
    return { ...read, config: { ...read.config, chats: chats.map(withPassword) } }
  })

/** The text of a configuration file. */
export const readConfigText = (path: string): Effect.Effect<string, InvalidConfig, FileSystem.FileSystem> =>
  Effect.mapError(readTextFile(path), (about) => new InvalidConfig({ faults: [{ origin: basename(path), ...about }] }))

/** The settings of a text that is, or is to be, a configuration file. Fails with every fault at once. */
export const settingsOfText = (path: string, text: string): Effect.Effect<ReadConfig, InvalidConfig, FileSystem.FileSystem> =>
  parse(basename(path), text).pipe(
    Effect.flatMap(withPlace(path)),
    Effect.flatMap(withMailPasswords(path)),
    Effect.flatMap(withLocale),
    Effect.flatMap(withRegion(path)),
    Effect.flatMap(withHolidays)
  )

/** Reads a configuration file, for the service and for the commands that check it. */
export const readConfigFile = (path: string): Effect.Effect<ReadConfig, InvalidConfig, FileSystem.FileSystem> =>
  Effect.flatMap(readConfigText(path), (text) => settingsOfText(path, text))
