import { Option, Tracer } from "effect"

/** Spans of the service's own polling, such as the check for messages each second. */
const isPolling = (name: string): boolean => name.startsWith("sql.")

/**
 * Wraps `tracer`: traces that begin with a poll of the database, and those that their caller does not sample, go to `silent`.
 * Database work of a request or a settlement is part of that trace.
 */
export const withoutPolling = (tracer: Tracer.Tracer, silent: Tracer.Tracer): Tracer.Tracer => {
  const unsampled = new WeakSet<Tracer.AnySpan>()
  return Tracer.make({
    span: (name, parent, ...rest) => {
      const within = Option.getOrUndefined(parent)
      const isSampled = within === undefined ? !isPolling(name) : within.sampled && !unsampled.has(within)
      if (isSampled) return tracer.span(name, parent, ...rest)
      const span = silent.span(name, parent, ...rest)
      unsampled.add(span)
      return span
    },
    context: (f, fiber) => tracer.context(f, fiber)
  })
}
