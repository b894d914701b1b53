import { afterEach, assert, describe, it, vi } from "vitest"
import { historyWords } from "../../words/History.ts"

type View =
  | { kind: "year"; year: number }
  | { kind: "month"; month: string; day: string | null }
  | { kind: "range"; from: string; to: string }
type Days = { from: string; to: string }
type Weeks = { monday: string; count: number }
type Span = { name: string; from: number; to: number }

const page = (name: string): Promise<unknown> => import(new URL(`../../static/scripts/history/${name}.ts`, import.meta.url).href)
const { as, daysOf, neighbour, searchOf, viewIn, viewOfDay, within } = await page("address") as {
  as: (view: View, kind: View["kind"], today: string) => View
  daysOf: (view: View) => Days
  neighbour: (view: View, step: -1 | 1, known: Days) => View | null
  searchOf: (view: View, search: string) => string
  viewIn: (search: string, today: string) => View
  viewOfDay: (date: string) => View
  within: (view: View, known: Days & { first: string }) => View
}
const { dividers, levelOf } = await page("levels") as {
  dividers: (amounts: ReadonlyArray<number>) => ReadonlyArray<number>
  levelOf: (cents: number, divided: ReadonlyArray<number>) => number
}
const { stacked, weekOf, weeksOf } = await page("map/weeks") as {
  stacked: (
    spans: ReadonlyArray<Span>,
    widthOf: (name: string) => number,
    count: number
  ) => ReadonlyArray<Span & { row: number; isLast: boolean }>
  weekOf: (weeks: Weeks, date: string) => number
  weeksOf: (from: string, to: string) => Weeks
}
const { isOver, load } = await page("load") as {
  load: () => Promise<
    {
      past: {
        days: ReadonlyArray<{ date: string }>
        missingYears: ReadonlyArray<number>
        months: ReadonlyArray<{ start: string }>
        years: ReadonlyArray<{ start: string }>
      }
    }
  >
  isOver: (known: { metrics: { next_cutoff: string; today: { ends_at?: string } } }, serverNow: string) => boolean
}
const { compactMoney } = await page("amounts") as { compactMoney: (amount: number) => string }
const { monthsBetween } = await page("past") as { monthsBetween: (from: string, to: string) => ReadonlyArray<string> }

const today = "2026-11-21"
const year: View = { kind: "year", year: 2026 }
const range = (from: string, to: string): View => ({ kind: "range", from, to })
const month = (name: string): View => ({ kind: "month", month: name, day: null })

// Rule 6.46.
describe("the address of the history", () => {
  it.each<[string, View]>([
    ["", year],
    ["?year=2024", { kind: "year", year: 2024 }],
    ["?month=2026-02", month("2026-02")],
    ["?day=2026-02-16", { kind: "month", month: "2026-02", day: "2026-02-16" }],
    ["?from=2026-02-15&to=2026-02-23", range("2026-02-15", "2026-02-23")],
    ["?from=2026-02-23&to=2026-02-15", year],
    ["?from=2026-02-23", year],
    ["?day=2026-02-30", year],
    ["?month=2026-13", year],
    ["?year=26", year],
    ["?year=../..", year]
  ])("“%s” asks for one view", (search, view) => assert.deepStrictEqual(viewIn(search, today), view))

  it("is written so that it is read again, and keeps what is not its own", () => {
    for (const view of [year, month("2024-02"), viewOfDay("2026-02-16")]) {
      const search = searchOf(view, "?lang=en&year=1999&day=2020-01-01")
      assert.deepStrictEqual(viewIn(search, today), view)
      assert.strictEqual(new URLSearchParams(search).get("lang"), "en")
      assert.lengthOf([...new URLSearchParams(search).keys()], 2)
    }
    const chosen = range("2026-02-15", "2026-02-23")
    assert.strictEqual(searchOf(chosen, "?day=2020-01-01&from=x"), "?from=2026-02-15&to=2026-02-23")
    assert.deepStrictEqual(viewIn(searchOf(chosen, ""), today), chosen)
  })

  it("leads to the view before and after, until the known days end", () => {
    const known = { from: "2025-01-01", to: "2026-12-22" }
    assert.deepStrictEqual(daysOf(month("2024-02")), { from: "2024-02-01", to: "2024-02-29" })
    assert.deepStrictEqual(neighbour(month("2026-01"), -1, known), month("2025-12"))
    assert.deepStrictEqual(neighbour(month("2025-12"), 1, known), month("2026-01"))
    assert.isNull(neighbour(month("2025-01"), -1, known))
    assert.deepStrictEqual(neighbour(range("2026-02-15", "2026-02-23"), -1, known), range("2026-02-06", "2026-02-14"))
    assert.deepStrictEqual(neighbour(range("2026-02-15", "2026-02-23"), 1, known), range("2026-02-24", "2026-03-04"))
    assert.deepStrictEqual(within(range("2024-01-01", "2027-01-01"), { ...known, first: "2025-01-01" }), range("2025-01-01", "2026-12-22"))
    assert.deepStrictEqual(as(year, "range", today), range("2026-01-01", today))
    assert.isNull(neighbour(year, 1, known))
    assert.deepStrictEqual(neighbour(year, -1, known), { kind: "year", year: 2025 })
  })

  it("changes between a year and a month around the same days", () => {
    assert.deepStrictEqual(as(year, "month", today), month("2026-11"))
    assert.deepStrictEqual(as({ kind: "year", year: 2024 }, "month", today), month("2024-12"))
    assert.deepStrictEqual(as(month("2024-02"), "year", today), { kind: "year", year: 2024 })
  })

  it("that asks for unknown days leads to the nearest known ones", () => {
    const known = { from: "2025-01-01", to: "2026-12-22", first: "2025-03-06" }
    assert.deepStrictEqual(within({ kind: "year", year: 1999 }, known), { kind: "year", year: 2025 })
    assert.deepStrictEqual(within(month("2031-05"), known), month("2026-12"))
    assert.deepStrictEqual(within(viewOfDay("2025-03-05"), known), month("2025-03"))
    assert.deepStrictEqual(within(viewOfDay("2026-12-23"), known), month("2026-12"))
    assert.deepStrictEqual(within(viewOfDay("2025-03-06"), known), viewOfDay("2025-03-06"))
  })
})

