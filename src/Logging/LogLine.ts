import type { Logger } from "effect"
import { fromLogger, type LogEvent, type LogEventOptions, timeOf } from "./LogEvent.ts"

export type LineOptions = Omit<LogEventOptions, "longestText">

/** The longest line in bytes of UTF-8, without its line end. */
export const longestLine = 8192

/** The lengths to which texts are cut, one after another, until the line fits. */
const cuts = [4000, 1000, 200, 40]

const hexEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** Characters that JSON does not escape and a terminal interprets: DEL, C1, line and paragraph separators, marks of the writing direction. */
const unprintable = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Names of a line's own members. An annotation of the same name gets an underscore. */
const ownNames = new Set(["time", "level", "message", "spans", "cause"])

const encode = (event: LogEvent): string => {
  const members: Array<readonly [string, unknown]> = [["time", event.time], ["level", event.level], ["message", event.message]]
  for (const [name, value] of event.annotations) members.push([ownNames.has(name) ? `${name}_` : name, value])
  if (event.spans.length > 0) members.push(["spans", Object.fromEntries(event.spans)])
  if (event.cause !== undefined) members.push(["cause", event.cause])
  return JSON.stringify(Object.fromEntries(members)).replace(unprintable, hexEscape)
}

/**
 * A log event as one line of JSON, at most 8 KiB, without a line end. It has no control characters, so that no logged text
 * can begin a new line or control a terminal. Never throws.
 */
export const jsonLine = (entry: Logger.Logger.Options<unknown>, options: LineOptions): string => {
  try {
    for (const longestText of cuts) {
      const line = encode(fromLogger(entry, { ...options, longestText }))
      if (Buffer.byteLength(line) <= longestLine) return line
    }
    const { level, message, time } = fromLogger(entry, { ...options, longestText: 200 })
    return encode({ time, level, message, annotations: [["shortened", true]], spans: [], cause: undefined })
  } catch {
    // A getter or toJSON of a logged value threw.
    return JSON.stringify({ time: timeOf(entry, options.zone), level: entry.logLevel.label, message: "<unprintable>" })
  }
}
