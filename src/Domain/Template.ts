import { DateTime } from "effect"
import { type DayBounds, endOfDay, formatInstant, startOfDay } from "./Calendar.ts"
import type { LocalDate } from "./LocalDate.ts"

/** A part of a setting's text: text as written, a value of the day, or the value of an environment variable. */
type Part =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Day"; readonly name: string }
  | { readonly _tag: "Variable"; readonly name: string }

/** The values of a day, by their names between the braces. */
export type DayValues = Readonly<Record<string, string>>

/**
 * The first instant of the business day, the first of the next one, and the last millisecond, in the forms that tills expect. A day
 * on which the clock changes has 23 or 25 hours.
 */
export const dayValues = (date: LocalDate, days: DayBounds): DayValues => {
  const start = startOfDay(date, days)
  const end = endOfDay(date, days)
  const last = DateTime.subtractDuration(end, "1 millis")
  const forms = (name: string, instant: DateTime.Zoned, local: string) => {
    const utc = DateTime.formatIso(DateTime.toUtc(instant))
    return [
      [name, local],
      [`${name}.utc`, utc.slice(0, 19).replace("T", " ")],
      [`${name}.z`, utc],
      [`${name}.unix`, String(Math.floor(instant.epochMillis / 1000))]
    ] as const
  }
  return Object.fromEntries([
    ["date", date],
    ["date.compact", date.replaceAll("-", "")],
    ...forms("day.start", start, formatInstant(start)),
    ...forms("day.end", end, formatInstant(end)),
    ...forms("day.last", last, DateTime.formatIsoOffset(last))
  ])
}

const names = [
  "date",
  "date.compact",
  ...["start", "end", "last"].flatMap((at) => ["", ".utc", ".z", ".unix"].map((form) => `day.${at}${form}`))
]

/** `$$`, `$NAME`, or braces with a name. Other dollars and braces are plain text: GraphQL uses both. */
const special = /\$\$|\$[A-Z_][A-Z0-9_]*|\{[\w.]+\}/g

const partsOf = (text: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let at = 0
  const push = (part: Part, end: number) => {
    parts.push(part)
    at = end
  }
  for (const { 0: found, index } of text.matchAll(special)) {
    const name = found.slice(1, -1)
    if (found.startsWith("{") && !names.includes(name)) continue
    if (index > at) push({ _tag: "Text", text: text.slice(at, index) }, index)
    const end = index + found.length
    if (found === "$$") push({ _tag: "Text", text: "$" }, end)
    else push(found.startsWith("{") ? { _tag: "Day", name } : { _tag: "Variable", name: found.slice(1) }, end)
  }
  if (at < text.length) push({ _tag: "Text", text: text.slice(at) }, text.length)
  return parts
}

export const variablesIn = (text: string): ReadonlyArray<string> =>
  partsOf(text).flatMap((part) => part._tag === "Variable" ? [part.name] : [])

/** The first name in braces that looks like a value of the day but is not one, such as `{day.strat}`. */
export const misspeltIn = (text: string): string | undefined =>
  text.match(/\{(?:day|date)\.[\w.]*\}|\{day\}/g)?.find((found) => !names.includes(found.slice(1, -1)))

/** Fills in the parts of a text, each by its own function. Placeholders inside the values are left as they are. */
export const fill = (
  text: string,
  pieces: { readonly day: (name: string) => string; readonly variable: (name: string, before: string) => string }
): string =>
  partsOf(text).reduce((before, part) => {
    if (part._tag === "Text") return before + part.text
    return before + (part._tag === "Day" ? pieces.day(part.name) : pieces.variable(part.name, before))
  }, "")
