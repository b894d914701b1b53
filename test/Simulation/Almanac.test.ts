import { assert, describe, it } from "@effect/vitest"
import { almanac } from "../../lab/simulation/Almanac.ts"

describe("The simulation's calendar", () => {
  it("moves a time that summer time skips to the first instant after the gap, whatever its minute", () => {
    const { nightOf, stamp } = almanac("Asia/Shanghai")
    for (const minute of [120, 144, 179]) assert.strictEqual(stamp(nightOf("1986-05-04", minute, "first")), "1986-05-04T03:00:00+09:00")
  })
})
