import { assert, describe, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { DateTime, Effect, Exit, Fiber, Layer, Scope } from "effect"
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { dirname, join, relative } from "node:path"
import { Backup } from "../src/Backup.ts"
import { backUp } from "../src/Backup/BackupFile.ts"
import { backupName, daysAmong, due, madeIn, superfluous } from "../src/Backup/Plan.ts"
import { restore } from "../src/Backup/Restore.ts"
import { Database } from "../src/Database.ts"
import { hold } from "../src/Database/Sqlite/InstanceLock.ts"
import { Health } from "../src/Health.ts"
import { Ledger } from "../src/Ledger.ts"
import { packageRoot } from "../src/Package.ts"
import { Scheduler } from "../src/Scheduler.ts"
import { anotherProgram, temporaryFile, temporaryFolder } from "./Database/TestFile.ts"
import { commanding } from "./lib/Commands.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { sentencesOf } from "./lib/Sentences.ts"
import { cents, date } from "./lib/Stored.ts"
import { members, testService } from "./lib/TestService.ts"

const shopFile = Effect.tap(temporaryFile, (file) =>
  Effect.sync(() => {
    const db = new BetterSqlite(file)
    db.pragma("journal_mode = WAL")
    db.exec(readFileSync(join(packageRoot, "test/fixtures/schema-14.sql"), "utf8"))
    db.close()
  }))

const beside = (file: string, name: string) => join(dirname(file), name)

const namesBeside = (file: string) => readdirSync(dirname(file)).sort()

/** A file that counts as a backup of the service. */
const madeBackup = (folder: string, day: string): void => {
  writeFileSync(join(folder, `turnover-${day}.db`), "")
  writeFileSync(join(folder, `turnover-${day}.db.head`), `7:${"0".repeat(64)}\n`)
  writeFileSync(join(folder, `turnover-${day}.db.config.json`), "{}")
}

const databasesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".db")).sort()

const amountOn = (file: string, day: string) => {
  const db = new BetterSqlite(file, { readonly: true })
  try {
    return db.prepare("SELECT amount_cents FROM turnover WHERE date = ?").pluck().get(day)
  } finally {
    db.close()
  }
}

