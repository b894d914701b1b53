import { assert, describe, it } from "vitest"

interface Compared {
  readonly current: number | null
  readonly previous: number | null | undefined
  readonly days_compared?: number
}

interface Lead {
  readonly name: "today" | "yesterday" | "day_before"
  readonly date: string
  readonly amount: number | null
  readonly source: "manual" | "generated"
  readonly entered: object | null
}

interface Detail {
  readonly last_week: number | null
  readonly mean4: number | null
  readonly mean4_days: number
}

const { weekdaysOf }: {
  readonly weekdaysOf: (metrics: object, lead: Lead, detail: Detail | null) => readonly [Compared, Compared]
} = await import(new URL("../../static/scripts/dashboard/metrics.ts", import.meta.url).href)

// A Monday, on which the shop is closed.
const none = { current: null, previous: null, days_compared: 0 }
const metrics = { as_of: "2026-11-23", comparisons: { same_weekday_last_week: none, same_weekday_mean4: none } }
const detail = { last_week: 1457.08, mean4: 1380.4, mean4_days: 4 }
const sunday: Lead = { name: "day_before", date: "2026-11-22", amount: 1402, source: "manual", entered: null }

describe("the leading day beside its weekday", () => {
  it("is compared also after a closed day, by the details of the day", () => {
    assert.deepStrictEqual(weekdaysOf(metrics, sunday, detail), [
      { current: 1402, previous: 1457.08 },
      { current: 1402, previous: 1380.4, days_compared: 4 }
    ])
  })

  it("is not compared while it goes on, nor where it is an estimate", () => {
    for (const lead of [{ ...sunday, source: "generated" as const }, { ...sunday, name: "today" as const, entered: {} }])
      assert.deepStrictEqual(weekdaysOf(metrics, lead, detail).map(({ current, previous }) => [current, previous]), [[null, 1457.08], [
        null,
        1380.4
      ]])
  })

  it("has no earlier amount while the details load", () => {
    assert.deepStrictEqual(weekdaysOf(metrics, sunday, null).map(({ previous }) => previous), [undefined, undefined])
  })

  it("has the comparisons of the service on the day that they are of", () => {
    const [week, mean] = [{ current: 1, previous: 2, days_compared: 1 }, { current: 1, previous: 3, days_compared: 4 }]
    const compared = { as_of: sunday.date, comparisons: { same_weekday_last_week: week, same_weekday_mean4: mean } }
    assert.deepStrictEqual(weekdaysOf(compared, { ...sunday, name: "yesterday" }, detail), [week, mean])
  })
})
