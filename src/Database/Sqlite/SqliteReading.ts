import { FileSystem } from "@effect/platform"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { ReadingFailed, type ReadingQuery, type ReadRows } from "../Reading.ts"

/**
 * The program of a child process. A query is one call of SQLite, which only the end of its process can stop; in the service it
 * would block everything else. A file in WAL mode is read in place only if its -wal and -shm exist, as they do while its program
 * runs: otherwise SQLite would create them. Without them, a copy is read.
 */
const program = String.raw`
import { closeSync, constants, copyFileSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs"
const { driver, file, folder, query, values } = JSON.parse(readFileSync(0, "utf8"))
const { default: Sqlite } = await import(driver)

const identity = () => {
  const { ino, mtimeMs, size } = statSync(file)
  return JSON.stringify([ino, mtimeMs, size, existsSync(file + "-wal") ? statSync(file + "-wal").mtimeMs : null])
}

const isWal = () => {
  const header = Buffer.alloc(20)
  const opened = openSync(file, "r")
  readSync(opened, header, 0, 20, 0)
  closeSync(opened)
  return header[18] === 2 || header[19] === 2
}

const readable = () => {
  if (!isWal() || existsSync(file + "-wal") && existsSync(file + "-shm")) return file
  const before = identity()
  for (const suffix of ["", "-wal"]) if (existsSync(file + suffix)) copyFileSync(file + suffix, folder + "/till.db" + suffix, constants.COPYFILE_FICLONE)
  if (identity() !== before) throw new Error("the file changed while it was copied")
  return folder + "/till.db"
}

const text = (value) => value === null ? null : Buffer.isBuffer(value) ? "bytes" : String(value)

const answer = () => {
  if (!existsSync(file)) throw new Error("there is no such file")
  const db = new Sqlite(readable(), { readonly: true, fileMustExist: true, timeout: 0 })
  const statement = db.prepare(query)
  if (!statement.reader || !statement.readonly) throw new Error("the query does not only read")
  const rows = []
  for (const row of statement.raw(true).safeIntegers(true).iterate(...values)) {
    rows.push(row.map(text))
    if (rows.length === 2) break
  }
  return { rows }
}

let result
try {
  result = answer()
} catch (error) {
  result = { failure: error.code === "SQLITE_BUSY" || error.code === "SQLITE_LOCKED" ? "the database is locked by its program" : error.message }
}
process.stdout.write(JSON.stringify(result))
`

const resolve = createRequire(import.meta.url).resolve

const failed = (message: string) => new ReadingFailed({ message })

/** The longest output in UTF-16 units, more than two rows need: a till's view may return values of any length. */
const longestOutput = 65_536

const run = (input: string): Effect.Effect<ReadRows, ReadingFailed> =>
  Effect.async((resume) => {
    // The child process gets none of the service's variables: one of them may be a password.
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { env: {}, stdio: ["pipe", "pipe", "ignore"] })
    let output = ""
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      output += String(chunk)
      if (output.length <= longestOutput) return
      child.kill("SIGKILL")
      resume(failed("the query's values are too long for an amount"))
    })
    child.stdin.on("error", () => undefined).end(input)
    child.once("error", ({ message }) => resume(failed(`the process that reads the file does not start: ${message}`)))
    child.once("close", () => {
      try {
        const result = JSON.parse(output) as ReadRows | { readonly failure: string }
        resume("rows" in result ? Effect.succeed(result) : failed(result.failure))
      } catch {
        resume(failed("the process that reads the file ended without an answer"))
      }
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Queries the database file of another program. The file is opened read-only, and no file is created beside it. */
export const readSqlite = (
  file: string,
  { text, values }: ReadingQuery,
  millis: number
): Effect.Effect<ReadRows, ReadingFailed, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const folder = yield* Effect.mapError(files.makeTempDirectoryScoped({ prefix: "turnover-source-" }),
      () => failed("there is no folder for a copy"))
    const driver = pathToFileURL(resolve("better-sqlite3")).href
    return yield* run(JSON.stringify({ driver, file, folder, query: text(() => "?"), values }))
  }).pipe(
    Effect.scoped,
    Effect.timeoutFail({ duration: millis, onTimeout: () => failed(`no answer within ${millis / 1000} s`) })
  )
