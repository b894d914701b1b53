import { Either, Option } from "effect"
import { faultAt } from "../Codes/Fault.ts"
import { type Environment, environmentFile } from "../Config/Environment.ts"
import type { ConfigFault } from "../Config/InvalidConfig.ts"
import { wrong } from "../Domain/Fault.ts"
import { keptLogs, namesOf } from "../Logging/LogFile.ts"
import * as DatabaseUrl from "./DatabaseUrl.ts"
import { isSamePlace } from "./Sqlite/Files.ts"
import { belongsTo } from "./Sqlite/Place.ts"

/** The other files of the service, each with a function that returns whether a path leads to it. */
const othersOf = ({ shop }: Environment, variables: string): ReadonlyArray<readonly [what: string, is: (path: string) => boolean]> => {
  const database = Either.getOrUndefined(DatabaseUrl.parse(shop.databaseUrl))
  return [
    [
      "the database in DATABASE_URL",
      (path) => database?._tag === "Sqlite" && database.filename !== DatabaseUrl.memory && belongsTo(database.filename, path)
    ],
    ["the settings in CONFIG_FILE", (path) => isSamePlace(shop.configFile, path)],
    ["the variables in .env", (path) => isSamePlace(variables, path)],
    ["the days in AUTO_IMPORT_FILE", (path) => Option.exists(shop.autoImportFile, (file) => isSamePlace(file, path))]
  ]
}

/**
 * The fault of a LOG_FILE that is, under any name, another file of the service: log lines would destroy that file, or rotation
 * would replace it.
 */
export const logFileFaults = (environment: Environment, variables = environmentFile): ReadonlyArray<ConfigFault> => {
  const { logFile } = environment.process
  try {
    return othersOf(environment, variables)
      .filter(([, is]) => namesOf(logFile).some(is))
      .map(([what]) => ({
        origin: "environment",
        ...faultAt("LOG_FILE", wrong("file_of_its_own", `another file than ${what}, also with .1 to .${keptLogs} at its end`, logFile))
      }))
  } catch {
    // A path that cannot be resolved cannot be opened either, which is reported when it is used.
    return []
  }
}
