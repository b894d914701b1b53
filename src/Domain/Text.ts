import { Schema } from "effect"
import { expecting } from "./Expectation.ts"

/** Whether a text has at most `max` characters. Code points are counted, as in JSON Schema, so an emoji is one. */
export const isAtMost = (text: string, max: number): boolean => text.length <= max || Array.from(text).length <= max

/** A text of at most `max` characters. */
export const textOf = (max: number) => {
  const expected = expecting("text_at_most", `a text of at most ${max} characters`, { max })
  return Schema.String.pipe(Schema.filter((value) => isAtMost(value, max), expected))
    .annotations({ ...expected, jsonSchema: { type: "string", maxLength: max } })
}

const fullWidth = /[\u3000\uFF01-\uFF5E\uFFE5]/g

const halfWidth = (character: string): string => {
  if (character === "\u3000") return " "
  return character === "\uFFE5" ? "¥" : String.fromCharCode(character.charCodeAt(0) - 0xFEE0)
}

/**
 * Trimmed text as a Western keyboard writes it: full-width digits and signs, `￥` and the ideographic space become plain ones.
 * Not NFKC, which also turns `10²` into 102.
 */
export const asTyped = (text: string): string => text.replace(fullWidth, halfWidth).trim()
