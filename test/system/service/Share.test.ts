import { afterAll, assert, describe, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { Effect } from "effect"
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { packageRoot } from "../../../src/Package.ts"
import { turnover } from "../commands/CommandProcess.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"
import { shareLibrary } from "../lib/Share.ts"

const compiled = shareLibrary()
afterAll(() => rmSync(compiled.folder, { recursive: true }))

/** A folder to run in, with a folder `share` whose faults a process gets that runs with `faulty`. */
const installation = (database: string, schema?: number) =>
  Effect.map(serviceFolder, (folder) => {
    mkdirSync(join(folder, "share"))
    const file = join(folder, database)
    if (schema !== undefined) {
      const db = new BetterSqlite(file)
      db.pragma("journal_mode = WAL")
      db.exec(readFileSync(join(packageRoot, `test/fixtures/schema-${schema}.sql`), "utf8"))
      db.close()
      chmodSync(file, 0o660)
    }
    const faulty = (faults: string) => ({
      LD_PRELOAD: compiled.library,
      SHARE: faults,
      DATABASE_URL: `file:${database}`,
      BACKUP_DIR: undefined
    })
    return { faulty, file, folder, share: join(folder, "share") }
  })

// Rule 1.17.
describe("a folder that is not POSIX", () => {
  const faults = [
    "folder-fsync=EINVAL,chmod",
    "folder-fsync=EPERM,readonly-fsync,chmod",
    "folder-fsync=EISDIR,readonly-fsync"
  ]
  it.scopedLive.each(faults)("takes a database, backups and a restore although it has %s", (faults) =>
    Effect.gen(function*() {
      const { faulty, folder } = yield* installation("share/shop.db", 14)
      const env = faulty(faults)
      const service = yield* serviceProcess(folder, env)
      yield* service.port
      yield* service.kill("SIGTERM")
      const { code } = yield* service.ended
      assert.strictEqual(code, 0)
      const chmod = faults.includes("chmod")
      const sentence = (name: string) => `the rights of ${name} cannot be set (EPERM: operation not permitted): they are 600, expected 660`
      const backup = yield* turnover(folder, ["backup", "share/backup.db"], { env })
      assert.deepStrictEqual([backup.code, backup.stderr], [0, ""])
      assert.match(backup.stdout, /^share\/backup\.db: \d+ bytes, verified\n/)
      assert.strictEqual(backup.stdout.includes(`warning: ${sentence("share/backup.db")}\n`), chmod)
      const restored = yield* turnover(folder, ["restore", "share/backup.db"], { env })
      assert.deepStrictEqual([restored.code, restored.stderr], [0, ""])
      assert.match(restored.stdout, /^share\/shop\.db is share\/backup\.db now: /)
    }))

  const lacks: ReadonlyArray<readonly [faults: string, lack: string]> = [
    ["locks=ENOLCK", "does not lock files"],
    ["locks=EACCES", "does not lock files"],
    ["locks=ENOSYS", "does not lock files"],
    ["mmap", "has no memory that programs share (mmap)"],
    ["fsync", "does not write files through to its disk (fsync)"]
  ]
  const sentence = (what: string, lack: string) =>
    `${what} is in a folder that ${lack}, as some network drives and shared folders: expected a folder on a local disk`

  it.scopedLive.each(lacks)("is named if it cannot have a database, because of %s", ([faults, lack]) =>
    Effect.gen(function*() {
      const { faulty, file, folder, share } = yield* installation("share/shop.db")
      const env = faulty(faults)
      const expected = `the database share/shop.db ${sentence("", lack).trimStart()}`
      const first = yield* serviceProcess(folder, env)
      assert.deepStrictEqual({ ...yield* first.ended, stdout: "" }, { code: 1, stdout: "", stderr: `${expected}\n` })
      assert.deepStrictEqual(readdirSync(share).filter((name) => !name.startsWith("shop.db")), [])
      // Whether a folder flushes is seen only when something is written whole.
      if (faults === "fsync") return
      for (const name of readdirSync(share)) rmSync(join(share, name))
      const local = new BetterSqlite(file)
      local.pragma("journal_mode = WAL")
      local.exec(readFileSync(join(packageRoot, "test/fixtures/schema-14.sql"), "utf8"))
      local.close()
      const service = yield* serviceProcess(folder, env)
      const { code, stderr } = yield* service.ended
      assert.deepStrictEqual([code, stderr.includes(sentence("", lack))], [1, true])
      const doctor = yield* turnover(folder, ["doctor"], { env })
      assert.deepStrictEqual([doctor.code, doctor.stdout.includes(sentence("", lack))], [1, true])
      const backup = yield* turnover(folder, ["backup", "out.db"], { env })
      assert.deepStrictEqual([backup.code, backup.stderr.includes(lack)], [1, true])
    }))

  it.scopedLive.each(lacks)("is named if it cannot have a backup, because of %s", ([faults, lack]) =>
    Effect.gen(function*() {
      const { faulty, folder, share } = yield* installation("shop.db", 14)
      const { code, stderr } = yield* turnover(folder, ["backup", "share/backup.db"], { env: faulty(faults) })
      assert.deepStrictEqual([code, stderr], [1, `${sentence("share/backup.db cannot be written: it", lack)}\n`])
      assert.deepStrictEqual(readdirSync(share), [])
    }))
})
