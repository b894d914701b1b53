import { Effect, FiberRef, type Tracer } from "effect"

/** A span around the work while tracing is on, and nothing otherwise: an unused span costs as much as a statement. */
export const traced =
  (name: string, kind: Tracer.SpanKind = "internal") => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(FiberRef.get(FiberRef.currentTracerEnabled), (enabled) =>
      enabled ? Effect.withSpan(work, name, { kind, captureStackTrace: false }) as Effect.Effect<A, E, R> : work)
