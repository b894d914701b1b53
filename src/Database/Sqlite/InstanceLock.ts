import Sqlite from "better-sqlite3"
import { Effect, Either, Layer } from "effect"
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { attempt, sqliteCode } from "./Busy.ts"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import * as DatabaseUrl from "../DatabaseUrl.ts"

const waitForLock = 500

const hold = (filename: string) =>
  attempt(() => {
    mkdirSync(dirname(filename), { recursive: true })
    return new Sqlite(`${filename}.lock`, { timeout: waitForLock })
  }).pipe(
    Effect.acquireRelease((db) => Effect.sync(() => db.close())),
    Effect.tap((db) => attempt(() => db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE"))),
    Effect.mapError((error) =>
      new DatabaseUnavailable({
        message: sqliteCode(error.cause).startsWith("SQLITE_BUSY")
          ? `the database ${filename} is served by another process: expected to be its only service, stop the other one first`
          : `the database ${filename} cannot be locked: ${error.message}`
      }))
  )

/**
 * Held by the one service of a database for as long as it runs: two would each send every message, and each keep within
 * the bot's limits by itself. It is SQLite's lock on a file beside the database, which the system takes back however
 * the process ends. A command needs none: it sends nothing from the outbox.
 */
export const layer = (url: string): Layer.Layer<never, DatabaseUnavailable> =>
  Either.match(DatabaseUrl.parse(url), {
    // Whoever opens the database says what is wrong with its address.
    onLeft: () => Layer.empty,
    onRight: ({ filename }) => filename === DatabaseUrl.memory ? Layer.empty : Layer.scopedDiscard(hold(filename))
  })
