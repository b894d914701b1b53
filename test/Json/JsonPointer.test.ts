import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { formatPointer, memberOf, parsePointer } from "../../src/Json/JsonPointer.ts"

/** The document of RFC 6901, section 5, and a few more members. */
const document = {
  "foo": ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  "k\"l": 6,
  " ": 7,
  "m~n": 8,
  "~1": 9
}

const at = (text: string): unknown =>
  (parsePointer(text) ?? ["not a pointer"]).reduce((value: unknown, token) => memberOf(value, token), document)

describe("a JSON pointer", () => {
  const found: ReadonlyArray<readonly [string, unknown]> = [
    ["", document],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ["/k\"l", 6],
    ["/ ", 7],
    ["/m~0n", 8],
    ["/~01", 9],
    ["/foo/2", undefined],
    ["/foo/-", undefined],
    ["/foo/00", undefined],
    ["/foo/length", undefined],
    ["/toString", undefined],
    ["/__proto__", undefined],
    ["/foo/0/0", undefined]
  ]
  it.each(found)("%j finds what RFC 6901 says", (text, expected) => assert.deepStrictEqual(at(text), expected))

  it.each(["foo", "#/foo", "/~", "/~2", "/a~", " /a"])("is not %j", (text) => assert.isUndefined(parsePointer(text)))

  it("is the same after it was written", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.fullUnicodeString()),
        (pointer) => assert.deepStrictEqual(parsePointer(formatPointer(pointer)), pointer))
    ))
})
