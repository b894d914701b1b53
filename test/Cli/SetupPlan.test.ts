import { Either } from "effect"
import { assert, describe, it } from "vitest"
import { placeAt, sampleOf, timeIn, usualIn } from "../../src/Cli/SetupPlan.ts"

// Rule 2.18.
describe("the place that setup proposes", () => {
  const berlin = placeAt("Europe/Berlin", "en")

  it("writes amounts as its country does, and shows one", () => {
    assert.deepInclude(berlin, { currency: "EUR", locale: "de-DE" })
    assert.deepStrictEqual([berlin, placeAt("Asia/Shanghai", "zh-CN"), placeAt("Europe/London", "en")].map(sampleOf), [
      "1.234,50\u00a0€",
      "¥1,234.50",
      "£1,234.50"
    ])
  })

  it("reads usual amounts as they are typed there", () =>
    assert.deepStrictEqual(["3.200", "3200,50", "3,200", "0", "viel"].map((text) => usualIn(text, berlin)), [
      3200,
      3200.5,
      undefined,
      undefined,
      undefined
    ]))
})

it("setup takes a time as people type it", () =>
  assert.deepStrictEqual(
    ["22:00", "9:30", "22\uff1a00", "22", "2200", "22.30", "24", "930", "22:5", "ten"].map((text) => Either.getOrNull(timeIn(text))),
    [
      "22:00",
      "09:30",
      "22:00",
      "22:00",
      "22:00",
      "22:30",
      null,
      null,
      null,
      null
    ]
  ))
