import { assert, describe, it } from "@effect/vitest"
import { dashboardWords } from "../../words/Dashboard.ts"
import { enterWords } from "../../words/Enter.ts"
import { examples } from "../lib/ExampleAnswers.ts"

type Metrics = typeof examples.metrics
type Day = Metrics["counted"]["today"]

const page = (path: string) => import(new URL(`../../static/scripts/${path}.ts`, import.meta.url).href)

const { figureOf }: { readonly figureOf: (day: object) => object | null } = await page("shared/entry/day")
const { hasFigure, leadOf }: {
  readonly hasFigure: (metrics: Metrics, day: Day) => boolean
  readonly leadOf: (metrics: Metrics, isWall: boolean) => Day
} = await page("dashboard/metrics")

const { metrics } = examples
const of = (today: Partial<Day>, day: Partial<Day> = {}): Metrics => ({
  ...metrics,
  counted: { ...metrics.counted, today: { ...metrics.counted.today, ...today }, day: { ...metrics.counted.day, ...day } }
})
const soFar = { state: "running", amount: 3100, source: "feed" } as const

// Rule 5.18.
describe("what a till has counted so far", () => {
  it("leads, on a wall too, and an amount that nobody entered does not", () => {
    const leads = (today: Partial<Day>) => hasFigure(of(today), of(today).counted.today)
    assert.isTrue(leads(soFar))
    assert.isFalse(leads({ ...soFar, state: "estimated", source: "generated" }))
    assert.isFalse(leads({ state: "open", amount: null, source: null }))
    assert.strictEqual(leadOf(of(soFar, { date: "2025-12-08" }), true).amount, 3100)
    assert.strictEqual(leadOf(of({ state: "open", amount: null }, { date: "2025-12-08" }), true).date, "2025-12-08")
    assert.strictEqual(leadOf(of({ state: "open", amount: null }, { date: "2025-12-08" }), false).date, "2025-12-09")
  })

  it("is no figure that a person has seen", () => {
    assert.isNull(figureOf({ amount: 5, source: "feed", is_final: false }))
    assert.deepStrictEqual(figureOf({ amount: 5, source: "feed", is_final: true }), { amount: 5, source: "feed" })
  })

  it("is not said to be a person's to complete, nor the day to be settled, while its till may still be asked", () => {
    assert.notMatch(dashboardWords["cutoff.awaited"].zh, /录入/)
    assert.notMatch(enterWords["enter.past.cutoff"].zh, /已经?结账/)
    assert.notMatch(enterWords["enter.past.cutoff"].en, /settled/i)
  })
})