describe("the levels of the map", () => {
  const amounts = Array.from({ length: 100 }, (_, index) => 2_000 + index * 30)

  it("divide the days into five parts of about the same size, at round amounts", () => {
    const divided = dividers(amounts)
    assert.deepStrictEqual(divided, [2_600, 3_200, 3_800, 4_400])
    const sizes = [1, 2, 3, 4, 5].map((level) => amounts.filter((amount) => levelOf(amount, divided) === level).length)
    assert.deepStrictEqual(sizes, [20, 20, 20, 20, 20])
  })

  it("do not follow one large evening", () => assert.deepStrictEqual(dividers([...amounts, 900_000]), dividers(amounts)))

  it("are as round as they can be and differ", () => {
    const close = Array.from({ length: 100 }, (_, index) => 3_000 + index * 0.2)
    assert.deepStrictEqual(dividers(close), [3_004, 3_008, 3_012, 3_016])
  })

  it("are fewer where many days have the same amount, and none without a day", () => {
    assert.deepStrictEqual(dividers([500, 500, 500]), [500])
    assert.deepStrictEqual(dividers([]), [])
    assert.strictEqual(levelOf(0, []), 1)
  })
})

describe("the weeks of a year", () => {
  it.each([["2026", "2025-12-29", 53], ["2024", "2024-01-01", 53], ["2028", "2027-12-27", 53], ["2012", "2011-12-26", 54]])(
    "of %s begin on Monday %s and are %i",
    (name, monday, count) => {
      const weeks = weeksOf(`${name}-01-01`, `${name}-12-31`)
      assert.deepStrictEqual(weeks, { monday, count })
      assert.strictEqual(weekOf(weeks, `${name}-01-01`), 0)
      assert.strictEqual(weekOf(weeks, `${name}-12-31`), count - 1)
    }
  )

  it("carry the names of holidays, which never touch", () => {
    const spans = [{ name: "中秋", from: 38, to: 38 }, { name: "国庆", from: 39, to: 40 }, { name: "元旦", from: 52, to: 52 }]
    assert.deepStrictEqual(stacked(spans, () => 1, 54).map(({ row }) => row), [0, 0, 0])
    assert.deepStrictEqual(stacked(spans, () => 3, 54).map(({ row }) => row), [0, 1, 0])
  })

  // A name that is cut at the edge of the paper cannot be read.
  it("that would pass the last week end with it, and take their place before it", () => {
    const christmas = { name: "Christmas Day", from: 51, to: 51 }
    const spans = [{ name: "Advent", from: 48, to: 48 }, christmas]
    assert.deepStrictEqual(stacked(spans, () => 5, 53).map(({ isLast, row }) => [isLast, row]), [[false, 0], [true, 1]])
    assert.deepStrictEqual(stacked(spans, () => 3, 53).map(({ isLast, row }) => [isLast, row]), [[false, 0], [false, 0]])
  })
})

describe("the sum of a month", () => {
  afterEach(() => void vi.unstubAllGlobals())

  it("is short, and grouped where it is small", () => {
    vi.stubGlobal("document", { baseURI: "http://shop/", documentElement: { lang: "zh" } })
    assert.deepStrictEqual([5558.08, 95_612, -5558].map(compactMoney), ["¥5,558", "¥9.56万", "−¥5,558"])
  })
})

describe("months", () => {
  it("are listed newest first, across years", () =>
    assert.deepStrictEqual(monthsBetween("2025-11-30", "2026-02-01"), ["2026-02", "2026-01", "2025-12", "2025-11"]))
})

