import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fromVariables } from "../../src/Config/Environment.ts"
import { logFileFaults } from "../../src/Database/LogFileFaults.ts"
import { temporaryFolder } from "./TestFile.ts"

// Rule 1.5.
describe("a log file", () => {
  const database = "the database in DATABASE_URL"
  const sentence = (what: string, found: string) =>
    `LOG_FILE: expected another file than ${what}, also with .1 to .5 at its end, got ${JSON.stringify(found)}`

  const cases: ReadonlyArray<readonly [logFile: string, what: string | undefined]> = [
    ["logs/app.log", undefined],
    ["data/turnover.db.log", undefined],
    ["data/turnover.db", database],
    ["data/../data/turnover.db", database],
    ["data/turnover.db-wal", database],
    ["data/turnover.db-shm", database],
    ["data/turnover.db.lock", database],
    ["link", database],
    ["hard", database],
    ["config.json", "the settings in CONFIG_FILE"],
    [".env", "the variables in .env"],
    ["days.csv", "the days in AUTO_IMPORT_FILE"],
    // The log is renamed to days.csv.1 when it is full.
    ["full", "the days in AUTO_IMPORT_FILE"]
  ]
  it.scoped.each(cases)("%s is refused where another file of the service is there: %s", ([logFile, what]) =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const at = (name: string) => join(folder, name)
      mkdirSync(at("data"))
      writeFileSync(at("data/turnover.db"), "")
      symlinkSync("data/turnover.db", at("link"))
      linkSync(at("data/turnover.db"), at("hard"))
      const faultsOf = (importFile: string) =>
        Effect.map(
          fromVariables({
            LOG_FILE: at(logFile),
            DATABASE_URL: `file:${at("data/turnover.db")}`,
            CONFIG_FILE: at("config.json"),
            AUTO_IMPORT_ON_START: "1",
            AUTO_IMPORT_FILE: at(importFile)
          }),
          (environment) => logFileFaults(environment, at(".env")).map(({ field, message }) => `${field}: ${message}`)
        )
      assert.deepStrictEqual(yield* faultsOf(logFile === "full" ? "full.3" : "days.csv"),
        what === undefined ? [] : [sentence(what, at(logFile))])
    }))

  it.effect("may have any name where the days are on a server, and none are imported at start", () =>
    Effect.gen(function*() {
      const environment = yield* fromVariables({ LOG_FILE: "data/import.csv", DATABASE_URL: "postgres://shop@127.0.0.1/turnover" })
      assert.deepStrictEqual(logFileFaults(environment), [])
    }))
})
