import type { FileSystem, HttpClient } from "@effect/platform"
import { DateTime, Effect, Either, Ref } from "effect"
import { dirname } from "node:path"
import { type Check, failed, passed, warning } from "./Codes/HealthProblem.ts"
import { registerSettings, registerToken } from "./Config.ts"
import { goneKind, isAsked } from "./Config/AmountSource.ts"
import { faultLine } from "./Config/InvalidConfig.ts"
import { moneyOf, remedyOfGone, type ShopConfig } from "./Config/ShopConfig.ts"
import * as DatabaseUrl from "./Database/DatabaseUrl.ts"
import { checkServer } from "./Database/Postgres/Checks.ts"
import { checkBot } from "./Doctor/Bot.ts"
import { checkConfiguration, type Configuration, inWords } from "./Doctor/Configuration.ts"
import { checkContents, checkDatabase, type Examined } from "./Doctor/Database.ts"
import { checkBackups, checkDisk, checkFileSystem, checkFolder, checkZone } from "./Doctor/Machine.ts"
import { checkHolidays, checkHosts, checkLinks, checkProxies, checkToken } from "./Doctor/Settings.ts"
import { calendarOf, type DayBounds, momentOf } from "./Domain/Calendar.ts"
import { addDays, type LocalDate } from "./Domain/LocalDate.ts"
import { counted } from "./Domain/Text.ts"
import type { Secrets } from "./Logging/Secrets.ts"
import { askSource } from "./Source.ts"

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
    : Effect.succeed(
      goneKind(settings.amountSource) === undefined
        ? []
        : [warning("source", `amount_source "${goneKind(settings.amountSource)}" is not asked any longer`, remedyOfGone)]
    )

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
    checks.push(...yield* checkBot(settings))
  }
  return checks
})
