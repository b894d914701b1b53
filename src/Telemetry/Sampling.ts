import { Option, Tracer } from "effect"

/** Spans of the service's own polls, such as the search for messages each second. */
const isPolling = (name: string): boolean => name.startsWith("sql.")

/**
 * `tracer` without the traces that begin with a poll of the database, and without those whose caller asks not to be
 * sampled; their spans go to `silent`. What a request or a settlement does in the database is traced within it.
 */
export const withoutPolling = (tracer: Tracer.Tracer, silent: Tracer.Tracer): Tracer.Tracer => {
  const unheard = new WeakSet<Tracer.AnySpan>()
  return Tracer.make({
    span: (name, parent, ...rest) => {
      const within = Option.getOrUndefined(parent)
      const heard = within === undefined ? !isPolling(name) : within.sampled && !unheard.has(within)
      if (heard) return tracer.span(name, parent, ...rest)
      const span = silent.span(name, parent, ...rest)
      unheard.add(span)
      return span
    },
    context: (f, fiber) => tracer.context(f, fiber)
  })
}
