import { assert, describe, it } from "vitest"

interface WhichDay {
  readonly whichDay: (known: {
    readonly asked: string | null
    readonly own: string | null
    readonly today: string
    readonly yesterday: string
    readonly hour: number
    readonly isCounted: boolean
    readonly awaiting: ReadonlyArray<string>
  }) => { readonly date: string; readonly why: string }
}

const { whichDay }: WhichDay = await import(new URL("../../static/scripts/enter/which-day.ts", import.meta.url).href)

const today = "2026-11-26"
const evening = {
  asked: null,
  own: null as string | null,
  today,
  yesterday: "2026-11-25",
  hour: 23,
  isCounted: false,
  awaiting: [] as Array<string>
}

describe("the day that a phone enters", () => {
  it("is today while nobody has counted it, whatever else is missing", () => {
    assert.deepStrictEqual(whichDay({ ...evening, awaiting: ["2026-11-20"] }), { date: today, why: "today" })
  })

  it("is the oldest day without a counted figure once today has one", () => {
    const late = { ...evening, isCounted: true, awaiting: ["2026-11-20", "2026-11-24"] }
    assert.deepStrictEqual(whichDay(late), { date: "2026-11-20", why: "oldest" })
    assert.deepStrictEqual(whichDay({ ...late, awaiting: [] }), { date: today, why: "today" })
  })

  it("is yesterday after midnight, if that has none", () => {
    const night = { ...evening, hour: 0, awaiting: ["2026-11-20", "2026-11-25"] }
    assert.deepStrictEqual(whichDay(night), { date: "2026-11-25", why: "night" })
    assert.deepStrictEqual(whichDay({ ...night, hour: 6 }), { date: today, why: "today" })
    assert.deepStrictEqual(whichDay({ ...night, awaiting: ["2026-11-20"] }), { date: today, why: "today" })
  })

  it("is that of a save that can still be undone, unless the address names a different day", () => {
    const saved = { ...evening, own: "2026-11-24", isCounted: true, awaiting: ["2026-11-20"] }
    assert.deepStrictEqual(whichDay(saved), { date: "2026-11-24", why: "own" })
    assert.deepStrictEqual(whichDay({ ...saved, asked: "2026-11-24" }), { date: "2026-11-24", why: "own" })
    assert.deepStrictEqual(whichDay({ ...saved, asked: "2026-11-20" }), { date: "2026-11-20", why: "asked" })
  })

  it("is the one that the address names, also one that has not come yet, which is not entered", () => {
    assert.deepStrictEqual(whichDay({ ...evening, asked: "2026-11-20" }), { date: "2026-11-20", why: "asked" })
    assert.deepStrictEqual(whichDay({ ...evening, asked: "2026-12-01" }), { date: "2026-12-01", why: "ahead" })
  })
})
