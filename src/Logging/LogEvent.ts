import { Cause, DateTime, HashMap, type Logger, Redacted } from "effect"
import { sourceFrames } from "./SourceFrames.ts"

/** The content of a log line, safe to print: without secrets, bounded, and representable in JSON. */
export interface LogEvent {
  /** Local time of the shop with milliseconds and UTC offset: `2025-12-09T13:14:40.123+08:00`. */
  readonly time: string
  readonly level: string
  readonly message: string
  readonly annotations: ReadonlyArray<readonly [name: string, value: unknown]>
  /** Milliseconds since each span began. */
  readonly spans: ReadonlyArray<readonly [label: string, millis: number]>
  readonly cause: string | undefined
}

export interface LogEventOptions {
  readonly zone: DateTime.TimeZone
  readonly scrub: (text: string) => string
  /** The most characters of a single text. */
  readonly longestText: number
}

const mostEntries = 32
const deepest = 3

/** Scrubs a text before it cuts it, so that no part of a secret is left. */
const text = (value: string, options: LogEventOptions): string => {
  const scrubbed = options.scrub(value)
  return scrubbed.length <= options.longestText ? scrubbed : `${scrubbed.slice(0, options.longestText)}…`
}

const named = (entries: Iterable<readonly [unknown, unknown]>, options: LogEventOptions, depth: number): object =>
  // Not assigned to an object one by one: a key may be `__proto__`.
  Object.fromEntries(firstOf(entries).map(([name, value]) => [text(String(name), options), plain(value, options, depth)]))

const firstOf = <A>(values: Iterable<A>): ReadonlyArray<A> => {
  const first: Array<A> = []
  for (const value of values) {
    if (first.length === mostEntries) break
    first.push(value)
  }
  return first
}

/** A value as JSON, at most 3 levels deep with at most 32 entries each, which also bounds cycles. */
const plain = (value: unknown, options: LogEventOptions, depth = 0): unknown => {
  switch (typeof value) {
    case "string":
      return text(value, options)
    case "number": {
      // A secret may be a number. Its replacement is a text.
      const digits = String(value)
      const scrubbed = text(digits, options)
      return scrubbed === digits && Number.isFinite(value) ? value : scrubbed
    }
    case "boolean":
    case "undefined":
      return value
    case "bigint":
    case "symbol":
    case "function":
      return text(String(value), options)
    case "object": {
      if (value === null) return null
      if (Redacted.isRedacted(value)) return "<redacted>"
      if (value instanceof Error) return text(`${value.name}: ${value.message}`, options)
      if (depth === deepest) return "…"
      if (Array.isArray(value) || value instanceof Set) {
        return firstOf(value).map((entry) => plain(entry, options, depth + 1))
      }
      if (value instanceof Map) return named(value, options, depth + 1)
      if (ArrayBuffer.isView(value)) return `<${value.byteLength} bytes>`
      if ("toJSON" in value && typeof value.toJSON === "function") return plain(value.toJSON(), options, depth + 1)
      return named(Object.entries(value), options, depth + 1)
    }
  }
}

const messageOf = (message: unknown, options: LogEventOptions): string => {
  const parts = firstOf(Array.isArray(message) ? message : [message]).map((part) => {
    const value = Cause.isCause(part) ? text(sourceFrames(Cause.pretty(part)), options) : plain(part, options)
    return typeof value === "string" ? value : JSON.stringify(value) ?? String(value)
  })
  // Scrubbed and cut again, because the joined parts may form a secret, or be too long.
  return text(parts.join(" "), options)
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)

export const timeOf = (entry: Logger.Logger.Options<unknown>, zone: DateTime.TimeZone): string =>
  DateTime.formatIsoOffset(DateTime.unsafeMakeZoned(entry.date, { timeZone: zone }))

export const fromLogger = (entry: Logger.Logger.Options<unknown>, options: LogEventOptions): LogEvent => ({
  time: timeOf(entry, options.zone),
  level: entry.logLevel.label,
  message: messageOf(entry.message, options),
  // Sorted by name, because the map has no stable order.
  annotations: firstOf(HashMap.toEntries(entry.annotations).sort(byName))
    .map(([name, value]) => [text(name, options), plain(value, options)]),
  spans: firstOf(entry.spans).map((span) => [text(span.label, options), entry.date.getTime() - span.startTime]),
  cause: Cause.isEmpty(entry.cause) ? undefined : text(sourceFrames(Cause.pretty(entry.cause, { renderErrorCause: true })), options)
})
