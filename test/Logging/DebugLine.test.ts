import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Logger, LogLevel } from "effect"
import { debugLine } from "../../src/DebugLine.ts"

const linesAt = (level: LogLevel.LogLevel) =>
  Effect.gen(function*() {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ annotations, logLevel, message }) => {
      lines.push([logLevel.label, message, Object.fromEntries(HashMap.toEntries(annotations))])
    })
    yield* Effect.annotateLogs(debugLine("days committed", { days: 2 }), { service: "ledger" }).pipe(
      Logger.withMinimumLogLevel(level),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger))
    )
    return lines
  })

describe("a debug line", () => {
  it.effect("has its fields and those around it", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* linesAt(LogLevel.Debug), [["DEBUG", ["days committed"], { service: "ledger", days: 2 }]])
    }))

  it.effect("is not logged from level info on", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* linesAt(LogLevel.Info), [])
    }))
})
