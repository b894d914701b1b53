import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as LogFile from "../../src/Logging/LogFile.ts"

/** A log file of at most 20 bytes that keeps 2 old ones, in a folder that does not exist yet. */
const openLog = (options: Partial<LogFile.LogFileOptions> = {}) =>
  Effect.gen(function*() {
    const root = yield* temporaryFolder
    const path = join(root, "data", "app.log")
    const reports: Array<string> = []
    const append = yield* LogFile.open({ path, longestFile: 20, kept: 2, report: (sentence) => reports.push(sentence), ...options })
    return { append, path, reports }
  })

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "log-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const contents = (path: string): Record<string, string> =>
  Object.fromEntries(readdirSync(dirname(path)).sort().map((name) => [name, readFileSync(join(dirname(path), name), "utf8")]))

describe("the log file", () => {
  it.scoped("has each line as soon as it is appended", () =>
    Effect.gen(function*() {
      const { append, path } = yield* openLog()
      append("one")
      assert.deepStrictEqual(contents(path), { "app.log": "one\n" })
      append("二")
      assert.deepStrictEqual(contents(path), { "app.log": "one\n二\n" })
    }))

  it.scoped("is renamed before a line would make it too long, and the oldest goes", () =>
    Effect.gen(function*() {
      const { append, path, reports } = yield* openLog()
      for (const line of ["a", "b", "c", "d", "e", "f", "g"]) append(line.repeat(9))
      assert.deepStrictEqual(contents(path), {
        "app.log": "ggggggggg\n",
        "app.log.1": "eeeeeeeee\nfffffffff\n",
        "app.log.2": "ccccccccc\nddddddddd\n"
      })
      assert.deepStrictEqual(reports, [])
    }))

  it.scoped("takes a line longer than a file may be, alone", () =>
    Effect.gen(function*() {
      const { append, path } = yield* openLog()
      append("x".repeat(30))
      append("y")
      assert.deepStrictEqual(contents(path), { "app.log": "y\n", "app.log.1": `${"x".repeat(30)}\n` })
    }))

  it.scoped("keeps five files of ten megabytes by default", () =>
    Effect.gen(function*() {
      const path = join(yield* temporaryFolder, "app.log")
      const append = yield* LogFile.open({ path })
      for (let file = 0; file < 8; file++) {
        append(String(file))
        append("x".repeat(10 * 1024 * 1024 - 3))
      }
      assert.deepStrictEqual(readdirSync(dirname(path)).sort(), [
        "app.log",
        "app.log.1",
        "app.log.2",
        "app.log.3",
        "app.log.4",
        "app.log.5"
      ])
      assert.strictEqual(statSync(path).size, 10 * 1024 * 1024)
      assert.strictEqual(readFileSync(`${path}.5`, "utf8").slice(0, 2), "2\n")
    }))

  it.scoped("continues where it stopped, on a new line if the last was cut short", () =>
    Effect.gen(function*() {
      const path = join(yield* temporaryFolder, "app.log")
      writeFileSync(path, "one\ntw")
      const append = yield* LogFile.open({ path, longestFile: 20 })
      append("three")
      append("four")
      append("five")
      assert.deepStrictEqual(contents(path), { "app.log": "five\n", "app.log.1": "one\ntw\nthree\nfour\n" })
    }))

  it.scoped("is created again when its folder is removed", () =>
    Effect.gen(function*() {
      const { append, path } = yield* openLog()
      append("one")
      rmSync(dirname(path), { recursive: true })
      append("two")
      assert.deepStrictEqual(contents(path), { "app.log": "two\n" })
    }))

  it.scoped("is created again when another program has renamed it", () =>
    Effect.gen(function*() {
      const { append, path } = yield* openLog()
      append("one")
      renameSync(path, `${path}.old`)
      append("two")
      assert.deepStrictEqual(contents(path), { "app.log": "two\n", "app.log.old": "one\n" })
    }))

  it.scoped("knows its size after another program has truncated it", () =>
    Effect.gen(function*() {
      const { append, path } = yield* openLog()
      append("x".repeat(15))
      truncateSync(path)
      append("y".repeat(15))
      assert.deepStrictEqual(contents(path), { "app.log": `${"y".repeat(15)}\n` })
    }))

  it.scoped("drops lines while it cannot be written, and reports it once, and once when it can be written", () =>
    Effect.gen(function*() {
      const { append, path, reports } = yield* openLog()
      const folder = dirname(path)
      append("one")
      rmSync(folder, { recursive: true })
      writeFileSync(folder, "not a folder")
      for (const line of ["a", "b", "c"]) append(line)
      // Lines of Node differ in their message about a folder that is a file.
      assert.deepStrictEqual(reports.map((report) => report.split(" (")[0]), [`${path}: log lines are being dropped`])
      rmSync(folder)
      append("two")
      append("three")
      assert.deepStrictEqual(contents(path), { "app.log": "two\nthree\n" })
      assert.deepStrictEqual(reports.slice(1), [`${path}: log lines are written again, 3 were dropped`])
    }))

  it.scoped("keeps growing while it cannot be renamed, and is renamed once it can be", () =>
    Effect.gen(function*() {
      const { append, path, reports } = yield* openLog()
      mkdirSync(`${path}.1`)
      mkdirSync(`${path}.2`)
      appendFileSync(join(`${path}.2`, "in-the-way"), "")
      for (const line of ["a", "b", "c", "d"]) append(line.repeat(9))
      assert.strictEqual(readFileSync(path, "utf8"), "aaaaaaaaa\nbbbbbbbbb\nccccccccc\nddddddddd\n")
      rmSync(`${path}.1`, { recursive: true })
      rmSync(`${path}.2`, { recursive: true })
      append("e")
      assert.strictEqual(readFileSync(path, "utf8"), "e\n")
      assert.deepStrictEqual(reports, [])
    }))
})

describe("a log file that cannot be opened is refused in one sentence", () => {
  const refusal = (prepare: (folder: string) => string) =>
    Effect.gen(function*() {
      const path = prepare(yield* temporaryFolder)
      const fault = yield* Effect.flip(LogFile.open({ path }))
      return fault.message.replace(path, "PATH")
    })

  it.scoped("when it is a folder", () =>
    Effect.gen(function*() {
      const message = yield* refusal((folder) => folder)
      assert.strictEqual(message, "LOG_FILE: expected a file that can be written, got PATH (not a regular file)")
    }))

  it.scoped("when it is a device", () =>
    Effect.gen(function*() {
      const message = yield* refusal(() => "/dev/null")
      assert.strictEqual(message, "LOG_FILE: expected a file that can be written, got PATH (not a regular file)")
    }))

  it.scoped("when its folder is a file", () =>
    Effect.gen(function*() {
      const message = yield* refusal((folder) => {
        writeFileSync(join(folder, "data"), "")
        return join(folder, "data", "app.log")
      })
      assert.strictEqual(message, "LOG_FILE: expected a file that can be written, got PATH (ENOTDIR: not a directory)")
    }))
})
