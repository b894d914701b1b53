import { type JsonPointer, memberOf } from "../Domain/JsonPointer.ts"
import { kept } from "./SourceFault.ts"

/** A number as it is written: as a float, 0.1 + 0.2 and twenty digits would be other numbers. */
export class JsonNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The engine's parser tells a reviver how a primitive value is written; TypeScript does not know that yet. */
type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown

const keepText: Reviver = (_key, value, { source }) => typeof value === "number" ? new JsonNumber(source ?? String(value)) : value

/** undefined for a text that is not JSON, or that nests too deep to be read. */
export const parseJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text, keepText as Parameters<typeof JSON.parse>[1]) }
  } catch {
    return undefined
  }
}

/** The value at a pointer; undefined where there is none. */
export const valueAt = (json: unknown, pointer: JsonPointer): unknown =>
  pointer.reduce((value: unknown, token) => value instanceof JsonNumber ? undefined : memberOf(value, token), json)

/** Plain JSON again, for a sentence that shows it. */
export const plain = (value: unknown): unknown => value instanceof JsonNumber ? Number(value.text) : value

/** A value as a sentence shows it: a list or an object by its kind alone, because the rest is the till's own matter. */
export const described = (value: unknown): string => {
  if (value === undefined) return "nothing"
  if (value instanceof JsonNumber) return kept(value.text)
  if (Array.isArray(value)) return "a list"
  return typeof value === "object" && value !== null ? "an object" : kept(JSON.stringify(value) ?? String(value))
}
