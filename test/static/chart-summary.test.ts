import { assert, describe, it } from "vitest"

Object.assign(globalThis, { document: { baseURI: "http://shop/", documentElement: { lang: "zh" } } })
const { summary }: { readonly summary: (columns: ReadonlyArray<object>, calm: boolean) => string } = await import(
  new URL("../../static/scripts/dashboard/chart/describe.ts", import.meta.url).href
)

const days = (kind: string, n: number) => Array.from({ length: n }, (_, index) => ({ kind, date: `2026-11-2${index}`, amount: 4860.55 }))

// Rule 6.25. The sentences are shown as keys, because no page has added its words.
describe("the sum under the title of the chart", () => {
  it("has a mean from three days on, as the history and the reports have", () => {
    assert.strictEqual(summary([...days("counted", 2), ...days("generated", 5)], false), "chart.summary")
    assert.strictEqual(summary(days("counted", 3), false), "chart.summarychart.mean")
    assert.strictEqual(summary(days("generated", 2), true), "chart.summary.generated")
    assert.strictEqual(summary(days("generated", 3), true), "chart.summary.generatedchart.mean")
  })
})
