import { assert, describe, it } from "@effect/vitest"
import { difference, textDifference } from "../lib/Difference.mjs"

const long = Array.from({ length: 60 }, (_, index) => ({ date: `day ${index}`, amount: index }))
const changed = (index: number, day: object) => long.map((known, at) => at === index ? day : known)

describe("a difference", () => {
  it("is none between values of the same JSON", () => {
    assert.isUndefined(difference({ a: 1, b: undefined }, { a: 1 }))
  })

  it("of short values shows both", () => {
    assert.strictEqual(difference(["failed", "card"], ["pending", "card"]), "found [\"failed\",\"card\"], expected [\"pending\",\"card\"]")
  })

  it("of long values names the path of the first member that differs", () => {
    assert.strictEqual(difference({ days: changed(41, { date: "day 41", amount: 7 }) }, { days: long }),
      "at days[41].amount: found 7, expected 41")
  })

  it("shows a member that only one of them has", () => {
    assert.strictEqual(difference(changed(50, { date: "day 50" }), long), "at [50].amount: found nothing, expected 50")
    assert.strictEqual(difference(long, long.slice(0, 59)), "at [59]: found {\"date\":\"day 59\",\"amount\":59}, expected nothing")
  })

  it("shows another order of the members", () => {
    assert.strictEqual(difference(changed(3, { amount: 3, date: "day 3" }), long),
      "at [3]: found the order [\"amount\",\"date\"], expected [\"date\",\"amount\"]")
  })

  it("shows where long texts part", () => {
    const before = "before ".repeat(40)
    const after = " after".repeat(40)
    assert.strictEqual(textDifference(`${before}X${after}`, `${before}Y${after}`),
      `found "…${before.slice(-60)}X${after.slice(0, 59)}…", expected "…${before.slice(-60)}Y${after.slice(0, 59)}…"`)
  })

  it("looks into texts that are JSON", () => {
    assert.strictEqual(textDifference(JSON.stringify(changed(9, { date: "day 9", amount: 8 })), JSON.stringify(long)),
      "at [9].amount: found 8, expected 9")
  })
})
