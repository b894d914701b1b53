import { assert, describe, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { Effect } from "effect"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { backUp, writeHead } from "../../../src/Backup/BackupFile.ts"
import { chainStart } from "../../../src/Domain/Audit.ts"
import * as LogFile from "../../../src/Logging/LogFile.ts"
import { packageRoot } from "../../../src/Package.ts"
import { temporaryFile } from "../../Database/TestFile.ts"
import { fill, smallDisk } from "../lib/SmallDisk.ts"

// Rule 1.16.
describe("a disk that is almost full", () => {
  it.scopedLive("gets no backup that would leave the database less than 16 MiB, and no part of one", (context) =>
    Effect.gen(function*() {
      const disk = yield* smallDisk(15)
      if (disk === undefined) return context.skip("mounting a small file system takes root")
      const source = yield* temporaryFile
      const db = new BetterSqlite(source)
      db.exec(readFileSync(join(packageRoot, "test/fixtures/schema-14.sql"), "utf8"))
      db.close()
      const target = join(disk, "backups", "turnover-2026-11-20.db")
      const { message } = yield* Effect.flip(backUp({ source, target, replace: false }))
      assert.match(message,
        /^\S+ cannot be written: expected 16\.2 MiB free for the copy, of which 16\.0 MiB are left to the database, got 15\.0 MiB$/)
      assert.deepStrictEqual(readdirSync(dirname(target)), [])
    }))

  it.scopedLive("gets no half companion of a backup", (context) =>
    Effect.gen(function*() {
      const disk = yield* smallDisk(1)
      if (disk === undefined) return context.skip("mounting a small file system takes root")
      fill(join(disk, "filler"))
      assert.throws(() => writeHead(join(disk, "a.db"), chainStart), /ENOSPC/)
      assert.deepStrictEqual(readdirSync(disk), ["filler"])
    }))

  it.scoped("keeps its last 16 MiB from the log, which reports it", (context) =>
    Effect.gen(function*() {
      const disk = yield* smallDisk(20)
      if (disk === undefined) return context.skip("mounting a small file system takes root")
      const path = join(disk, "app.log")
      const reports: Array<string> = []
      const append = yield* LogFile.open({ path, report: (sentence) => reports.push(sentence) })
      append("one")
      const filler = join(disk, "filler")
      writeFileSync(filler, Buffer.alloc(5 * 1024 * 1024))
      append("dropped")
      assert.strictEqual(readFileSync(path, "utf8"), "one\n")
      rmSync(filler)
      append("two")
      assert.strictEqual(readFileSync(path, "utf8"), "one\ntwo\n")
      assert.deepStrictEqual(reports, [
        `${path}: log lines are being dropped (15.0 MiB are free on its disk: the last 16.0 MiB are left to the database)`,
        `${path}: log lines are written again, 1 were dropped`
      ])
    }))
})
