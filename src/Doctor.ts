import type { FileSystem, HttpClient } from "@effect/platform"
import { DateTime, Effect, Either, Ref } from "effect"
import { dirname } from "node:path"
import { type Check, failed, passed, warning } from "./Codes/Check.ts"
import { registerSettings, registerToken } from "./Config.ts"
import { defaultSource, withoutFigure } from "./Config/AmountSource.ts"
import { faultLine } from "./Config/InvalidConfig.ts"
import * as DatabaseUrl from "./Database/DatabaseUrl.ts"
import { checkServer } from "./Database/Postgres/Checks.ts"
import { checkBackups } from "./Doctor/Backups.ts"
import { checkBot } from "./Doctor/Bot.ts"
import { checkConfiguration, type Configuration, inWords } from "./Doctor/Configuration.ts"
import { checkContents, checkDatabase, type Examined } from "./Doctor/Database.ts"
import { checkHosts, checkLinks, checkProxies, checkToken } from "./Doctor/Environment.ts"
import { checkHolidays } from "./Doctor/Holidays.ts"
import { checkDisk, checkFileSystem, checkFolder, checkZone } from "./Doctor/Machine.ts"
import { checkSource } from "./Doctor/Source.ts"
import { calendarOf, momentOf } from "./Domain/Calendar.ts"
import { addDays } from "./Domain/LocalDate.ts"
import { wallDate } from "./Domain/WallClock.ts"
import type { Secrets } from "./Logging/Secrets.ts"

const configurationChecks = ({ faults, file, settings, warnings }: Configuration): ReadonlyArray<Check> => [
  ...faults.map((fault) => failed("configuration", faultLine(fault), "fix it: the service does not start with it")),
  ...warnings.map((sentence) => warning("configuration", sentence, "fix it in the file")),
  ...(settings === undefined || faults.length > 0 ? [] : [passed("configuration", `${file}: ${inWords(settings)}`)])
]

/** A wrong address is reported as a fault of the configuration. */
const databaseChecks = (url: string, moment: Examined): Effect.Effect<ReadonlyArray<Check>> =>
  Either.match(DatabaseUrl.parse(url), {
    onLeft: () => Effect.succeed([]),
    onRight: DatabaseUrl.DatabaseUrl.$match({
      Postgres: ({ address }) => checkServer(address, checkContents(moment)),
      Sqlite: ({ filename }) => {
        if (filename === DatabaseUrl.memory)
          return Effect.succeed([warning("database", "is in memory: every stop loses all days", "set DATABASE_URL to a file")])
        const folder = dirname(filename)
        return Effect.map(checkDatabase(filename, moment),
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
    const { process, shop } = environment
    yield* registerToken(process)
    const now = DateTime.setZone(yield* DateTime.now, shop.zone)
    const asSet = settings && calendarOf(shop.zone, settings.cutoff, settings.dayStartsAt)
    const learned = yield* Ref.make(asSet)
    const moment = asSet === undefined
      ? { now, today: wallDate(now), cutoff: now, pastCutoff: false }
      : { ...momentOf(now, asSet), calendar: asSet, learned }
    checks.push(checkToken(process.adminToken), checkHosts(process.allowedHosts))
    checks.push(...checkProxies(process.host, process.trustedProxies), yield* checkZone(shop.zone))
    checks.push(
      ...yield* databaseChecks(shop.databaseUrl, { ...moment, withoutFigure: withoutFigure(settings?.amountSource ?? defaultSource) })
    )
    checks.push(checkFolder("log", dirname(process.logFile)))
    // The database may have a change of the days' start that has not taken effect yet.
    const calendar = yield* Ref.get(learned)
    if (settings !== undefined && calendar !== undefined) {
      const { today } = momentOf(now, calendar)
      checks.push(checkBackups(settings, today, isOnServer(shop.databaseUrl)))
      checks.push(...checkHolidays(settings, today))
      checks.push(...checkLinks(settings.publicUrl, process.allowedHosts))
      checks.push(...yield* checkSource(settings, addDays(today, -1), calendar))
    }
  }
  if (settings !== undefined) {
    yield* registerSettings(settings)
    checks.push(...yield* checkBot(settings))
  }
  return checks
})
