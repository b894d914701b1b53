import { Effect, FiberRef, LogLevel, type Tracer } from "effect"

/** Adds a span while tracing is on. A span that is not exported would cost as much as an SQL statement. */
export const traced =
  (name: string, kind: Tracer.SpanKind = "internal") => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(FiberRef.get(FiberRef.currentTracerEnabled), (enabled) =>
      enabled ? Effect.withSpan(work, name, { kind, captureStackTrace: false }) as Effect.Effect<A, E, R> : work)

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
