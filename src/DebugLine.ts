import { Effect, FiberRef, LogLevel } from "effect"

/**
 * A debug line with its fields. If debug lines are not logged, it costs the fiber one step; preparing the fields alone would cost
 * thirty.
 */
export const debugLine = (message: string, fields: Readonly<Record<string, unknown>>): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) =>
    LogLevel.greaterThan(fiber.getFiberRef(FiberRef.currentMinimumLogLevel), LogLevel.Debug)
      ? Effect.void
      : Effect.annotateLogs(Effect.logDebug(message), fields)
  )
