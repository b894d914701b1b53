import type { FileSystem, HttpClient } from "@effect/platform"
import { DateTime, Effect, Either, Option, Redacted, Ref } from "effect"
import { dirname } from "node:path"
import { type Check, failed, passed, warning } from "./Codes/HealthProblem.ts"
import { registerSettings, registerToken } from "./Config.ts"
import { tokenCommand, weaknessOf } from "./Config/AdminToken.ts"
import { isAsked } from "./Config/AmountSource.ts"
import { holidayCalendar } from "./Config/HolidayCalendar.ts"
import { faultLine } from "./Config/InvalidConfig.ts"
import { type AllowedHosts, isAllowed, openProxyTrust, type TrustedProxies } from "./Config/Network.ts"
import { moneyOf, type ShopConfig } from "./Config/ShopConfig.ts"
import * as DatabaseUrl from "./Database/DatabaseUrl.ts"
import { checkServer } from "./Database/Postgres/Checks.ts"
import { checkBot } from "./Doctor/Bot.ts"
import { checkConfiguration, type Configuration, inWords } from "./Doctor/Configuration.ts"
import { checkContents, checkDatabase, type Examined } from "./Doctor/Database.ts"
import { checkHeartbeat } from "./Doctor/Heartbeat.ts"
import { checkBackups, checkDisk, checkFileSystem, checkFolder, checkZone } from "./Doctor/Machine.ts"
import { calendarOf, type DayBounds, momentOf } from "./Domain/Calendar.ts"
import { addDays, type LocalDate, yearOf } from "./Domain/LocalDate.ts"
import { counted } from "./Domain/Text.ts"
import type { Secrets } from "./Logging/Secrets.ts"
import { askSource } from "./Source.ts"

const advice = `set ADMIN_TOKEN to what \`${tokenCommand}\` prints`

/** Checks that the admin token is hard to guess and can be sent. The token is never shown. */
export const checkToken = (token: Option.Option<Redacted.Redacted>): Check => {
  if (Option.isNone(token)) return warning("token", "ADMIN_TOKEN is not set, the admin endpoints are closed", `to open them, ${advice}`)
  const weakness = weaknessOf(token.value)
  if (weakness !== undefined) return failed("token", weakness, advice)
  const value = Redacted.value(token.value)
  if (/[^\x20-\x7e]/.test(value))
    return warning("token", "ADMIN_TOKEN has characters that a browser cannot send: the admin page stays closed", advice)
  return passed("token", `ADMIN_TOKEN has ${value.length} characters`)
}

/** Without a list of hosts, a web page elsewhere can read the figures through a browser in the shop's network (DNS rebinding). */
export const checkHosts = (hosts: AllowedHosts): Check =>
  hosts === undefined
    ? warning(
      "hosts",
      "ALLOWED_HOSTS is not set, requests for any host name are answered",
      "set ALLOWED_HOSTS to the names by which the dashboard is opened, so that no other web page can read the figures through a browser"
    )
    : passed("hosts", `requests for ${Array.from(hosts).join(", ")} are answered`)

