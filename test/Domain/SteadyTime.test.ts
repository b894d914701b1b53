import { assert, describe, it } from "@effect/vitest"
import { advanced, onSteady, onWall } from "../../src/Domain/SteadyTime.ts"

const steps = (start: number, readings: ReadonlyArray<readonly [wall: number, monotonic: number]>) => {
  let last = { millis: start, monotonic: 0 }
  return readings.map(([wall, monotonic]) => (last = advanced(last, { wall, monotonic })).millis)
}

describe("the steady time", () => {
  const cases: ReadonlyArray<readonly [string, Parameters<typeof steps>, ReadonlyArray<number>]> = [
    ["is the wall clock where that runs as it should", [100, [[100, 0], [110, 10], [150, 50]]], [100, 110, 150]],
    ["is not before the time that was stored", [500, [[100, 0], [110, 10]]], [500, 510]],
    ["goes on while the wall clock is set back", [100, [[100, 0], [40, 10], [60, 30]]], [100, 110, 130]],
    ["stays ahead after a wall clock that was ahead, until that comes up to it", [100, [[900, 0], [110, 10], [905, 20], [930, 25]]], [
      900,
      910,
      920,
      930
    ]],
    ["stands where the monotonic clock begins again", [100, [[100, 80], [90, 5], [91, 6]]], [180, 180, 181]]
  ]
  for (const [name, given, expected] of cases) it(name, () => assert.deepStrictEqual(steps(...given), expected))

  it("names the same instant by either clock", () => {
    const now = { wall: 100, steady: 700 }
    assert.strictEqual(onWall(onSteady(130, now), now), 130)
    assert.strictEqual(onSteady(130, now), 730)
  })
})
