import { Context, Effect, FiberRef, HashMap, Tracer } from "effect"

/**
 * Runs work that continues after the request that started it, so its log lines get no annotations of that request, and its spans no
 * parent. A forked fiber would inherit both.
 */
export const onOwnBehalf = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  work.pipe(
    Effect.locally(FiberRef.currentLogAnnotations, HashMap.empty()),
    // The compiler cannot see that no work requires a parent span.
    Effect.mapInputContext((context: Context.Context<R>) => Context.omit(Tracer.ParentSpan)(context) as Context.Context<R>)
  )