// Rule 6.46.
describe("a page that stays open", () => {
  it.each<[string, string | undefined, string, boolean]>([
    ["22:30", undefined, "22:29:59", false],
    ["22:30", undefined, "22:30:00", true],
    ["23:50", "23:30", "23:29:59", false],
    ["23:50", "23:30", "23:30:00", true]
  ])("asks again after a cutoff at %s and a day's end at %s: %s", (cutoff, end, now, expected) => {
    const at = (time: string) => `2026-11-21T${time}+08:00`
    const today = end === undefined ? {} : { ends_at: at(`${end}:00`) }
    assert.strictEqual(isOver({ metrics: { next_cutoff: at(`${cutoff}:00`), today } }, at(now)), expected)
  })
})

// Rule 6.46.
describe("a past of more than ten years", () => {
  afterEach(() => void vi.restoreAllMocks())

  it("is asked for ten years at a time, and is one without a gap", async () => {
    const asked: Array<string> = []
    const shifted = (date: string, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
    vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
      const { pathname, searchParams } = new URL(String(input), "http://shop")
      if (pathname === "/api/metrics") return Promise.resolve(Response.json({ today: { date: today } }))
      const [from, to] = [searchParams.get("from") ?? "", searchParams.get("to") ?? ""]
      asked.push(`${from} ${to}`)
      const days = Array.from({ length: (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 }, (_, index) => ({
        date: shifted(from, index),
        amount: null,
        source: null,
        state: "missing",
        is_final: false
      }))
      const years = [...new Set(days.map(({ date }) => date.slice(0, 4)))].map((year) => ({ start: `${year}-01-01` }))
      const months = days.flatMap(({ date }) => date.endsWith("-01") ? [{ start: date }] : [])
      const holidays = { missing_years: Number(from.slice(0, 4)) < 2016 ? [2010, 2016] : [2016] }
      return Promise.resolve(Response.json({ from, to, first: "2010-03-01", today, as_of: "2026-11-20", holidays, months, years, days }))
    })
    const { past } = await load()
    assert.deepStrictEqual(asked, ["2017-01-01 2026-12-22", "2007-01-01 2016-12-31"])
    assert.deepStrictEqual([past.days[0]?.date, past.days.at(-1)?.date], ["2007-01-01", "2026-12-22"])
    assert.isTrue(past.days.every(({ date }, at) => at === 0 || date === shifted(past.days[at - 1]?.date ?? "", 1)))
    assert.deepStrictEqual(past.missingYears, [2010, 2016])
    assert.lengthOf(past.months, 20 * 12)
    assert.lengthOf(past.years, 20)
  })
})

// Rule 6.39.
describe("a response that has not changed", () => {
  afterEach(() => void vi.restoreAllMocks())

  it("is not sent again, and one that has changed replaces it", async () => {
    const { makeUnchanged } = await page("unchanged") as { makeUnchanged: () => (path: string) => Promise<unknown> }
    let version = 1
    const sent: Array<string> = []
    vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      const etag = `"${version}"`
      const known = new Headers(init?.headers).get("if-none-match")
      sent.push(`${String(input)} ${known} ${known === etag ? 304 : 200}`)
      return Promise.resolve(known === etag ? new Response(null, { status: 304 }) : Response.json({ version }, { headers: { etag } }))
    })
    const ask = makeUnchanged()
    assert.deepStrictEqual([await ask("/days"), await ask("/days")], [{ version: 1 }, { version: 1 }])
    version = 2
    assert.deepStrictEqual([await ask("/days"), await ask("/days")], [{ version: 2 }, { version: 2 }])
    assert.deepStrictEqual(sent, [`/days null 200`, `/days "1" 304`, `/days "1" 200`, `/days "2" 304`])
    for (const path of ["/a", "/b", "/c", "/d"]) await ask(path)
    // The oldest response is dropped, so it is requested like the first time.
    await ask("/days")
    assert.strictEqual(sent.at(-1), "/days null 200")
  })

  it("does not hide a failure that comes after it", async () => {
    const { makeUnchanged } = await page("unchanged") as { makeUnchanged: () => (path: string) => Promise<unknown> }
    const answers = [
      Response.json(1, { headers: { etag: `"1"` } }),
      new Response(null, { status: 503 }),
      new Response(null, { status: 304 })
    ]
    vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(answers.shift() ?? Response.error()))
    const ask = makeUnchanged()
    assert.strictEqual(await ask("/days"), 1)
    assert.propertyVal(await ask("/days").catch((error: unknown) => error), "status", 503)
    assert.strictEqual(await ask("/days"), 1)
  })
})

describe("the history's sentences", () => {
  it("say one day in the singular", () => {
    const ofDays = Object.entries<{ readonly en: string }>(historyWords).filter(([key, { en }]) =>
      en.includes("{n} days") && !key.endsWith(".one")
    )
    assert.deepStrictEqual(ofDays.flatMap(([key]) => `${key}.one` in historyWords ? [] : [key]), [])
  })
})
