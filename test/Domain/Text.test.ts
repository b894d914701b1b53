import { assert, describe, it } from "@effect/vitest"
import { Either, ParseResult, Schema } from "effect"
import { faultsOf } from "../../src/Domain/Fault.ts"
import { textUpTo } from "../../src/Domain/Text.ts"

const faultOf = (value: unknown) =>
  Either.match(Schema.decodeUnknownEither(textUpTo(3))(value), {
    onLeft: (error: ParseResult.ParseError) => faultsOf(error).map(({ code, message }) => `${code}: ${message}`).join(),
    onRight: (text) => `took ${text}`
  })

describe("a text with a limit", () => {
  const cases: ReadonlyArray<readonly [what: string, value: unknown, said: string]> = [
    ["within it is taken", "雨💴x", "took 雨💴x"],
    ["is refused above it by its length", "雨💴xy", "text_at_most: expected a text of at most 3 characters, got \"雨💴xy\""],
    ["is refused by its NUL where it has one", "a\0", "text: expected a text without NUL characters, got \"a\\u0000\""],
    ["is no number", 5, "text_at_most: expected a text of at most 3 characters, got 5"]
  ]
  it.each(cases)("%s", (_, value, said) => assert.strictEqual(faultOf(value), said))
})
