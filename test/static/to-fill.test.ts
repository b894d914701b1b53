import { assert, describe, it } from "@effect/vitest"

interface ToFill {
  readonly daysToFill: (
    health: object,
    metrics: object,
    history: ReadonlyArray<object>
  ) => ReadonlyArray<{ date: string; isEstimated: boolean }>
}

Object.assign(globalThis, { document: { baseURI: "http://shop/", documentElement: { lang: "zh" } } })
const { daysToFill }: ToFill = await import(new URL("../../static/scripts/admin/to-fill.ts", import.meta.url).href)

describe("the days that need a person", () => {
  const health = { missing_days: ["2026-11-20", "2026-11-25"], awaiting: [{ date: "2026-11-25" }, { date: "2026-11-26" }] }
  const history = [{ date: "2026-11-23", source: "generated" }, { date: "2026-11-24", source: "manual" }]

  it("are those without a figure, each once, and the estimated ones of a shop that counts, oldest first", () =>
    assert.deepStrictEqual(daysToFill(health, { generated_only: false }, history), [
      { date: "2026-11-20", isEstimated: false },
      { date: "2026-11-23", isEstimated: true },
      { date: "2026-11-25", isEstimated: false },
      { date: "2026-11-26", isEstimated: false }
    ]))

  it("are no estimated ones where every day is estimated", () =>
    assert.strictEqual(daysToFill(health, { generated_only: true }, history).length, 3))
})
