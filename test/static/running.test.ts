import { assert, describe, it } from "@effect/vitest"
import { dashboardWords } from "../../words/Dashboard.ts"
import { enterWords } from "../../words/Enter.ts"
import { examples } from "../lib/ExampleAnswers.ts"

type Metrics = typeof examples.metrics

const place = (path: string) => new URL(`../../static/scripts/${path}`, import.meta.url).href

const { isRunning, leadOf }: {
  readonly isRunning: (lead: ReturnType<typeof leadOf>) => boolean
  readonly leadOf: (metrics: Metrics) => { readonly name: string; readonly amount: number | null; readonly entered: object | null }
} = await import(place("dashboard/metrics.ts"))

const { figureOf }: { readonly figureOf: (day: object) => object | null } = await import(place("shared/entry/day.ts"))

const { stateOf, summary }: {
  readonly stateOf: (column: object) => string
  readonly summary: (columns: ReadonlyArray<object>, calm: boolean) => string
} = await import(place("dashboard/chart/describe.ts"))

const soFar = { amount: 3100, source: "feed" as const, is_final: false, at: "2025-12-09T22:58:00+08:00", by: "pos" }

const shown = (today: Partial<Metrics["today"]>, next_cutoff = "2025-12-09T23:00:00+08:00") => {
  const lead = leadOf({ ...examples.metrics, next_cutoff, today: { ...examples.metrics.today, ...today } })
  return [lead.name, lead.amount, isRunning(lead)]
}

// Rule 5.18.
describe("what a till has counted so far", () => {
  it("leads before the cutoff, and after it while the day awaits its figure", () => {
    assert.deepStrictEqual(shown({ amount: null, entered: soFar, awaits: false }), ["today", 3100, true])
    assert.deepStrictEqual(shown({ amount: null, entered: soFar, awaits: true }, "2025-12-10T23:00:00+08:00"), ["today", 3100, true])
    assert.deepStrictEqual(shown({ amount: null, entered: null, awaits: true }, "2025-12-10T23:00:00+08:00"), ["today", null, false])
    assert.deepStrictEqual(shown({ amount: null, entered: { ...soFar, is_final: true } }), ["today", 3100, false])
  })

  it("is no figure that a person has seen", () => {
    assert.isNull(figureOf({ amount: 5, source: "feed", is_final: false }))
    assert.deepStrictEqual(figureOf({ amount: 5, source: "feed", is_final: true }), { amount: 5, source: "feed" })
  })

  it("is said to be so far in the chart, not entered", () => {
    Object.assign(globalThis, { document: { baseURI: "http://shop/", documentElement: { lang: "zh" } } })
    const state = (running: boolean) => stateOf({ kind: "entered", running })
    assert.deepStrictEqual([state(true), state(false)], ["running", "state.entered"])
  })

  it("is summed up in the chart as what it is, where nothing else is there, like a figure that was entered", () => {
    const day = { date: "2025-12-09", kind: "entered", amount: 3100 }
    assert.deepStrictEqual([summary([{ ...day, running: true }], false), summary([day], false), summary([], false)], [
      "chart.today",
      "chart.today",
      "chart.no_final"
    ])
  })

  it("is not said to be a person's to complete, nor the day to be settled, while its till may still be asked", () => {
    assert.notMatch(dashboardWords["cutoff.awaited"].zh, /录入/)
    assert.notMatch(enterWords["enter.past.cutoff"].zh, /已经?结账/)
    assert.notMatch(enterWords["enter.past.cutoff"].en, /settled/i)
  })
})
