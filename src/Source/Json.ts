import { type JsonPointer, memberOf } from "../Json/JsonPointer.ts"
import { pathOf } from "../Json/RepeatedKey.ts"
import { kept } from "./SourceFault.ts"

/** A number as the answer writes it. A float would change it: 0.1 + 0.2, or twenty digits. */
export class JsonNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The result of reading an answer: its value, a key that occurs twice, more values than are read, or text that is not JSON. */
type ReadJson =
  | { readonly _tag: "Json"; readonly value: unknown }
  | { readonly _tag: "RepeatedKey"; readonly key: string }
  | { readonly _tag: "TooManyValues" }
  | { readonly _tag: "NotJson" }

const notJson: ReadJson = { _tag: "NotJson" }

/** More nesting than any till's answer has. */
const mostLevels = 1_000

/** More values than 10 MB of orders have. Ten megabytes of empty objects would take half a gigabyte of memory. */
export const mostValues = 1_000_000

/** Tokens to read between two yields. */
const atOnce = 10_000

/** An object or list whose end is not read yet; `key` is the key of the next value. */
type Open =
  | { readonly end: "]"; readonly value: Array<unknown>; readonly key: null }
  | { readonly end: "}"; readonly value: Record<string, unknown>; key: string }

/** Whether an odd number of backslashes stands before `index`. */
const isEscaped = (json: string, index: number): boolean => {
  let first = index
  while (json[first - 1] === "\\") first--
  return (index - first) % 2 === 1
}

/**
 * Where the text ends whose first quote is at `start`; the end of `json` if it has no last one. A regular expression for it would
 * overflow the stack at some million escapes.
 */
const endOfText = (json: string, start: number): number => {
  let quote = json.indexOf("\"", start + 1)
  while (quote !== -1 && isEscaped(json, quote)) quote = json.indexOf("\"", quote + 1)
  return quote === -1 ? json.length : quote + 1
}

/** The tokens of JSON. White space between them is left out. */
function* tokensOf(json: string): Generator<string> {
  // A token, or the quote that begins a text. `lastIndex` is the state of this reading.
  const next = /[{}[\],:"]|[^ \t\r\n{}[\],:"]+/g
  for (let match = next.exec(json); match !== null; match = next.exec(json)) {
    if (match[0] === "\"") next.lastIndex = endOfText(json, match.index)
    yield json.slice(match.index, next.lastIndex)
  }
}

/** A text, a number as it is written, true, false or null; undefined for any other token. */
const scalar = (token: string): unknown => {
  try {
    const value: unknown = JSON.parse(token)
    return typeof value === "number" ? new JsonNumber(token) : value
  } catch {
    return undefined
  }
}

/** An object without a prototype would take `__proto__` as it is, but twice the memory. */
const addMember = (object: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === "__proto__") Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
  else object[key] = value
}

/**
 * Reads JSON, and yields between parts of the work: the engine's own parser would block the process for seconds at 10 MB of small
 * values. Unlike that parser, it refuses a key that occurs twice instead of keeping the last value: lists converted from XML have
 * such keys.
 */
export function* readJson(text: string): Generator<undefined, ReadJson> {
  const open: Array<Open> = []
  let root: unknown
  let expected: "value" | "value or end" | "key" | "key or end" | ":" | ", or end" | "nothing" = "value"
  let count = 0
  let values = 0
  for (const token of tokensOf(text)) {
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
      if (++values > mostValues) return { _tag: "TooManyValues" }
      const opened: Open | undefined = token === "{"
        ? { end: "}", value: {}, key: "" }
        : token === "["
        ? { end: "]", value: [], key: null }
        : undefined
      const value = opened === undefined ? scalar(token) : opened.value
      if (value === undefined || open.length === mostLevels) return notJson
      if (inner === undefined) root = value
      else if (inner.end === "]") inner.value.push(value)
      else addMember(inner.value, inner.key, value)
      if (opened !== undefined) open.push(opened)
      expected = opened !== undefined ? opened.end === "]" ? "value or end" : "key or end" : inner === undefined ? "nothing" : ", or end"
    }
  }
  return expected === "nothing" ? { _tag: "Json", value: root } : notJson
}

/** The value at a pointer; undefined if there is none. */
export const valueAt = (json: unknown, pointer: JsonPointer): unknown =>
  pointer.reduce((value: unknown, token) => value instanceof JsonNumber ? undefined : memberOf(value, token), json)

/** The value as plain JSON. */
export const plain = (value: unknown): unknown => value instanceof JsonNumber ? Number(value.text) : value

/** A value as a fault shows it. Of a list or an object only the kind is shown, because its content is the till's private data. */
export const described = (value: unknown): string => {
  if (value === undefined) return "nothing"
  if (value instanceof JsonNumber) return kept(value.text)
  if (Array.isArray(value)) return "a list"
  return typeof value === "object" && value !== null ? "an object" : kept(JSON.stringify(value) ?? String(value))
}
