import { Option, Tracer } from "effect"

/** The database asked by nobody's request: every second the service looks for messages and for others' writes. */
const isPolling = (name: string): boolean => name.startsWith("sql.")

/**
 * `tracer` without the traces that begin with a look into the database, and without those whose caller asks not to be
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
