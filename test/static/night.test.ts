import { assert, describe, it } from "vitest"

const { isNight }: { isNight: (now: string, cutoff: string) => boolean } = await import(
  new URL("../../static/scripts/dashboard/wall/night.ts", import.meta.url).href
)

describe("the wall's night", () => {
  const nights: ReadonlyArray<readonly [cutoff: string, first: string, lastBefore: string]> = [
    ["21:00", "21:30", "21:29"],
    ["23:00", "23:30", "23:29"],
    ["23:45", "00:15", "00:14"],
    ["00:00", "00:30", "00:29"],
    ["02:00", "02:30", "02:29"],
    // A shop that closes its books in the daytime.
    ["13:18", "23:00", "22:59"],
    ["05:45", "23:00", "22:59"]
  ]
  for (const [cutoff, first, lastBefore] of nights) {
    it(`of a shop that closes at ${cutoff} begins at ${first} and ends at 06:00`, () => {
      assert.isTrue(isNight(first, cutoff))
      assert.isFalse(isNight(lastBefore, cutoff))
      assert.isTrue(isNight("05:59", cutoff))
      assert.isFalse(isNight("06:00", cutoff))
      assert.isFalse(isNight("12:00", cutoff))
    })
  }
})