describe("a restore", () => {
  // Rule 8.11.
  it.scopedLive("keeps tokens, and ends sessions and open invitations", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const db = new BetterSqlite(file)
      db.exec(readFileSync(join(packageRoot, "test/fixtures/schema-14.sql"), "utf8"))
      db.exec("INSERT INTO invitation (token_id, hash, created_at, expires_at) SELECT 1, hash, 1, 9999999999999 FROM token")
      db.close()
      const backup = beside(file, "copy.db")
      copyFileSync(file, backup)
      yield* restore({ backup, database: file })
      const restored = new BetterSqlite(file, { readonly: true })
      const count = (query: string) => restored.prepare(`SELECT count(*) FROM ${query}`).pluck().get()
      assert.deepStrictEqual([
        count("token WHERE revoked_at IS NULL"),
        count("session"),
        count("session WHERE ended_at IS NULL"),
        count("invitation WHERE used_at IS NULL")
      ], [1, 1, 0, 0])
      restored.close()
    }))

  /** A database with people, a backup of it, and what has changed since. */
  const since = (changes: string) =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      yield* Effect.scoped(Effect.provide(Effect.asVoid(Database), Database.layer(`file:${file}`)))
      const db = new BetterSqlite(file)
      for (
        const [id, name, role, ends] of [[1, "revoked", "admin", null], [2, "demoted", "admin", null], [3, "over", "manager", 9e15], [
          4,
          "mei",
          "entry",
          9e15
        ]]
      ) {
        db.prepare(
          "INSERT INTO token (id, name, role, hash, created_at, created_by, expires_at) VALUES (?, ?, ?, ?, 1, 'admin', ?)"
        )
          .run(id, name, role, String(id).repeat(64), ends)
      }
      db.close()
      const backup = beside(file, "copy.db")
      yield* backUp({ source: file, target: backup, replace: false })
      const later = new BetterSqlite(file)
      later.exec(changes)
      later.close()
      return { file, backup }
    })

  const tokensOf = (file: string) => {
    const db = new BetterSqlite(file, { readonly: true })
    const rows = db.prepare(
      "SELECT name || ' ' || role FROM token WHERE revoked_at IS NULL AND coalesce(expires_at, 9e15) > 9e12 ORDER BY id"
    ).pluck().all()
    db.close()
    return rows
  }

  const changes = `UPDATE token SET revoked_at = 5 WHERE id = 1; UPDATE token SET role = 'view' WHERE id = 2;
    UPDATE token SET expires_at = 5 WHERE id = 3`

  it.scopedLive("keeps what was revoked, expired or given another role since the backup", () =>
    Effect.gen(function*() {
      const { backup, file } = yield* since(changes)
      const { people } = yield* restore({ backup, database: file })
      assert.deepStrictEqual(tokensOf(file), ["demoted view", "mei entry"])
      assert.deepStrictEqual(people, { changed: 3, unsure: [] })
      // An older backup brings no credential back either.
      const again = yield* restore({ backup, database: file })
      assert.deepStrictEqual([tokensOf(file), again.people.changed], [["demoted view", "mei entry"], 3])
    }))

  it.scopedLive("keeps what a killed service has not yet moved into the one file", () =>
    Effect.gen(function*() {
      const { backup, file } = yield* since("SELECT 1")
      const db = new BetterSqlite(file)
      db.exec("UPDATE token SET revoked_at = 5 WHERE id = 1")
      for (const name of ["", "-wal"]) copyFileSync(`${file}${name}`, `${file}.killed${name}`)
      db.close()
      for (const name of ["", "-wal"]) renameSync(`${file}.killed${name}`, `${file}${name}`)
      yield* restore({ backup, database: file })
      assert.deepStrictEqual(tokensOf(file), ["demoted admin", "over manager", "mei entry"])
    }))

  it.scopedLive("lists the valid tokens if the previous database cannot be read", () =>
    Effect.gen(function*() {
      const valid = [
        { name: "revoked", role: "admin" },
        { name: "demoted", role: "admin" },
        { name: "over", role: "manager" },
        { name: "mei", role: "entry" }
      ] as const
      const { backup, file } = yield* since(changes)
      writeFileSync(file, "not a database, whatever it was before")
      assert.deepStrictEqual((yield* restore({ backup, database: file })).people, { changed: 0, unsure: valid })
      rmSync(file)
      assert.deepStrictEqual((yield* restore({ backup, database: file })).people, { changed: 0, unsure: valid })
      const other = yield* since("UPDATE token SET created_at = 2 WHERE id <> 4")
      assert.deepStrictEqual((yield* restore({ backup: other.backup, database: other.file })).people, {
        changed: 0,
        unsure: valid.slice(0, 3)
      })
    }))
})

describe("the daily backup is due", () => {
  const situation = {
    today: date("2026-03-14"),
    pastCutoff: true,
    todayIsSettled: true,
    sinceCutoffMillis: 1000,
    made: [date("2026-03-13")]
  }

  it("once today is settled", () => assert.strictEqual(due(situation), "2026-03-14"))
  it("not before today is settled, for ten minutes", () => {
    assert.isUndefined(due({ ...situation, todayIsSettled: false, sinceCutoffMillis: 599_999 }))
    assert.strictEqual(due({ ...situation, todayIsSettled: false, sinceCutoffMillis: 600_000 }), "2026-03-14")
  })
  it("before the cutoff only where the day before was missed", () => {
    assert.isUndefined(due({ ...situation, pastCutoff: false }))
    assert.strictEqual(due({ ...situation, pastCutoff: false, made: [] }), "2026-03-13")
  })
  it("not again for a day that has one", () => assert.isUndefined(due({ ...situation, made: [date("2026-03-14")] })))
  it("also where one of a future day was made while the clock was ahead", () => {
    assert.strictEqual(due({ ...situation, made: [date("2026-03-13"), date("2027-03-14")] }), "2026-03-14")
    assert.strictEqual(due({ ...situation, pastCutoff: false, made: [date("2027-03-14")] }), "2026-03-13")
  })
  it("and the oldest of the service's own backups are removed", () => {
    const made = daysAmong(["turnover-2026-03-02.db", "notes.txt", "turnover-2026-03-01.db", "turnover-2026-03-03.db.1.partial"])
    assert.deepStrictEqual(made, [date("2026-03-01"), date("2026-03-02")])
    const today = date("2026-03-03")
    assert.deepStrictEqual(superfluous(made, 1, today), [backupName(date("2026-03-01"))])
    assert.deepStrictEqual(superfluous(made, 2, today), [])
  })
  it("and one of a future day is neither removed nor counted", () => {
    const made = ["2026-03-01", "2026-03-02", "2027-03-01"].map(date)
    assert.deepStrictEqual(superfluous(made, 2, date("2026-03-02")), [])
    assert.deepStrictEqual(superfluous(made, 1, date("2026-03-02")), [backupName(date("2026-03-01"))])
    assert.deepStrictEqual(superfluous(made, 1, date("2026-01-01")), [])
  })
})

