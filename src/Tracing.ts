import { Effect, FiberRef, type Tracer } from "effect"

/** Adds a span while tracing is on. A span that is not exported would cost as much as an SQL statement. */
export const traced =
  (name: string, kind: Tracer.SpanKind = "internal") => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(FiberRef.get(FiberRef.currentTracerEnabled), (enabled) =>
      enabled ? Effect.withSpan(work, name, { kind, captureStackTrace: false }) as Effect.Effect<A, E, R> : work)
