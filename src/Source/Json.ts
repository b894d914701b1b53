import { type JsonPointer, memberOf } from "../Domain/JsonPointer.ts"
import { pathOf } from "../Domain/RepeatedKey.ts"
import { kept } from "./SourceFault.ts"

/** A number as it is written: as a float, 0.1 + 0.2 and twenty digits would be other numbers. */
export class JsonNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What stands in an answer's text: its value, a key that stands twice, or no JSON. */
export type ReadJson =
  | { readonly _tag: "Json"; readonly value: unknown }
  | { readonly _tag: "RepeatedKey"; readonly key: string }
  | { readonly _tag: "NotJson" }

const notJson: ReadJson = { _tag: "NotJson" }

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^ \t\r\n{}[\],:"]+|"/gs

/** More than any till's answer has. */
const mostLevels = 1_000

/** Tokens that are read between two yields. */
const atOnce = 10_000

/** An object or a list whose end is not read yet; `key` is that of the value which comes next. */
type Open =
  | { readonly end: "]"; readonly value: Array<unknown>; readonly key: null }
  | { readonly end: "}"; readonly value: Record<string, unknown>; key: string }

/** A text, a number as it is written, true, false or null; undefined for anything else. */
const scalar = (token: string): unknown => {
  try {
    const value: unknown = JSON.parse(token)
    return typeof value === "number" ? new JsonNumber(token) : value
  } catch {
    return undefined
  }
}

/**
 * Reads JSON, and yields between parts of the work: the engine's own parser would stop everything else for seconds at 10 MB of
 * small values. That parser also keeps the last of two values with one key, which may not be the right one: lists of XML become such keys.
 */
export function* readJson(text: string): Generator<undefined, ReadJson> {
  const open: Array<Open> = []
  let root: unknown
  let expected: "value" | "value or end" | "key" | "key or end" | ":" | ", or end" | "nothing" = "value"
  let count = 0
  for (const [token] of text.matchAll(tokens)) {
    if (++count % atOnce === 0) yield
    const inner = open.at(-1)
    if (token === inner?.end) {
      if (!expected.endsWith("or end")) return notJson
      open.pop()
      expected = open.length === 0 ? "nothing" : ", or end"
    } else if (token === ",") {
      if (expected !== ", or end") return notJson
      expected = inner?.end === "}" ? "key" : "value"
    } else if (token === ":") {
      if (expected !== ":") return notJson
      expected = "value"
    } else if (expected === "key" || expected === "key or end") {
      const key = scalar(token)
      if (inner?.end !== "}" || typeof key !== "string") return notJson
      inner.key = key
      if (Object.hasOwn(inner.value, key)) return { _tag: "RepeatedKey", key: pathOf(open.flatMap((each) => each.key ?? [])) }
      expected = ":"
    } else {
      if (expected !== "value" && expected !== "value or end") return notJson
      const opened: Open | undefined = token === "{"
        // Without a prototype, `__proto__` is a key like any other.
        ? { end: "}", value: Object.create(null) as Record<string, unknown>, key: "" }
        : token === "["
        ? { end: "]", value: [], key: null }
        : undefined
      const value = opened === undefined ? scalar(token) : opened.value
      if (value === undefined || open.length === mostLevels) return notJson
      if (inner === undefined) root = value
      else if (inner.end === "]") inner.value.push(value)
      else inner.value[inner.key] = value
      if (opened !== undefined) open.push(opened)
      expected = opened !== undefined ? opened.end === "]" ? "value or end" : "key or end" : inner === undefined ? "nothing" : ", or end"
    }
  }
  return expected === "nothing" ? { _tag: "Json", value: root } : notJson
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
