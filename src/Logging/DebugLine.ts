import { Effect, FiberRef, LogLevel } from "effect"

/** A debug line with its fields. Where no debug lines are logged, it costs one step of the fiber; the fields alone would cost thirty. */
export const debugLine = (message: string, fields: Readonly<Record<string, unknown>>): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) =>
    LogLevel.greaterThan(fiber.getFiberRef(FiberRef.currentMinimumLogLevel), LogLevel.Debug)
      ? Effect.void
      : Effect.annotateLogs(Effect.logDebug(message), fields)
  )
