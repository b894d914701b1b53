import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { expectedGot, expecting, expectingSecret, faultsOf, shown } from "../../src/Domain/Expectation.ts"

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
    assert.strictEqual(shown(deep), "something that is nested too deep")
  })

  it("is never cut within a character", () => assert.strictEqual(shown("😀".repeat(50)), `"${"😀".repeat(39)}…`))
})

describe("the faults of an input", () => {
  const Input = Schema.Struct({
    name: Schema.String,
    port: Schema.Number.annotations(expecting("a port")),
    token: Schema.String.annotations(expectingSecret("a text")),
    list: Schema.Array(Schema.Number.annotations(expecting("a number")))
  })
  const faults = (input: unknown) =>
    Either.match(Schema.decodeUnknownEither(Input)(input, { errors: "all" }), { onLeft: faultsOf, onRight: () => [] })

  it("are all named, each with its member and one sentence, and no secret is shown", () =>
    assert.deepStrictEqual(faults({ port: "x", token: 123_456, list: [1, "2"] }), [
      { field: "name", message: "is required, got nothing" },
      { field: "port", message: "expected a port, got \"x\"" },
      { field: "token", message: "expected a text, got something else (not shown: it is a secret)" },
      { field: "list.1", message: "expected a number, got \"2\"" }
    ]))

  it("say what is expected and what was found", () =>
    assert.strictEqual(expectedGot("at most two decimals", 12.345), "expected at most two decimals, got 12.345"))
})
