import { Schema } from "effect"
import { expecting, expectingKind } from "./Fault.ts"
import { spanOf } from "./Span.ts"
import { isBlank, visiblePattern } from "./VisibleText.ts"

/** `1 day`, `2 days`, `2 processes`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`

/** `59 minutes`, `14 hours`. */
export const spanned = (minutes: number): string => {
  const { n, unit } = spanOf(minutes)
  return counted(n, unit.slice(0, -1))
}

/** Whether a text has at most `max` characters. Code points are counted, as in JSON Schema, so an emoji is one. */
export const isAtMost = (text: string, max: number): boolean => text.length <= max || Array.from(text).length <= max

/** Whether a text has no line end and no other control character. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text)

export const textJson = (max: number) => ({ type: "string", maxLength: max, pattern: "^[^\\u0000]*$" })

export const visibleTextJson = (max: number) => ({
  type: "string",
  minLength: 1,
  maxLength: max,
  pattern: `^[^\\u0000]*${visiblePattern}[^\\u0000]*$`
})

/** A typed text; empty if it has no visible character. */
export const inked = (text: string): string => isBlank(text) ? "" : text

/** A text of at most `max` characters, without NUL, which PostgreSQL cannot store. */
export const textUpTo = (max: number) => {
  const expected = expecting("text_at_most", `a text of at most ${max} characters`, { max })
  const given = Schema.String.pipe(
    Schema.filter((value) => isAtMost(value, max), expected),
    Schema.filter((value) => !value.includes("\0"), expectingKind("text", "a text without NUL characters"))
  )
    .annotations({ jsonSchema: textJson(max) })
  return Schema.transform(given, Schema.String, { strict: true, decode: inked, encode: (text) => text })
}

/** The text after a round trip through UTF-8: half a surrogate pair, which JSON can carry, becomes U+FFFD. */
export const storable = (text: string): string => Buffer.from(text).toString()
