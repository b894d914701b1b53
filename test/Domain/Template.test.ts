import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { dayValues, fill, misspeltIn, variablesIn } from "../../src/Domain/Template.ts"

const values = (date: string, zone: string) => dayValues(date as LocalDate, { zone: DateTime.zoneUnsafeMakeNamed(zone), starts: [] })

const hours = (date: string, zone: string) => {
  const found = values(date, zone)
  return (Number(found["day.end.unix"]) - Number(found["day.start.unix"])) / 3_600
}

describe("the day of a question", () => {
  it("stands in the shop's zone, in each form that tills ask for", () =>
    assert.deepStrictEqual(values("2026-11-20", "Asia/Shanghai"), {
      "date": "2026-11-20",
      "date.compact": "20261120",
      "day.start": "2026-11-20T00:00:00+08:00",
      "day.start.utc": "2026-11-19 16:00:00",
      "day.start.z": "2026-11-19T16:00:00.000Z",
      "day.start.unix": "1795104000",
      "day.end": "2026-11-21T00:00:00+08:00",
      "day.end.utc": "2026-11-20 16:00:00",
      "day.end.z": "2026-11-20T16:00:00.000Z",
      "day.end.unix": "1795190400",
      "day.last": "2026-11-20T23:59:59.999+08:00",
      "day.last.utc": "2026-11-20 15:59:59",
      "day.last.z": "2026-11-20T15:59:59.999Z",
      "day.last.unix": "1795190399"
    }))

  it("has 23 or 25 hours where the clock is changed", () => {
    assert.strictEqual(hours("2026-03-29", "Europe/Berlin"), 23)
    assert.strictEqual(hours("2026-10-25", "Europe/Berlin"), 25)
    assert.strictEqual(hours("2026-10-26", "Europe/Berlin"), 24)
    const { "day.end": end, "day.start": start } = values("2026-10-25", "Europe/Berlin")
    assert.deepStrictEqual([start, end], ["2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00"])
  })

  it("begins at its first instant where midnight does not exist, and the day before ends a millisecond earlier", () => {
    assert.strictEqual(values("2026-09-06", "America/Santiago")["day.start"], "2026-09-06T01:00:00-03:00")
    const { "day.last": last, "day.last.z": z } = values("2026-09-05", "America/Santiago")
    assert.deepStrictEqual([last, z], ["2026-09-05T23:59:59.999-04:00", "2026-09-06T03:59:59.999Z"])
  })
})

describe("a setting's text", () => {
  const filled = (text: string) => fill(text, { day: (name) => `<${name}>`, variable: (name) => `[${name}]` })

  const texts: ReadonlyArray<readonly [string, string]> = [
    ["Bearer $TILL_TOKEN", "Bearer [TILL_TOKEN]"],
    ["$A$B_2", "[A][B_2]"],
    ["100 $$, $$NAME", "100 $, $NAME"],
    ["query($cursor: String) { day { start } }", "query($cursor: String) { day { start } }"],
    ["?from={day.start}&to={day.end.unix}&d={date}", "?from=<day.start>&to=<day.end.unix>&d=<date>"],
    ["{{date}}", "{<date>}"],
    ["{dates} {Date} {day}", "{dates} {Date} {day}"],
    ["", ""]
  ]
  it.each(texts)("%j is filled in as %j", (text, expected) => assert.strictEqual(filled(text), expected))

  it("is not searched again in what was filled in", () =>
    assert.strictEqual(fill("$A", { day: () => "no", variable: () => "{date} $B $$" }), "{date} $B $$"))

  it("names its variables, and a misspelt name of the day", () => {
    assert.deepStrictEqual(variablesIn("$A {date} $$B $c $A"), ["A", "A"])
    assert.strictEqual(misspeltIn("?from={day.strat}"), "{day.strat}")
    assert.strictEqual(misspeltIn("{date} {day.start.z} { day { start } } {sales}"), undefined)
  })
})