/** A number of proxies is trusted on every connection, so only the proxies may be able to reach the port. */
export const checkProxies = (host: string, proxies: TrustedProxies): ReadonlyArray<Check> => {
  const found = openProxyTrust(host, proxies)
  return found === undefined ? [] : [
    warning("proxies", found, "set HOST to an address that only the proxy reaches, or TRUST_PROXY to the proxies' addresses")
  ]
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The links in messages; no check without `public_url`. */
export const checkLinks = (publicUrl: string | null, hosts: AllowedHosts): ReadonlyArray<Check> => {
  if (publicUrl === null) return []
  const { host, hostname } = new URL(publicUrl)
  if (hosts !== undefined && !isAllowed(hosts, host)) {
    return [
      warning("links", `messages lead to ${publicUrl}, and ALLOWED_HOSTS has no ${host}`,
        `add ${host} to ALLOWED_HOSTS, or change public_url`)
    ]
  }
  return [
    loopback.test(hostname)
      ? warning("links", `messages lead to ${publicUrl}, which only this machine can open`, "set public_url to the name that phones open")
      : passed("links", `messages lead to ${publicUrl}`)
  ]
}

/** The notice of a year is published in the autumn before, so next year's is expected in December. */
export const checkHolidays = (settings: Pick<ShopConfig, "holidays" | "holidaysFile">, today: LocalDate): ReadonlyArray<Check> => {
  const year = yearOf(today)
  const missing = holidayCalendar(settings).missingYears(year, today.startsWith("12", 5) ? year + 1 : year)
  return missing.length === 0
    ? []
    : [
      warning("holidays", `no data for ${missing.join(" and ")}: every day counts as an ordinary one`,
        "update the service, or name the days off in holidays_file")
    ]
}

/** Asks the source for a past day. A source that fails is a warning: the service works without it, and the day waits for a person. */
const checkSource = (
  settings: ShopConfig,
  date: LocalDate,
  days: DayBounds
): Effect.Effect<ReadonlyArray<Check>, never, FileSystem.FileSystem> =>
  isAsked(settings.amountSource)
    ? Effect.match(askSource(settings.amountSource, date, days), {
      onFailure: ({ message }) => [warning("source", `no figure for ${date}: ${message}`, "fix it, then run `turnover source try`")],
      onSuccess: (
        { amountCents, items }
      ) => [passed("source", `answers ${moneyOf(settings)(amountCents)} for ${date}, ${counted(items, "item")}`)]
    })
    : Effect.succeed([])

const configurationChecks = ({ faults, file, settings, warnings }: Configuration): ReadonlyArray<Check> => [
  ...faults.map((fault) => failed("configuration", faultLine(fault), "fix it: the service does not start with it")),
  ...warnings.map((sentence) => warning("configuration", sentence, "fix it in the file")),
  ...(settings === undefined || faults.length > 0 ? [] : [passed("configuration", `${file}: ${inWords(settings)}`)])
]

/** A wrong address is reported as a fault of the configuration. */
const databaseChecks = (url: string, examined: Examined | undefined): Effect.Effect<ReadonlyArray<Check>> =>
  Either.match(DatabaseUrl.parse(url), {
    onLeft: () => Effect.succeed([]),
    onRight: DatabaseUrl.DatabaseUrl.$match({
      Postgres: ({ address }) => checkServer(address, checkContents(examined)),
      Sqlite: ({ filename }) => {
        if (filename === DatabaseUrl.memory)
          return Effect.succeed([warning("database", "is in memory: every stop loses all days", "set DATABASE_URL to a file")])
        const folder = dirname(filename)
        return Effect.map(checkDatabase(filename, examined),
          (found) => [checkFolder("folder", folder), ...checkFileSystem(filename), checkDisk(folder), ...found])
      }
    })
  })

const isOnServer = (url: string): boolean =>
  Either.getOrElse(Either.map(DatabaseUrl.parse(url), DatabaseUrl.DatabaseUrl.$is("Postgres")), () => false)

type Needs = FileSystem.FileSystem | HttpClient.HttpClient | Secrets

/**
 * Checks everything that the service depends on, and changes nothing. A check that is impossible because of another fault is left
 * out.
 */
export const examine: Effect.Effect<ReadonlyArray<Check>, never, Needs> = Effect.gen(function*() {
  const configuration = yield* checkConfiguration
  const { environment, settings } = configuration
  const checks = [...configurationChecks(configuration)]
  if (environment !== undefined) {
    const { zone } = environment
    yield* registerToken(environment)
    const now = DateTime.setZone(yield* DateTime.now, zone)
    const judged = settings && { settings, calendar: calendarOf(zone, settings.cutoff, settings.dayStartsAt) }
    const learned = judged && (yield* Ref.make(judged.calendar))
    checks.push(checkToken(environment.adminToken), checkHosts(environment.allowedHosts))
    checks.push(...checkProxies(environment.host, environment.trustedProxies), yield* checkZone(zone))
    checks.push(...yield* databaseChecks(environment.databaseUrl, judged && learned && { ...judged, now, learned }))
    checks.push(checkFolder("log", dirname(environment.logFile)))
    // The database may have a change of the days' start that has not taken effect yet.
    if (settings !== undefined && learned !== undefined) {
      const calendar = yield* Ref.get(learned)
      const { today } = momentOf(now, calendar)
      checks.push(...checkBackups(settings, today, isOnServer(environment.databaseUrl)))
      checks.push(...checkHolidays(settings, today))
      checks.push(...checkLinks(settings.publicUrl, environment.allowedHosts))
      checks.push(...yield* checkSource(settings, addDays(today, -1), calendar))
    }
  }
  if (settings !== undefined) {
    yield* registerSettings(settings)
    checks.push(...yield* checkBot(settings), ...yield* checkHeartbeat(settings))
  }
  return checks
})