describe("a backup", () => {
  it.scopedLive("taken while another program writes is one state of the shop, and restores to the same figures", () =>
    Effect.gen(function*() {
      const file = yield* shopFile
      const writer = yield* anotherProgram(file)
      writer.exec("CREATE TABLE pair (a INTEGER, b INTEGER); INSERT INTO pair VALUES (0, 0); CREATE TABLE filler (text TEXT)")
      // Large enough for many copying steps, with writes in between.
      writer.exec(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO filler SELECT hex(randomblob(500)) FROM n"
      )
      let writes = 0
      const writing = yield* Effect.fork(Effect.forever(Effect.zipRight(
        Effect.sync(() => {
          writer.exec(
            "BEGIN IMMEDIATE; UPDATE pair SET a = a + 1; INSERT INTO filler VALUES (hex(randomblob(500))); UPDATE pair SET b = b + 1; COMMIT"
          )
          writes++
        }),
        Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))
      )))
      const before = writes
      const target = beside(file, "copy.db")
      const { rows, verified } = yield* backUp({ source: file, target, replace: false })
      assert.isAbove(writes - before, 10)
      yield* Fiber.interrupt(writing)
      const copy = new BetterSqlite(target, { readonly: true })
      const [a, b] = copy.prepare("SELECT a, b FROM pair").raw().get() as Array<number>
      assert.strictEqual(a, b)
      assert.strictEqual(copy.pragma("journal_mode", { simple: true }), "delete")
      copy.close()
      assert.deepStrictEqual([rows["turnover"], verified.days, verified.auditRecords, verified.totalCents], [
        4,
        4,
        5,
        312_050 + 300_175 + 340_525 + 359_127
      ])
      writer.exec("UPDATE turnover SET amount_cents = 1")
      writer.close()
      const { kept } = yield* restore({ backup: target, database: file })
      assert.strictEqual(amountOn(file, "2026-11-17"), 300_175)
      assert.strictEqual(amountOn(kept ?? "", "2026-11-17"), 1)
      assert.deepStrictEqual(namesBeside(file).filter((name) => /partial|restoring|journal/.test(name)), [])
    }))

  it.scopedLive("replaces nothing without --force, and never the database", () =>
    Effect.gen(function*() {
      const file = yield* shopFile
      const target = beside(file, "copy.db")
      writeFileSync(target, "mine")
      assert.include((yield* Effect.flip(backUp({ source: file, target, replace: false }))).message, "it is there already")
      assert.strictEqual(readFileSync(target, "utf8"), "mine")
      yield* backUp({ source: file, target, replace: true })
      assert.strictEqual(amountOn(target, "2026-11-17"), 300_175)
      assert.include((yield* Effect.flip(backUp({ source: file, target: file, replace: true }))).message, "it is the database itself")
    }))
})

