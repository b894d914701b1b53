import type { Logger } from "effect"
import { fromLogger } from "./LogEvent.ts"
import type { LineOptions } from "./LogLine.ts"

const longestText = 4000

const colours: Record<string, string> = { FATAL: "41", ERROR: "31", WARN: "33", INFO: "32", DEBUG: "34", TRACE: "90" }

const colour = (code: string, text: string): string => `\u001b[${code}m${text}\u001b[0m`

/** Characters that a terminal interprets: C0 except the line feed, DEL, C1, separators, marks of the writing direction. */
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const printable = (text: string): string => text.replace(control, "�")

const onOneLine = (text: string): string => printable(text).replaceAll("\n", "�")

/** A log event for an operator at a terminal: one coloured line, with its cause indented below. Never throws. */
export const prettyLines = (entry: Logger.Logger.Options<unknown>, options: LineOptions): string => {
  try {
    const event = fromLogger(entry, { ...options, longestText })
    const facts = [
      ...event.annotations.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
      ...event.spans.map(([label, millis]) => [label, `${millis}ms`])
    ].map(([name, value]) => colour("90", onOneLine(`${name}=${value}`)))
    const level = colour(colours[event.level] ?? "0", event.level.padEnd(5))
    const line = [event.time.slice(11, 23), level, onOneLine(event.message), ...facts].join(" ")
    return event.cause === undefined ? line : `${line}\n    ${printable(event.cause).replaceAll("\n", "\n    ")}`
  } catch {
    return `${entry.logLevel.label} <unprintable>`
  }
}
