import { assert, describe, it } from "@effect/vitest"

interface Days {
  readonly daysToFill: (
    health: object,
    metrics: object,
    days: ReadonlyArray<object>
  ) => ReadonlyArray<{ date: string; state: "estimated" | "missing" }>
}

Object.assign(globalThis, { document: { baseURI: "http://shop/", documentElement: { lang: "zh" } } })
const { daysToFill }: Days = await import(new URL("../../static/scripts/admin/missing/days.ts", import.meta.url).href)

describe("the days that need a person", () => {
  const health = { awaiting: [{ date: "2026-11-25" }, { date: "2026-11-26" }] }
  const days = [
    { date: "2026-11-20", state: "missing" },
    { date: "2026-11-21", state: "entered" },
    { date: "2026-11-22", state: "closed" },
    { date: "2026-11-23", state: "estimated" },
    { date: "2026-11-25", state: "missing" },
    { date: "2026-11-26", state: "open" }
  ]

  it("are those without a figure, each once, and the estimated ones of a shop whose people enter, oldest first", () =>
    assert.deepStrictEqual(daysToFill(health, { with_estimates: false }, days), [
      { date: "2026-11-20", state: "missing" },
      { date: "2026-11-23", state: "estimated" },
      { date: "2026-11-25", state: "missing" },
      { date: "2026-11-26", state: "missing" }
    ]))

  it("are no estimated ones where every day is estimated", () =>
    assert.strictEqual(daysToFill(health, { with_estimates: true }, days).length, 3))
})
