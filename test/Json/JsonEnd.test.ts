import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { endOfJson } from "../../src/Json.ts"

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Texts that are almost JSON: a value as text, with characters added or removed. */
const nearJson = FastCheck.tuple(
  FastCheck.jsonValue(),
  FastCheck.constantFrom(undefined, 2),
  FastCheck.nat(),
  FastCheck.nat(3),
  FastCheck.constantFrom("", ",", ":", "\"", "}", "]", "{", "[", "0", "-", ".", "e", "\\", "\n", "\u0000", "x", "//", "'", "null")
).map(([value, indent, place, removed, added]) => {
  const text = JSON.stringify(value, null, indent)
  const at = place % (text.length + 1)
  return text.slice(0, at) + added + text.slice(at + removed)
})

describe("where a text stops being JSON", () => {
  it.each([
    ["", 1, 1],
    ["{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3],
    ["{\n  \"a\": 1,\n}", 3, 1],
    ["{ \"a\": [1, 2 }", 1, 14],
    ["{ \"a\": 'x' }", 1, 8],
    ["{ a: 1 }", 1, 3],
    ["{\n  // a comment\n}", 2, 3],
    ["{ \"a\": \"x }", 1, 8],
    ["{ \"a\": 01 }", 1, 9],
    ["{ \"a\": 1 } }", 1, 12],
    ["{ \"a\": 1", 1, 9],
    ["{ \"a\"; 1 }", 1, 6]
  ])("%j stops in line %i, column %i", (text, line, column) => {
    expect(isJson(text)).toBe(false)
    expect(endOfJson(text)).toEqual({ line, column })
  })

  it("finds a place in each text that is no JSON, and none in JSON", () => {
    FastCheck.assert(FastCheck.property(nearJson, (text) => (endOfJson(text) === undefined) === isJson(text)), { numRuns: 2000 })
  })
})