describe("what the service creates", () => {
  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

  it.scopedLive("is closed to other users of the machine, and an existing database keeps its mode", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const target = beside(file, "copy.db")
      const before = process.umask(0o022)
      yield* Effect.addFinalizer(() => Effect.sync(() => process.umask(before)))
      yield* hold(file)
      yield* Effect.scoped(Effect.gen(function*() {
        yield* Layer.build(Database.layer(`file:${file}`))
        let whileCopied = ""
        yield* backUp({
          source: file,
          target,
          replace: false,
          onProgress: () => {
            whileCopied = namesBeside(file).filter((name) => name.includes(".partial")).map((name) => modeOf(beside(file, name))).join(" ")
          }
        })
        assert.deepStrictEqual(
          [...["", "-wal", "-shm", ".lock"].map((suffix) => `${file}${suffix}`), target, `${target}.head`].map(modeOf),
          ["600", "600", "600", "600", "600", "640"]
        )
        assert.match(whileCopied, /^(?:600 ?)+$/)
      }))
      chmodSync(file, 0o664)
      yield* Effect.scoped(Layer.build(Database.layer(`file:${file}`)))
      assert.strictEqual(modeOf(file), "664")
      yield* backUp({ source: file, target, replace: true })
      assert.strictEqual(modeOf(target), "660")
    }))
})

// Rule 1.15.
describe("a file in the folder of the backups", () => {
  const day = "2026-03-01"
  const counted = (spoil: (path: string, folder: string) => void, database: string | null = null) =>
    Effect.map(temporaryFolder, (folder) => {
      madeBackup(folder, day)
      spoil(join(folder, `turnover-${day}.db`), folder)
      return madeIn(folder, database === null ? null : join(folder, database))
    })

  it.scopedLive("counts as a backup with the companion that each backup gets", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* counted(() => undefined), [date(day)])
      const file = yield* shopFile
      const folder = yield* temporaryFolder
      yield* backUp({ source: file, target: join(folder, `turnover-${day}.db`), replace: false })
      assert.deepStrictEqual(madeIn(folder, file), [date(day)])
      assert.match(readFileSync(join(folder, `turnover-${day}.db.head`), "utf8"), /^5:[0-9a-f]{64}\n$/)
    }))

  const others: ReadonlyArray<readonly [what: string, spoil: (path: string, folder: string) => void, database?: string]> = [
    ["has no companion", (path) => rmSync(`${path}.head`)],
    ["has another companion", (path) => writeFileSync(`${path}.head`, "5:")],
    ["is the database", () => undefined, `turnover-${day}.db`],
    ["is the database by another name", (path, folder) => linkSync(path, join(folder, "turnover.db")), "turnover.db"],
    ["is open as a database", (path) => writeFileSync(`${path}-wal`, "")],
    ["was served", (path) => writeFileSync(`${path}.lock`, "")],
    ["is a link", (path, folder) => {
      renameSync(path, join(folder, "elsewhere.db"))
      symlinkSync(join(folder, "elsewhere.db"), path)
    }]
  ]
  it.scopedLive.each(others)("is no backup if it %s", ([, spoil, database]) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* counted(spoil, database), [])
    }))
})

describe("a backup into a folder", () => {
  it.scopedLive("removes the copies that killed processes left there, and no other file", () =>
    Effect.gen(function*() {
      const file = yield* shopFile
      const folder = yield* temporaryFolder
      const noProcess = 2 ** 22 + 1
      const header = "SQLite format 3\0 and so on"
      const names = [["turnover-2026-11-17.db", header], ["yesterday.db", ""]] as const
      for (const [name, content] of names) writeFileSync(join(folder, `${name}.${noProcess}.partial`), content)
      writeFileSync(join(folder, `yesterday.db.${noProcess}.partial-journal`), "")
      writeFileSync(join(folder, `running.db.${process.ppid}.partial`), header)
      yield* backUp({ source: file, target: join(folder, "today.db"), replace: false })
      assert.deepStrictEqual(readdirSync(folder).sort(), [
        `running.db.${process.ppid}.partial`,
        "today.db",
        "today.db.head"
      ])
    }))

  it.scopedLive("replaces what a link leads to, and leaves the link", () =>
    Effect.gen(function*() {
      const file = yield* shopFile
      const folder = yield* temporaryFolder
      const link = join(folder, "newest.db")
      symlinkSync(join(dirname(file), "copy.db"), link)
      for (const replace of [false, true]) yield* backUp({ source: file, target: link, replace })
      assert.strictEqual(amountOn(beside(file, "copy.db"), "2026-11-17"), 300_175)
      assert.deepStrictEqual([readdirSync(folder), readlinkSync(link)], [["newest.db", "newest.db.head"], beside(file, "copy.db")])
    }))
})

