import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { expectedGot, expecting, expectingSecret, faultsOf, shown } from "../../src/Domain/Fault.ts"

describe("a value in an error sentence", () => {
  const values: ReadonlyArray<readonly [value: unknown, text: string]> = [
    [12.345, "12.345"],
    ["5", "\"5\""],
    ["two\nlines", "\"two\\nlines\""],
    [null, "null"],
    [undefined, "nothing"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [Number.NEGATIVE_INFINITY, "-Infinity"],
    [Number.NaN, "NaN"],
    [[1, { a: "b" }], "[1,{\"a\":\"b\"}]"]
  ]
  it.each(values)("%j reads %s", (value, text) => assert.strictEqual(shown(value), text))

  it("is cut at 80 characters", () => {
    assert.strictEqual(shown("x".repeat(78)), `"${"x".repeat(78)}"`)
    assert.strictEqual(shown("x".repeat(79)), `"${"x".repeat(79)}…`)
  })

  it("may be nested deeper than can be written", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(30_000)}${"]".repeat(30_000)}`)
    // Newer engines can write such a value.
    assert.include(["something that is nested too deep", `${"[".repeat(80)}…`], shown(deep))
  })

  it("is never cut within a character", () => assert.strictEqual(shown("😀".repeat(50)), `"${"😀".repeat(39)}…`))
})

describe("the faults of an input", () => {
  const Input = Schema.Struct({
    name: Schema.String,
    port: Schema.Number.annotations(expecting("whole_number", "a port", { min: 0, max: 65_535 })),
    token: Schema.String.annotations(expectingSecret("text", "a text")),
    list: Schema.Array(Schema.Number.annotations(expecting("amount", "a number")))
  })
  const faults = (input: unknown) =>
    Either.match(Schema.decodeUnknownEither(Input)(input, { errors: "all" }), { onLeft: faultsOf, onRight: () => [] })

  it("are all named, each with its member and one sentence, and no secret is shown", () =>
    assert.deepStrictEqual(faults({ port: "x", token: 123_456, list: [1, "2"] }), [
      { field: "name", code: "required", params: {}, message: "is required, got nothing" },
      { field: "port", code: "whole_number", params: { min: 0, max: 65_535, found: "\"x\"" }, message: "expected a port, got \"x\"" },
      { field: "token", code: "text", params: {}, message: "expected a text, got something else (not shown: it is a secret)" },
      { field: "list.1", code: "amount", params: { found: "\"2\"" }, message: "expected a number, got \"2\"" }
    ]))

  it("without a code of their own are invalid, in Effect's words", () =>
    assert.deepStrictEqual(faults({ name: 5, port: 1, token: "t", list: [] }), [
      { field: "name", code: "invalid", params: {}, message: "Expected string, actual 5" }
    ]))

  it("say what is expected and what was found", () =>
    assert.strictEqual(expectedGot("at most two decimals", 12.345), "expected at most two decimals, got 12.345"))
})
