/** A place in a text, both from 1. */
interface Place {
  readonly line: number
  readonly column: number
}

type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "nothing"

const blanks = /[ \t\n\r]*/y
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** The end of a pattern's match at a position; undefined if there is no match. */
const endOf = (pattern: RegExp, text: string, at: number): number | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text) === null ? undefined : pattern.lastIndex
}

const lineOf = (text: string, at: number): Place => {
  const before = text.slice(0, at).split("\n")
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 }
}

/**
 * Where a text stops being JSON; undefined if it is JSON. The engine's message is not used: its place is inside a sentence that may
 * quote a secret. A missing comma is reported where the next value begins.
 */
export const endOfJson = (text: string): Place | undefined => {
  const open: Array<"{" | "["> = []
  let expected: Expected = "value"
  let at = 0
  const afterValue = (): Expected => open.length === 0 ? "nothing" : ", or end"
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
