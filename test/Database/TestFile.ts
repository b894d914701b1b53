import { Reactivity } from "@effect/experimental"
import BetterSqlite from "better-sqlite3"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Sqlite from "../../src/Database/Sqlite/Client.ts"

/** A temporary folder for one test. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "turnover-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

export const temporaryFile = Effect.map(temporaryFolder, (folder) => join(folder, "turnover.db"))

export const open = (filename: string) => Effect.provide(Sqlite.make(filename), Reactivity.layer)

/** Another program's connection to the same file, which does not wait for locks. */
export const anotherProgram = (filename: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new BetterSqlite(filename, { timeout: 0 })),
    (db) => Effect.sync(() => db.close())
  )
