import type { FileSystem, HttpClient } from "@effect/platform"
import { DateTime, Effect, Either, Option } from "effect"
import { type Check, failed, passed, problemMessage, warning } from "./Codes/HealthProblem.ts"
import { registerSettings, registerToken } from "./Config.ts"
import type { Environment } from "./Config/Environment.ts"
import { faultLine } from "./Config/InvalidConfig.ts"
import type { ShopConfig } from "./Config/ShopConfig.ts"
import { isOfServer } from "./Database/DatabaseUrl.ts"
import { checkBackups } from "./Doctor/Backups.ts"
import { checkBot } from "./Doctor/Bot.ts"
import { checkConfiguration, type Configuration, inWords } from "./Doctor/Configuration.ts"
import { storedProblems } from "./Doctor/Database.ts"
import { runningHealth } from "./Doctor/RunningService.ts"
import { calendarOf, momentOf } from "./Domain/Calendar.ts"
import type { Secrets } from "./Logging/Secrets.ts"

const configurationChecks = ({ faults, file, settings, warnings }: Configuration): ReadonlyArray<Check> => [
  ...faults.map((fault) => failed("configuration", faultLine(fault), "fix it: the service does not start with it")),
  ...warnings.map((sentence) => warning("configuration", sentence, "fix it in the file")),
  ...(settings === undefined || faults.length > 0 ? [] : [passed("configuration", `${file}: ${inWords(settings)}`)])
]

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, "")

/** Health's list: that of the running service, or what it would be by the settings and the database. */
const healthChecks = (environment: typeof Environment.Service, settings: ShopConfig): Effect.Effect<ReadonlyArray<Check>> =>
  Effect.gen(function*() {
    const running = yield* runningHealth(environment)
    if (Option.isSome(running)) {
      const { problems, status } = running.value
      const says = `the service at port ${environment.port} says ${status}`
      if (status === "ok") return [passed("health", says)]
      const judged = status === "down" ? failed : warning
      return problems === undefined
        ? [judged("health", says, "its list is on the admin page; doctor reads it with the service's ADMIN_TOKEN")]
        : problems.map(({ message }) => ({ ...judged("health", withoutStop(message), ""), advice: null }))
    }
    const stored = yield* storedProblems(environment.databaseUrl, settings, environment.zone)
    if (Either.isLeft(stored)) return [stored.left]
    return stored.right.length === 0
      ? [passed("health", "no problem in the settings and the database; the service does not run here")]
      : stored.right.map((problem) => ({ ...warning("health", withoutStop(problemMessage(problem)), ""), advice: null }))
  })

type Needs = FileSystem.FileSystem | HttpClient.HttpClient | Secrets

/**
 * The configuration, health, and what only a probe from outside finds: the newest backup, and the bots with their clock. Changes
 * nothing. A check that is impossible because of another fault is left out.
 */
export const examine: Effect.Effect<ReadonlyArray<Check>, never, Needs> = Effect.gen(function*() {
  const configuration = yield* checkConfiguration
  const { environment, settings } = configuration
  const checks = [...configurationChecks(configuration)]
  if (environment !== undefined) yield* registerToken(environment)
  if (settings !== undefined) yield* registerSettings(settings)
  if (environment !== undefined && settings !== undefined) {
    const { databaseUrl, zone } = environment
    checks.push(...yield* healthChecks(environment, settings))
    const { today } = momentOf(DateTime.setZone(yield* DateTime.now, zone), calendarOf(zone, settings.cutoff, settings.dayStartsAt))
    // PostgreSQL's backups are its own.
    if (!isOfServer(databaseUrl)) checks.push(checkBackups(settings, today))
  }
  if (settings !== undefined) checks.push(...yield* checkBot(settings))
  return checks
})
