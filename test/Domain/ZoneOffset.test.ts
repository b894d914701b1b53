import { assert, describe, it } from "@effect/vitest"
import { DateTime, FastCheck } from "effect"
import { offsetAt } from "../../src/Domain/WallClock.ts"
import { zoneNamed } from "./Arbitraries.ts"

const zones = ["Asia/Shanghai", "Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Chatham", "Asia/Kathmandu"]

describe("the offset of a zone", () => {
  it("is that of the calendar at every instant that the service accepts, however often it is asked for", () => {
    const instants = FastCheck.integer({ min: Date.parse("1986-01-01T00:00:00Z"), max: Date.parse("2100-01-01T00:00:00Z") })
    FastCheck.assert(FastCheck.property(FastCheck.constantFrom(...zones), FastCheck.array(instants), (name, all) => {
      const zone = zoneNamed(name)
      for (const millis of [...all, ...all]) {
        assert.strictEqual(offsetAt(millis, zone), DateTime.zonedOffset(DateTime.unsafeMakeZoned(millis, { timeZone: zone })))
      }
    }))
  })

  it("changes with the millisecond", () => {
    const berlin = zoneNamed("Europe/Berlin")
    const change = Date.parse("2026-03-29T01:00:00Z")
    assert.deepStrictEqual([change - 1, change].map((millis) => offsetAt(millis, berlin)), [3_600_000, 7_200_000])
  })
})
