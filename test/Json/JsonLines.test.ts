import { assert, describe, it } from "@effect/vitest"
import { linesOfJson } from "../../src/Json.ts"

const text = `
{
  "2027": {
    "春节": { "off": ["2027-02-05",
      "2027-02-06"
    ], "work": [] },
    "a \\" } b":
      [1, {"x": true},
        {
          "x":
            -2.5e3 }]
  },
  "2028":
    {}
}`

describe("the line of a member in a JSON text", () => {
  for (
    const [path, line] of [
      ["", 2],
      ["2027", 3],
      ["2027.春节", 4],
      ["2027.春节.off", 4],
      ["2027.春节.off.0", 4],
      ["2027.春节.off.1", 5],
      ["2027.春节.work", 6],
      ["2027.a \" } b", 7],
      ["2027.a \" } b.0", 8],
      ["2027.a \" } b.1.x", 8],
      ["2027.a \" } b.2", 9],
      ["2027.a \" } b.2.x", 10],
      ["2028", 13]
    ] as const
  ) it(`of "${path}" is ${line}`, () => assert.strictEqual(linesOfJson(text)(path), line))

  it("is that of the object in which a member is missing", () => {
    assert.strictEqual(linesOfJson(text)("2028.春节.off"), 13)
    assert.strictEqual(linesOfJson(text)("other"), 2)
    assert.strictEqual(linesOfJson("7")("other"), 1)
  })
})
