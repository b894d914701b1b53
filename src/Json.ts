/** A place in a text, both from 1. */
interface OpenPlace {
  readonly line: number
  readonly column: number
}

type ExpectedToken = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "nothing"

const blanks = /[ \t\n\r]*/y
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** The end of a pattern's match at a position; undefined if there is no match. */
const endOf = (pattern: RegExp, text: string, at: number): number | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text) === null ? undefined : pattern.lastIndex
}

const lineOf = (text: string, at: number): OpenPlace => {
  const before = text.slice(0, at).split("\n")
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 }
}

/**
 * Where a text stops being JSON; undefined if it is JSON. The engine's message is not used: its place is inside a sentence that may
 * quote a secret. A missing comma is reported where the next value begins.
 */
export const endOfJson = (text: string): OpenPlace | undefined => {
  const open: Array<"{" | "["> = []
  let expected: ExpectedToken = "value"
  let at = 0
  const afterValue = (): ExpectedToken => open.length === 0 ? "nothing" : ", or end"
  for (;;) {
    at = endOf(blanks, text, at) ?? at
    const next = text[at]
    if (next === undefined) return expected === "nothing" ? undefined : lineOf(text, at)
    const inner = open.at(-1)
    const closes: "{" | "[" | undefined = expected === ", or end"
      ? inner
      : expected === "value or ]"
      ? "["
      : expected === "key or }"
      ? "{"
      : undefined
    let end: number | undefined = at + 1
    if (closes !== undefined && next === (closes === "{" ? "}" : "]")) {
      open.pop()
      expected = afterValue()
    } else if (expected === ", or end" && next === ",") expected = inner === "{" ? "key" : "value"
    else if (expected === ":" && next === ":") expected = "value"
    else if (expected === "key" || expected === "key or }") {
      end = endOf(string, text, at)
      expected = ":"
    } else if (expected !== "value" && expected !== "value or ]") return lineOf(text, at)
    else if (next === "{" || next === "[") {
      open.push(next)
      expected = next === "{" ? "key or }" : "value or ]"
    } else {
      end = endOf(string, text, at) ?? endOf(scalar, text, at)
      expected = afterValue()
    }
    if (end === undefined) return lineOf(text, at)
    at = end
  }
}

/** Tokens from which the place of a value follows. Numbers and constants begin a value as well. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/gs

/** An object or list that has not ended, and the key or index of the value being read. */
interface Open {
  readonly isObject: boolean
  key: string
}

/**
 * For a valid JSON text, a function from the path of a member to the line on which it begins, counted from 1. A path joins the keys
 * with dots. A missing member has the line of the object that should contain it.
 */
export const linesOfJson = (json: string): (path: string) => number => {
  const lines = new Map<string, number>()
  const open: Array<Open> = []
  let line = 1
  let read = 0
  let isKey = false
  const begin = () => {
    const path = open.map(({ key }) => key).join(".")
    if (!lines.has(path)) lines.set(path, line)
  }
  for (const { 0: token, index } of json.matchAll(tokens)) {
    line += json.slice(read, index).split("\n").length - 1
    read = index
    const inner = open.at(-1)
    if (token === "}" || token === "]") open.pop()
    else if (token === ",") {
      if (inner?.isObject === false) inner.key = String(Number(inner.key) + 1)
      else isKey = true
    } else if (token === ":") isKey = false
    else if (isKey && inner !== undefined) {
      inner.key = String(JSON.parse(token))
      begin()
    } else {
      begin()
      if (token === "{" || token === "[") open.push({ isObject: token === "{", key: "0" })
    }
    if (token === "{") isKey = true
    else if (token === "[" || token === "}" || token === "]") isKey = false
  }
  return (path) => {
    let place = path
    while (place !== "" && !lines.has(place)) place = place.slice(0, Math.max(place.lastIndexOf("."), 0))
    return lines.get(place) ?? 1
  }
}

const keyTokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs
const longestShown = 80

/** The path of a key, joined from the keys that lead to it; at most 80 characters. */
const pathOfKeys = (keys: ReadonlyArray<string>): string => {
  const path = keys.join(".")
  return path.length <= longestShown ? path : `${path.slice(0, longestShown)}…`
}

/** An object or list that has not ended: the keys of the object so far, and the key whose value is being read. */
interface OpenValue {
  readonly keys: Set<string> | undefined
  key: string
}

/**
 * The first key that occurs twice in an object of a valid JSON text, such as `weekday_range.min`, at most 80 characters; undefined
 * if there is none. `JSON.parse` silently keeps the last value, while other readers keep the first.
 */
export const repeatedKey = (json: string): string | undefined => {
  const open: Array<OpenValue> = []
  let isKey = false
  for (const [token] of json.matchAll(keyTokens)) {
    const inner = open.at(-1)
    if (token === "{" || token === "[") {
      open.push({ keys: token === "{" ? new Set() : undefined, key: "" })
      isKey = token === "{"
    } else if (token === "}" || token === "]") {
      open.pop()
      isKey = false
    } else if (token === ",") isKey = inner?.keys !== undefined
    else if (token === ":") isKey = false
    else if (isKey && inner?.keys !== undefined) {
      inner.key = String(JSON.parse(token))
      if (inner.keys.has(inner.key)) {
        return pathOfKeys(open.flatMap(({ key, keys }) => keys === undefined ? [] : [key]))
      }
      inner.keys.add(inner.key)
    }
  }
  return undefined
}
