import { assert, it } from "@effect/vitest"
import { inWords, isApart, millisAhead } from "../../src/Domain/ClockDifference.ts"

it.each([
  [1_000, 1_000, 1_000, 0],
  [10_000, 8_500, 10_000, 1_500],
  // The request took long, and the other clock was read at an unknown moment of it.
  [10_000, 14_000, 15_000, 0],
  [10_000, 7_000, 10_000, 3_000],
  [10_000, 15_000, 11_000, -4_000]
])("another clock, asked at %d, is at %d when the answer is here at %d: this one is %d ms ahead", (before, other, after, ahead) => {
  assert.strictEqual(millisAhead({ before, other, after }), ahead)
})

it("2 s may lie between two clocks, in either direction", () => {
  assert.deepStrictEqual([2_000, -2_000, 2_001, -2_001].map(isApart), [false, false, true, true])
  assert.deepStrictEqual([7_200_400, -3_000].map(inWords), ["7200 s ahead of", "3 s behind"])
})
