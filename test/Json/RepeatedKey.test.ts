import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { repeatedKey } from "../../src/Json.ts"

// Rule 3.15.
describe("a key that stands twice in a JSON text", () => {
  const cases: ReadonlyArray<readonly [json: string, key: string | undefined]> = [
    ["{\"amount\":1,\"amount\":2}", "amount"],
    ["{\"amount\":1,\"\\u0061mount\":1}", "amount"],
    ["{ \"a\" : { \"b\" : [ { \"c\" : 1, \"d\" : \"c\", \"c\" : 1 } ] } }", "a.b.c"],
    ["{\"a\":[{\"b\":1},{\"b\":1}],\"b\":{\"a\":\"a\"}}", undefined],
    ["[{\"x\":1},\"x\",\"x\"]", undefined],
    ["{\"a\":\"{\\\"a\\\":1,\\\"a\\\":2}\",\"b\":\"a\"}", undefined],
    ["{\"__proto__\":1,\"constructor\":1}", undefined],
    [`{"${"k".repeat(200)}":1,"${"k".repeat(200)}":2}`, `${"k".repeat(80)}…`],
    [`${"[".repeat(5000)}${"]".repeat(5000)}`, undefined],
    ["5", undefined]
  ]
  it.each(cases)("of %s is %s", (json, key) => assert.strictEqual(repeatedKey(json), key))

  it("is never found in what was written from a value", () => {
    FastCheck.assert(FastCheck.property(FastCheck.json(), (json) => assert.isUndefined(repeatedKey(json))))
  })
})
