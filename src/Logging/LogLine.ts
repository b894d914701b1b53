import { Cause, DateTime, Inspectable, Logger } from "effect"
import { readFileSync } from "node:fs"
import { SourceMap } from "node:module"
import { fileURLToPath } from "node:url"

/** The content of a log line, safe to print: without secrets, bounded, and representable in JSON. */
interface LogEvent {
  /** Local time of the shop with milliseconds and UTC offset: `2025-12-09T13:14:40.123+08:00`. */
  readonly time: string
  readonly level: string
  readonly message: string
  /** By name, because the map has no stable order. */
  readonly annotations: ReadonlyArray<readonly [name: string, value: unknown]>
  /** Milliseconds since each span began. */
  readonly spans: ReadonlyArray<readonly [label: string, millis: number]>
  readonly cause: string | undefined
}

export interface LineOptions {
  readonly zone: DateTime.TimeZone
  readonly scrub: (text: string) => string
}

const load = (bundle: string): SourceMap | null => {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(bundle)}.map`, "utf8")))
  } catch {
    return null
  }
}

const inPattern = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")

/**
 * Replaces positions in the minified bundle by those in files of `src/` in an error's stack. The source map is read at the first
 * error: Node's own support for source maps would slow down every start.
 * @param bundle URL of the bundle; without a source map beside it, stacks stay as they are
 */
export const makeSourceFrames = (bundle: string): (stack: string) => string => {
  const position = new RegExp(`${inPattern(bundle)}:(\\d+):(\\d+)`, "g")
  let map: SourceMap | null | undefined
  return (stack) => {
    if (!stack.includes(bundle)) return stack
    const found = map ??= load(bundle)
    return found === null ? stack : stack.replace(position, (text, line: string, column: string) => {
      const entry = found.findEntry(Number(line) - 1, Number(column) - 1)
      if (!("originalSource" in entry)) return text
      return `${entry.originalSource.replace(/^(?:\.\.\/)+/, "")}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
    })
  }
}

const sourceFrames = makeSourceFrames(import.meta.url)

const mostEntries = 32
const deepest = 3

const cut = (text: string, longest: number): string => text.length <= longest ? text : `${text.slice(0, longest)}…`

/** A value as JSON, at most 3 levels deep with at most 32 entries each, which also bounds cycles. `Redacted` hides itself. */
const plain = (value: unknown, text: (value: string) => string, depth = 0): unknown => {
  if (value === null || value === undefined || typeof value === "boolean") return value
  if (value instanceof Error) return text(`${value.name}: ${value.message}`)
  if (typeof value !== "object") {
    const shown = text(String(value))
    // A secret may be a number. Its replacement is a text.
    return Number.isFinite(value) && shown === String(value) ? value : shown
  }
  const json = Inspectable.toJSON(value)
  if (typeof json !== "object" || json === null) return plain(json, text)
  if (depth === deepest) return "…"
  if (Array.isArray(json)) return json.slice(0, mostEntries).map((entry) => plain(entry, text, depth + 1))
  return Object.fromEntries(
    Object.entries(json).slice(0, mostEntries).map(([name, member]) => [text(name), plain(member, text, depth + 1)])
  )
}

/** The event of a log entry. Texts are scrubbed before they are cut, so that no part of a secret is left. */
export const eventLogger = ({ scrub, zone }: LineOptions): Logger.Logger<unknown, LogEvent> => {
  const text = (value: string) => cut(scrub(value), 4000)
  const said = (part: unknown): string => {
    const value = plain(part, text)
    return typeof value === "string" ? value : JSON.stringify(value) ?? String(value)
  }
  return Logger.make(({ annotations, cause, date, logLevel, message, spans }) => ({
    time: DateTime.formatIsoOffset(DateTime.unsafeMakeZoned(date, { timeZone: zone })),
    level: logLevel.label,
    // Cut again, because there may be many parts.
    message: text((Array.isArray(message) ? message : [message]).slice(0, mostEntries).map(said).join(" ")),
    annotations: [...annotations].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostEntries)
      .map(([name, value]) => [text(name), plain(value, text)]),
    spans: [...spans].slice(0, mostEntries).map((span) => [text(span.label), date.getTime() - span.startTime]),
    cause: Cause.isEmpty(cause) ? undefined : text(sourceFrames(Cause.pretty(cause, { renderErrorCause: true })))
  }))
}

/** The longest line in bytes of UTF-8, without its line end. */
export const longestLine = 8192

const hexEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** Characters that JSON does not escape and a terminal interprets: DEL, C1, line and paragraph separators, marks of the writing direction. */
const unprintable = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Names of a line's own members. An annotation of the same name gets an underscore. */
const ownNames = new Set(["time", "level", "message", "spans", "cause"])

const encode = ({ annotations, cause, level, message, spans, time }: LogEvent, longest: number): string => {
  const named = annotations.map(([name, value]) => [ownNames.has(name) ? `${name}_` : name, value])
  const line = {
    time,
    level,
    message,
    ...Object.fromEntries(named),
    spans: spans.length === 0 ? undefined : Object.fromEntries(spans),
    cause
  }
  return JSON.stringify(line, (_, value) => typeof value === "string" ? cut(value, longest) : value).replace(unprintable, hexEscape)
}

/**
 * One line of JSON, at most 8 KiB, without a line end. Its texts are cut shorter until it fits. It has no control characters, so
 * that no logged text can begin a new line or control a terminal.
 */
export const jsonLogger = (options: LineOptions): Logger.Logger<unknown, string> =>
  Logger.map(eventLogger(options), (event) => {
    for (const longest of [4000, 1000, 200, 40]) {
      const line = encode(event, longest)
      if (Buffer.byteLength(line) <= longestLine) return line
    }
    return encode({ ...event, annotations: [["shortened", true]], spans: [], cause: undefined }, 200)
  })

const colours: Record<string, string> = { FATAL: "41", ERROR: "31", WARN: "33", INFO: "32", DEBUG: "34", TRACE: "90" }

const colour = (code: string, text: string): string => `\u001b[${code}m${text}\u001b[0m`

/** Characters that a terminal interprets: C0 except the line feed, DEL, C1, separators, marks of the writing direction. */
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const printable = (text: string): string => text.replace(control, "�")

const onOneLine = (text: string): string => printable(text).replaceAll("\n", "�")

/** For an operator at a terminal: one coloured line, with its cause indented below. */
export const prettyLogger = (options: LineOptions): Logger.Logger<unknown, string> =>
  Logger.map(eventLogger(options), ({ annotations, cause, level, message, spans, time }) => {
    const facts = [
      ...annotations.map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`),
      ...spans.map(([label, millis]) => `${label}=${millis}ms`)
    ].map((fact) => colour("90", onOneLine(fact)))
    const line = [time.slice(11, 23), colour(colours[level] ?? "0", level.padEnd(5)), onOneLine(message), ...facts].join(" ")
    return cause === undefined ? line : `${line}\n    ${printable(cause).replaceAll("\n", "\n    ")}`
  })
