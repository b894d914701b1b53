import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, LogLevel, Redacted, TestClock } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Logging from "../src/Logging.ts"
import * as Secrets from "../src/Logging/Secrets.ts"
import type { Write } from "../src/Logging/StandardStream.ts"

/** Runs `program` with its log in a new folder, and returns the lines of the console and the file. */
const logging = <A, E>(
  options: { readonly stderrIsTerminal: boolean; readonly level?: LogLevel.LogLevel; readonly console?: Write },
  program: Effect.Effect<A, E, Logging.LogTail | Secrets.Secrets>
) =>
  Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "logging-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
    )
    const file = join(folder, "app.log")
    const printed: Array<string> = []
    const live = Layer.provideMerge(
      Logging.layer({
        file,
        zone: DateTime.zoneUnsafeMakeNamed("Asia/Shanghai"),
        level: options.level ?? LogLevel.Info,
        stderrIsTerminal: options.stderrIsTerminal,
        console: options.console ?? ((text) => printed.push(text))
      }),
      Secrets.layer
    )
    yield* TestClock.setTime("2025-12-09T05:14:40Z")
    const value = yield* Effect.provide(program, live)
    return { value, console: printed.join(""), file: readFileSync(file, "utf8") }
  })

const line = (message: string) => `{"time":"2025-12-09T13:14:40.000+08:00","level":"INFO","message":"${message}"}\n`

describe("logging", () => {
  it.scoped("writes the same JSON lines to the console and to the file", () =>
    Effect.gen(function*() {
      const found = yield* logging({ stderrIsTerminal: false }, Effect.zipRight(Effect.log("one"), Effect.log("two")))
      assert.strictEqual(found.console, line("one") + line("two"))
      assert.strictEqual(found.file, line("one") + line("two"))
    }))

  it.scoped("drops and counts the lines that the console cannot take, and has them all in the file", () =>
    Effect.gen(function*() {
      let isFull = true
      const console: Write = (_text, done) => done?.(isFull ? new Error("ENOSPC: no space left on device, write") : undefined)
      const room = Effect.sync(() => {
        isFull = false
      })
      const program = Effect.zipRight(Effect.log("one"), Effect.log("two")).pipe(Effect.zipRight(room),
        Effect.zipRight(Effect.log("three")))
      const { file } = yield* logging({ stderrIsTerminal: false, console }, program)
      assert.deepStrictEqual(file.trimEnd().split("\n").map((text) => JSON.parse(text).message), [
        "one",
        "standard error: log lines are being dropped (ENOSPC: no space left on device)",
        "two",
        "three",
        "standard error: log lines are written again, 2 were dropped"
      ])
    }))

  it.scoped("writes readable text to a terminal, and JSON to the file", () =>
    Effect.gen(function*() {
      const found = yield* logging({ stderrIsTerminal: true }, Effect.log("one"))
      assert.strictEqual(found.console, "13:14:40.000 \u001b[32mINFO \u001b[0m one\n")
      assert.strictEqual(found.file, line("one"))
    }))

  it.scoped("leaves out what is below the level", () =>
    Effect.gen(function*() {
      const program = Effect.zipRight(Effect.logDebug("no"), Effect.logInfo("yes"))
      assert.strictEqual((yield* logging({ stderrIsTerminal: false }, program)).file, line("yes"))
      const all = yield* logging({ stderrIsTerminal: false, level: LogLevel.Debug }, program)
      assert.strictEqual(all.file.split("\n").length, 3)
    }))

  it.scoped("shows no registered secret, neither on the console nor in the file", () =>
    Effect.gen(function*() {
      const program = Effect.gen(function*() {
        const secrets = yield* Secrets.Secrets
        yield* secrets.register(Redacted.make("hook-key"))
        yield* Effect.log("POST /bot/v2/hook/hook-key")
      })
      for (const stderrIsTerminal of [true, false]) {
        const found = yield* logging({ stderrIsTerminal }, program)
        assert.notInclude(found.console + found.file, "hook-key")
        assert.include(found.file, "POST /bot/v2/hook/<redacted>")
      }
    }))

  it.scoped("gives the newest lines of the file", () =>
    Effect.gen(function*() {
      const found = yield* logging(
        { stderrIsTerminal: false },
        Effect.gen(function*() {
          const log = yield* Logging.LogTail
          yield* Effect.forEach(["one", "two", "three"], (message) => Effect.log(message))
          return yield* log.tail(2)
        })
      )
      assert.deepStrictEqual(found.value, [line("two").trim(), line("three").trim()])
    }))

  it.effect("does not start where the file cannot be written", () =>
    Effect.gen(function*() {
      const options = { file: tmpdir(), zone: DateTime.zoneUnsafeMakeNamed("UTC"), level: LogLevel.Info, stderrIsTerminal: false }
      const fault = yield* Effect.flip(Effect.scoped(Layer.build(Layer.provide(Logging.layer(options), Secrets.layer))))
      assert.strictEqual(fault._tag, "LogFileUnwritable")
    }))
})