describe("restoring", () => {
  it.scopedLive("is refused while another program has the database open", () =>
    Effect.gen(function*() {
      const file = yield* shopFile
      const backup = beside(file, "copy.db")
      yield* backUp({ source: file, target: backup, replace: false })
      const service = yield* anotherProgram(file)
      service.prepare("SELECT count(*) FROM turnover").get()
      assert.strictEqual((yield* Effect.flip(restore({ backup, database: file })))._tag, "InUse")
      service.close()
      assert.strictEqual((yield* restore({ backup, database: file })).contents.days, 4)
    }))

  it.scopedLive("changes nothing where the backup is damaged, altered or of something else", () =>
    Effect.gen(function*() {
      const file = yield* shopFile
      const whole = beside(file, "whole.db")
      yield* backUp({ source: file, target: whole, replace: false })
      const spoil: ReadonlyArray<readonly [string, (path: string) => void]> = [
        ["is not an intact SQLite database", (path) => writeFileSync(path, "this is no database, ".repeat(1000))],
        ["audit chain does not hold at record 4", (path) => {
          const db = new BetterSqlite(path)
          db.exec("DROP TRIGGER audit_no_update; UPDATE audit SET after_cents = 1 WHERE id = 4")
          db.close()
        }],
        ["not a database of this service", (path) => {
          const db = new BetterSqlite(path)
          db.exec("DROP TABLE effect_sql_migrations")
          db.close()
        }],
        ["newer version", (path) => {
          const db = new BetterSqlite(path)
          db.exec("INSERT INTO effect_sql_migrations VALUES (99, '', 'later')")
          db.close()
        }]
      ]
      for (const [sentence, damage] of spoil) {
        const backup = beside(file, "spoilt.db")
        writeFileSync(backup, readFileSync(whole))
        damage(backup)
        const error = yield* Effect.flip(restore({ backup, database: file }))
        assert.include(error.message, sentence === "is not an intact SQLite database" ? "not a database" : sentence)
        assert.strictEqual(amountOn(file, "2026-11-17"), 300_175)
      }
      assert.deepStrictEqual(namesBeside(file), ["spoilt.db", "turnover.db", "turnover.db.lock", "whole.db", "whole.db.head"])
    }))

  // Rule 1.16.
  it.scopedLive("refuses a backup that is no longer what was verified", () =>
    Effect.gen(function*() {
      const file = yield* shopFile
      const backup = beside(file, "copy.db")
      yield* backUp({ source: file, target: backup, replace: false })
      const refusal = Effect.map(Effect.flip(restore({ backup, database: file })), ({ message }) => message)
      for (const suffix of ["-wal", "-journal"]) {
        writeFileSync(`${backup}${suffix}`, "")
        assert.strictEqual(
          yield* refusal,
          `${backup} cannot be read: copy.db${suffix} beside it changes what it holds, so it is not what was verified: ` +
            "expected a single file, use another backup, or make one of this database with `turnover backup`"
        )
        rmSync(`${backup}${suffix}`)
      }
      const head = readFileSync(`${backup}.head`, "utf8").trim()
      const link = join(yield* temporaryFolder, "newest.db")
      symlinkSync(backup, link)
      for (const other of [`4:${"0".repeat(64)}`, "0:", ""]) {
        writeFileSync(`${backup}.head`, `${other}\n`)
        for (const name of [backup, link]) {
          const { message } = yield* Effect.flip(restore({ backup: name, database: file }))
          assert.strictEqual(
            message,
            `${name} is not what was verified: its newest audit record is ${head}, expected ${other === "" ? "nothing" : other} as in ` +
              `${backup}.head; use another backup, or remove that file if this one is meant`
          )
        }
      }
      assert.deepStrictEqual(namesBeside(file), ["copy.db", "copy.db.head", "turnover.db", "turnover.db.lock"])
      rmSync(`${backup}.head`)
      assert.strictEqual((yield* restore({ backup, database: file })).contents.days, 4)
    }))

  it.scopedLive("puts a backup in the place of a damaged database, whose files are all kept", () =>
    Effect.gen(function*() {
      const file = yield* shopFile
      const backup = beside(file, "copy.db")
      yield* backUp({ source: file, target: backup, replace: false })
      writeFileSync(file, "rubbish ".repeat(1000))
      appendFileSync(`${file}-wal`, "more rubbish")
      const { kept } = yield* restore({ backup, database: file })
      assert.strictEqual(amountOn(file, "2026-11-17"), 300_175)
      assert.isTrue(readFileSync(kept ?? "", "utf8").startsWith("rubbish"))
    }))

  /** Files as a kill leaves them: a day was written after the backup, and is only in the -wal. */
  const killedAfter = (backup: string) =>
    Effect.gen(function*() {
      const file = yield* shopFile
      yield* backUp({ source: file, target: beside(file, backup), replace: false })
      const folder = yield* temporaryFolder
      const writer = yield* anotherProgram(file)
      writer.exec("UPDATE turnover SET amount_cents = 1")
      for (const suffix of ["", "-wal", "-shm"]) copyFileSync(`${file}${suffix}`, join(folder, `turnover.db${suffix}`))
      writer.close()
      copyFileSync(beside(file, backup), join(folder, backup))
      return join(folder, "turnover.db")
    })

  it.scopedLive("uses no files that a missing database has left", () =>
    Effect.gen(function*() {
      const file = yield* killedAfter("copy.db")
      rmSync(file)
      const wal = readFileSync(`${file}-wal`)
      const { kept, leftovers } = yield* restore({ backup: beside(file, "copy.db"), database: file })
      assert.isNull(kept)
      assert.isFalse(existsSync(`${file}-wal`))
      assert.strictEqual(amountOn(file, "2026-11-17"), 300_175)
      assert.deepStrictEqual(leftovers.map((name) => name.slice(-4)), ["-wal", "-shm"])
      assert.deepStrictEqual(readFileSync(leftovers[0] ?? ""), wal)
    }))

  it.scopedLive("keeps what a killed service had written in the database before", () =>
    Effect.gen(function*() {
      const file = yield* killedAfter("copy.db")
      const { kept, leftovers } = yield* restore({ backup: beside(file, "copy.db"), database: file })
      assert.strictEqual(amountOn(file, "2026-11-17"), 300_175)
      assert.strictEqual(amountOn(kept ?? "", "2026-11-17"), 1)
      assert.deepStrictEqual(leftovers, [])
      const again = yield* restore({ backup: beside(file, "copy.db"), database: file })
      assert.notStrictEqual(again.kept, kept)
      assert.strictEqual(amountOn(kept ?? "", "2026-11-17"), 1)
    }))

  it.scopedLive("replaces the file that a link leads to, also one that is missing, and leaves the link", () =>
    Effect.gen(function*() {
      const file = yield* killedAfter("copy.db")
      const folder = yield* temporaryFolder
      const link = join(folder, "turnover.db")
      symlinkSync(file, link)
      const { kept } = yield* restore({ backup: beside(file, "copy.db"), database: link })
      assert.strictEqual(amountOn(file, "2026-11-17"), 300_175)
      assert.strictEqual(dirname(kept ?? ""), dirname(file))
      rmSync(file)
      yield* restore({ backup: beside(file, "copy.db"), database: link })
      assert.strictEqual(amountOn(file, "2026-11-17"), 300_175)
      assert.strictEqual(readlinkSync(link), file)
      assert.deepStrictEqual(readdirSync(folder), ["turnover.db"])
    }))

  it.scopedLive("is refused while a service runs or starts, though the database is missing", () =>
    Effect.gen(function*() {
      const file = yield* killedAfter("copy.db")
      rmSync(file)
      const service = yield* Scope.make()
      yield* Scope.extend(hold(file), service)
      assert.strictEqual((yield* Effect.flip(restore({ backup: beside(file, "copy.db"), database: file })))._tag, "InUse")
      assert.isFalse(existsSync(file))
      yield* Scope.close(service, Exit.void)
      yield* restore({ backup: beside(file, "copy.db"), database: file })
    }))

  it.scopedLive("keeps a service from starting until it is done", () =>
    Effect.gen(function*() {
      const file = yield* killedAfter("copy.db")
      rmSync(file)
      let starting: Exit.Exit<void, unknown> | undefined
      const onProgress = () => {
        starting ??= Effect.runSyncExit(Effect.scoped(hold(file)))
      }
      yield* restore({ backup: beside(file, "copy.db"), database: file, onProgress })
      assert.isTrue(starting !== undefined && Exit.isFailure(starting))
      yield* hold(file)
    }))

  it.scopedLive("replaces no database that was created while the backup was copied", () =>
    Effect.gen(function*() {
      const file = yield* killedAfter("copy.db")
      for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`)
      const onProgress = () => {
        if (!existsSync(file)) writeFileSync(file, "")
      }
      assert.strictEqual((yield* Effect.flip(restore({ backup: beside(file, "copy.db"), database: file, onProgress })))._tag, "InUse")
      assert.strictEqual(readFileSync(file, "utf8"), "")
    }))
})

describe("the scheduled backup", () => {
  const shop = (settings: Record<string, unknown>) =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const backupDir = join(folder, "backups")
      const clock = quickClock(DateTime.unsafeMake("2026-03-14T22:59:30+08:00").epochMillis)
      const config = { file: members({ backup_dir: backupDir, ...settings }) }
      const service = testService({ at: "", clock, config, database: `file:${join(folder, "turnover.db")}` })
      return { ...service, backupDir, clock }
    })

  // Copying takes iterations of the event loop, which the quick clock does not count.
  const copied = (folder: string, name: string) =>
    Effect.repeat(
      Effect.zipRight(Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5))),
        Effect.sync(() => existsSync(join(folder, name)))),
      { until: (there) => there, times: 1000 }
    )

  it.scoped("follows the settlement, keeps backup_keep of them, and health shows the last", () =>
    Effect.gen(function*() {
      const { backupDir, clock, layer } = yield* shop({ backup_keep: 2 })
      mkdirSync(backupDir)
      writeFileSync(join(backupDir, "notes.txt"), "")
      for (const day of ["2026-03-11", "2026-03-12"]) madeBackup(backupDir, day)
      yield* Effect.gen(function*() {
        const ledger = yield* Ledger
        yield* commanding(ledger).correct({ date: date("2026-03-13"), cents: cents(100), reason: "", actor: "mei" })
        yield* clock.pass("1 minute")
        yield* copied(backupDir, "turnover-2026-03-14.db")
        assert.isNumber(amountOn(join(backupDir, "turnover-2026-03-14.db"), "2026-03-14"))
        yield* clock.pass("1 second")
        assert.deepStrictEqual(databasesIn(backupDir), ["turnover-2026-03-13.db", "turnover-2026-03-14.db"])
        // Two backups with a head and the settings each, and the notes.
        assert.strictEqual(readdirSync(backupDir).length, 7)
        const status = yield* (yield* Backup).status
        assert.isTrue(status.enabled)
        assert.isNumber(status.lastBackupAt)
        assert.strictEqual((yield* (yield* Health).report).status, "ok")
      }).pipe(Effect.provide(layer))
    }))

  // Rule 1.15.
  it.scoped("leaves a database that lies in its folder, whatever its name, and files that it has not made", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      madeBackup(folder, "2026-03-10")
      madeBackup(folder, "2026-03-11")
      rmSync(join(folder, "turnover-2026-03-10.db"))
      rmSync(join(folder, "turnover-2026-03-11.db.head"))
      const clock = quickClock(DateTime.unsafeMake("2026-03-14T22:59:30+08:00").epochMillis)
      const config = { file: members({ backup_dir: folder, backup_keep: 1 }) }
      const service = testService({ at: "", clock, config, database: `file:${join(folder, "turnover-2026-03-10.db")}` })
      yield* Effect.gen(function*() {
        yield* clock.pass("1 minute")
        yield* copied(folder, "turnover-2026-03-14.db")
        yield* clock.pass("1 second")
        assert.deepStrictEqual(databasesIn(folder), ["turnover-2026-03-10.db", "turnover-2026-03-11.db", "turnover-2026-03-14.db"])
      }).pipe(Effect.provide(service.layer))
    }))

  it.scoped("is made although one of a future day is there, which stays, and which health reports", () =>
    Effect.gen(function*() {
      const { backupDir, clock, layer } = yield* shop({ backup_keep: 1 })
      mkdirSync(backupDir)
      madeBackup(backupDir, "2027-03-14")
      utimesSync(join(backupDir, "turnover-2027-03-14.db"), 1, 1)
      yield* Effect.gen(function*() {
        yield* commanding(yield* Ledger).correct({ date: date("2026-03-13"), cents: cents(100), reason: "", actor: "mei" })
        assert.isNull((yield* (yield* Backup).status).lastBackupAt)
        yield* clock.pass("1 minute")
        yield* copied(backupDir, "turnover-2026-03-14.db")
        yield* clock.pass("1 second")
        assert.deepStrictEqual(databasesIn(backupDir), ["turnover-2026-03-14.db", "turnover-2027-03-14.db"])
        assert.isAbove((yield* (yield* Backup).status).lastBackupAt ?? 0, 1000)
        const { backup, problems, status } = yield* (yield* Health).report
        assert.deepStrictEqual([status, backup.futureDays], ["degraded", [date("2027-03-14")]])
        assert.deepStrictEqual(sentencesOf(problems), [
          "1 daily backup is dated in the future, the first 2027-03-14: check the clock, and move each such file out of backup_dir."
        ])
        renameSync(join(backupDir, "turnover-2027-03-14.db"), join(backupDir, "from-the-future.db"))
        assert.strictEqual((yield* (yield* Health).report).status, "ok")
      }).pipe(Effect.provide(layer))
    }))

  it.scoped("that fails with a path relative to the working directory shows no path of the machine", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "file"), "")
      const { clock, layer } = yield* shop({ backup_dir: relative(process.cwd(), join(folder, "file", "..", "file", "within")) })
      yield* Effect.gen(function*() {
        yield* clock.pass("2 minutes")
        const { problems } = yield* (yield* Health).report
        assert.strictEqual(problems.length, 1)
        assert.notMatch(sentencesOf(problems).join(), /[/\\]|tmp/)
      }).pipe(Effect.provide(layer))
    }))

  it.scoped("whose copy cannot be written reports it without the path of the database", () =>
    Effect.gen(function*() {
      const { backupDir, clock, layer } = yield* shop({})
      // There is a folder at the path of its partial file.
      mkdirSync(join(backupDir, `turnover-2026-03-13.db.${process.pid}.partial`), { recursive: true })
      mkdirSync(join(backupDir, `turnover-2026-03-14.db.${process.pid}.partial`), { recursive: true })
      yield* Effect.gen(function*() {
        yield* clock.pass("2 minutes")
        const { problems } = yield* (yield* Health).report
        assert.deepStrictEqual(sentencesOf(problems), [
          "The daily backup failed: no verified copy was made. It is tried again in 10 minutes; the log says why."
        ])
      }).pipe(Effect.provide(layer))
    }))

  it.scoped("that fails degrades health with the reason, until it succeeds", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const taken = join(folder, "file")
      writeFileSync(taken, "")
      const { clock, config, layer } = yield* shop({ backup_dir: join(taken, "within") })
      yield* Effect.gen(function*() {
        yield* clock.pass("2 minutes")
        const { problems, status } = yield* (yield* Health).report
        assert.strictEqual(status, "degraded")
        assert.deepStrictEqual(sentencesOf(problems), [
          "The daily backup failed: the folder backup_dir cannot be used. It is tried again in 10 minutes; the log says why."
        ])
        config.file = members({ backup_dir: join(folder, "backups") })
        yield* (yield* Scheduler).reloadCutoff
        yield* clock.pass("1 minute")
        yield* copied(join(folder, "backups"), "turnover-2026-03-14.db")
        yield* clock.pass("1 second")
        assert.deepStrictEqual((yield* (yield* Health).report).problems, [])
      }).pipe(Effect.provide(layer))
    }))
})
