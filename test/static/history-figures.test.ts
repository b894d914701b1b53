import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { Responses } from "../../src/Api/Responses.ts"
import { chinaHolidays } from "../../src/Config/HolidayCalendar.ts"
import type { Cents } from "../../src/Domain/Amount.ts"
import { countedRange } from "../../src/Domain/CountedFigures.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { dayList } from "../../src/Domain/DayList.ts"
import { type Holidays, holidaysOf, noHolidays } from "../../src/Domain/Holidays.ts"
import { type LocalDate } from "../../src/Domain/LocalDate.ts"
import { parsePeriod } from "../../src/Domain/Period.ts"
import { reportOf } from "../../src/Domain/Report.ts"
import { sameHolidayLastYear } from "../../src/Domain/SameHoliday.ts"
import { noWeekdays, type Turnover, type Weekdays } from "../../src/Domain/Turnover.ts"
import * as Views from "../../src/Http/Views/FiguresView.ts"
import { dateWithin, localDate } from "../Domain/Arbitraries.ts"

type Against = "holiday" | "weekdays" | "year" | "before"
type Figure = { readonly date: string; readonly cents: number } | null

interface Range {
  readonly until: string
  readonly days: number
  readonly cents: number
  readonly generatedCents: number
  readonly generatedDays: number
  readonly countedDays: number
  readonly mean: number | null
  readonly best: Figure
  readonly worst: Figure
  readonly closedDays: number
  readonly missing: ReadonlyArray<string>
}

interface Comparison {
  readonly basis: "counted" | "generated"
  readonly daysCompared: number
  readonly current: number | null
  readonly previous: number | null
  readonly block: { readonly name: string } | null
  readonly pairs: ReadonlyArray<{
    readonly date: string
    readonly day: { readonly weekly: boolean }
    readonly match: string | null
    readonly reason: string | null
  }>
}

interface Usual {
  readonly weekday: number
  readonly days: number
  readonly mean: number | null
}

const page = (name: string) => import(new URL(`../../static/scripts/history/figures/${name}.ts`, import.meta.url).href)

type OfRange<Value> = (past: object, from: string, to: string) => Value
const { pastOf }: { readonly pastOf: (list: object) => { readonly days: ReadonlyArray<object> } } = await page("days")
const { rangeFigures }: { readonly rangeFigures: OfRange<Range | null> } = await page("range")
const { compareRange, comparedWith, leftOut, usualAgainst }: {
  readonly compareRange: (past: object, from: string, to: string, against: Against) => Comparison
  readonly comparedWith: OfRange<ReadonlyArray<Against>>
  readonly usualAgainst: OfRange<Against>
  readonly leftOut: (comparison: Comparison) => ReadonlyMap<string, ReadonlyArray<string>>
} = await page("against")
const { profileOf }: { readonly profileOf: OfRange<ReadonlyArray<Usual>> } = await page("profile")
const { choicesOf }: {
  readonly choicesOf: (past: object) => ReadonlyArray<{ name: string; from: string; to: string; block: { name: string } | null }>
} = await page("choices")
const { beside }: {
  readonly beside: (past: object, view: object, step: -1 | 1) => { readonly from: string; readonly to: string } | null
} = await import(new URL("../../static/scripts/history/beside.ts", import.meta.url).href)
const { csvOf, untilToday }: {
  readonly csvOf: (past: object, days: ReadonlyArray<object>) => string
  readonly untilToday: (past: object, days: ReadonlyArray<object>) => ReadonlyArray<{ readonly date: string }>
} = await page("csv")

const china = holidaysOf((year) => chinaHolidays()[year])

const dayMillis = 86_400_000
const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * dayMillis).toISOString().slice(0, 10)
const datesOf = (first: string, last: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(0, (Date.parse(last) - Date.parse(first)) / dayMillis + 1) }, (_, at) => shifted(first, at))

/** What happened on a day: a record of that source, no record, or closing. */
type Kind = "manual" | "import" | "feed" | "generated" | "running" | "missing" | "closed"

const first = "2025-01-20"
const last = "2026-03-05"
const all = datesOf(first, last)

/** Two Spring Festivals, with every kind of day. */
const someDays = FastCheck.array(
  FastCheck.tuple(
    FastCheck.constantFrom<Kind>("manual", "manual", "manual", "import", "feed", "generated", "running", "missing", "closed"),
    // Some amounts are equal, so that the first one of them has to be found.
    FastCheck.oneof(FastCheck.constantFrom(0, 300_000, 900_000), FastCheck.integer({ min: 0, max: 900_000 }))
  ),
  { minLength: all.length, maxLength: all.length }
)

interface Shop {
  readonly book: DayBook.DayBook
  readonly asOf: LocalDate
  /** The last day that the page knows. */
  readonly known: LocalDate
  readonly holidays: Holidays
  readonly past: { readonly days: ReadonlyArray<object> }
  readonly [FastCheck.toStringMethod]: () => string
}

const noSum = Views.rangeSum(
  countedRange(DayBook.empty, localDate("2025-01-01"), localDate("2025-01-01"), localDate("2025-01-01"), noHolidays),
  false
)

/** The shop as of a day, as the page receives it. */
const shopOf = (
  days: ReadonlyArray<readonly [Kind, number]>,
  asOf: string,
  isSettled: boolean,
  holidays: Holidays,
  generated: boolean,
  week: Weekdays = noWeekdays
): Shop => {
  const turnovers = days.flatMap(([kind, cents], at): ReadonlyArray<Turnover> => {
    if (kind === "missing" || kind === "closed") return []
    const source = generated ? "generated" : kind === "running" ? "feed" : kind
    return [{ date: localDate(all[at] ?? ""), cents: cents as Cents, isFinal: kind !== "running", source }]
  })
  const marks = days.flatMap(([kind], at) =>
    kind === "closed" ? [{ date: localDate(all[at] ?? ""), closed: true, note: "", clearedAt: null, markedBy: null }] : []
  )
  const book = DayBook.withWeek(DayBook.make(turnovers, marks), week)
  const today = localDate(isSettled ? asOf : shifted(asOf, 1))
  const [from, to] = [localDate("2024-12-01"), localDate(shifted(today, 31))]
  const around = Views.aroundDays(from, to, { first: book.days[0]?.date ?? null, today, asOf: localDate(asOf), holidays, sum: noSum })
  const list = { ...around, months: [], days: dayList(book, from, to).map(Views.listedDay(book, today, holidays, false)) }
  return {
    book,
    asOf: localDate(asOf),
    known: to,
    holidays,
    past: pastOf(JSON.parse(JSON.stringify(list)) as Responses["days"]),
    // A failure prints only the days, not the values computed from them.
    [FastCheck.toStringMethod]: () => JSON.stringify({ asOf, today, days, generated, week: [...week], holidays: holidays === china })
  }
}

const shop = FastCheck.tuple(someDays, dateWithin("2025-02-10", last), FastCheck.boolean(), FastCheck.constantFrom(china, noHolidays),
  FastCheck.integer({ min: 0, max: 7 }), FastCheck.constantFrom([], [1], [7, 1])).map(([days, asOf, isSettled, holidays, kind, closed]) => {
    /** Of four closing days, one is open. */
    const inWeek = days.map(([of, cents], at): readonly [Kind, number] =>
      closed.includes(new Date(all[at] ?? "").getUTCDay() || 7) && cents % 4 !== 0 ? ["missing", 0] : [of, cents]
    )
    return shopOf(inWeek, asOf, isSettled, holidays, kind === 0, new Set(closed))
  })

const range = FastCheck.tuple(dateWithin("2025-01-10", last), FastCheck.oneof(
  FastCheck.integer({ min: 0, max: 8 }),
  FastCheck.integer({ min: 0, max: 70 })
)).map(([from, days]) => [String(from), shifted(from, days)] as const)

const runs = { numRuns: 60 }

const recordOn = ({ asOf, book }: Shop, date: string): Turnover | undefined => {
  const found = book.byDate.get(localDate(date))
  return found?.isFinal === true && date <= asOf ? found : undefined
}

const sum = (days: ReadonlyArray<{ readonly cents: number }>) => days.reduce((total, { cents }) => total + cents, 0)

const roundedMean = (days: ReadonlyArray<{ readonly cents: number }>) => days.length < 3 ? null : Math.floor(sum(days) / days.length + 0.5)

// Rule 6.47.
describe("what a range has come to", () => {
  it("is what a recomputation by hand gives, over any history", () =>
    FastCheck.assert(
      FastCheck.property(shop, range, (one, [from, to]) => {
        const { asOf, book, past } = one
        const until = to < asOf ? to : asOf
        const dates = datesOf(from, until)
        const found = rangeFigures(past, from, to)
        if (dates.length === 0) return assert.isNull(found)
        const final = dates.flatMap((date) => recordOn(one, date) ?? [])
        const counted = final.filter(({ source }) => source !== "generated")
        const known = dates.filter((date) => book.days[0] !== undefined && date >= book.days[0].date && recordOn(one, date) === undefined)
        const closed = known.filter((date) => DayBook.isClosed(book, localDate(date)))
        const besides = closed.filter((date) => !DayBook.isWeeklyClosed(book, localDate(date)))
        const [most, least] = [Math.max(...counted.map(({ cents }) => cents)), Math.min(...counted.map(({ cents }) => cents))]
        assert.deepStrictEqual(
          found === null ? null : { ...found, best: found.best?.date, worst: found.worst?.date },
          {
            from,
            until,
            days: dates.length,
            cents: sum(final),
            generatedCents: sum(final) - sum(counted),
            generatedDays: final.length - counted.length,
            countedDays: counted.length,
            mean: roundedMean(counted),
            best: counted.find(({ cents }) => cents === most)?.date,
            worst: counted.find(({ cents }) => cents === least)?.date,
            closedDays: besides.length,
            missing: known.filter((date) => !closed.includes(date))
          } as unknown
        )
      }),
      runs
    ))

  it("is what the report of a month says", () =>
    FastCheck.assert(
      FastCheck.property(shop, FastCheck.integer({ min: 1, max: 12 }), ({ asOf, book, past }, month) => {
        const period = parsePeriod(`2025-${String(month).padStart(2, "0")}`)
        if (period === undefined || period.first > asOf) return
        const report = reportOf(book, period, asOf, { goals: {}, holidays: noHolidays })
        const found = rangeFigures(past, period.first, period.last)
        assert.deepStrictEqual(
          [
            found?.cents,
            found?.generatedCents,
            found?.countedDays,
            found?.mean,
            found?.best?.date,
            found?.worst?.date,
            found?.missing,
            found?.closedDays
          ],
          [
            report.window.cents,
            report.generatedCents,
            report.countedDays,
            report.mean,
            report.best?.date,
            report.worst?.date,
            report.window.missing,
            report.window.closedDays
          ]
        )
      }),
      runs
    ))
})

/** The festivals whose days off contain a whole range, the one with more days off first. */
const festivalsOf = (holidays: Holidays, from: string, to: string) => {
  const [one, ...others] = datesOf(from, to).map((date) => holidays.on(localDate(date)))
  return (one ?? []).filter(({ name, year }) =>
    others.every((festivals) => festivals.some((other) => other.name === name && other.year === year))
  )
}

const isLeapDay = (date: string) => date.endsWith("-02-29")

/** The compared dates, each with its match, by the rule as it is written. */
const pairsByHand = (one: Shop, from: string, to: string, against: Against, festival?: { readonly name: string }) => {
  const { asOf, holidays } = one
  const dates = datesOf(from, to < asOf ? to : asOf)
  const matchOf = (date: string): string | undefined => {
    if (against === "weekdays") return shifted(date, -364)
    if (against === "before") return shifted(date, -dates.length)
    if (against === "year") return isLeapDay(date) ? undefined : `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
    const holiday = holidays.on(localDate(date)).find(({ name }) => name === festival?.name)
    if (holiday === undefined) return undefined
    const match = holidays.counterpart(holiday, holiday.year - 1)
    return match !== undefined && holidays.on(match).some(({ name }) => name === holiday.name) ? match : undefined
  }
  const countedOn = (date: string): number | undefined => {
    const day = recordOn(one, date)
    return day === undefined || day.source === "generated" ? undefined : day.cents
  }
  const taken = (date: string): number | undefined => {
    const { book, asOf: end } = one
    const isClosing = (each: string) => DayBook.isWeeklyClosed(book, localDate(each))
    if (date > end || !isClosing(date)) return countedOn(date)
    let before = shifted(date, -1)
    while (isClosing(before)) before = shifted(before, -1)
    return countedOn(before) === undefined ? undefined : 0
  }
  const pairs = dates.flatMap((date) => {
    const match = matchOf(date)
    if (match === undefined || (countedOn(date) ?? countedOn(match)) === undefined) return []
    const [current, previous] = [taken(date), taken(match)]
    return current === undefined || previous === undefined ? [] : [{ date, match, current, previous }]
  })
  const isSum = pairs.some(({ date }) => countedOn(date) !== undefined) && pairs.some(({ match }) => countedOn(match) !== undefined)
  return isSum ? pairs : []
}

describe("a comparison of a range", () => {
  for (const against of ["weekdays", "year", "before"] as const) {
    it(`with ${against} has the pairs that a recomputation by hand gives, and a reason for each other day`, () =>
      FastCheck.assert(
        FastCheck.property(shop, range, (one, [from, to]) => {
          const found = compareRange(one.past, from, to, against)
          const pairs = pairsByHand(one, from, to, against)
          assert.deepStrictEqual([found.daysCompared, found.current, found.previous], [
            pairs.length,
            pairs.length === 0 ? null : pairs.reduce((total, { current }) => total + current, 0),
            pairs.length === 0 ? null : pairs.reduce((total, { previous }) => total + previous, 0)
          ])
          assert.deepStrictEqual(found.pairs.filter(({ reason }) => reason === null).map(({ date }) => date), pairs.map(({ date }) => date))
          const others = [...leftOut(found).values()].reduce((total, dates) => total + dates.length, 0)
          const weekly = found.pairs.filter(({ day, reason }) => reason !== null && day.weekly)
          assert.strictEqual(pairs.length + others + weekly.length, found.pairs.length)
        }),
        runs
      ))
  }

  const festivalRange = FastCheck.tuple(
    FastCheck.constantFrom(["2025-01-28", 8], ["2025-10-01", 8], ["2026-02-15", 9], ["2026-01-01", 3], ["2025-05-01", 5]),
    FastCheck.integer({ min: 0, max: 8 }),
    FastCheck.integer({ min: 0, max: 8 })
  ).map(([[start, days], one, other]) => {
    const [a, b] = [one % Number(days), other % Number(days)]
    return [shifted(String(start), Math.min(a, b)), shifted(String(start), Math.max(a, b))] as const
  })

  it("with the same holiday counts from the festival's own day, and leaves out what was a day of work then", () =>
    FastCheck.assert(
      FastCheck.property(shop, festivalRange, (one, [from, to]) => {
        const festivals = to > one.known ? [] : festivalsOf(one.holidays, from, to)
        assert.strictEqual(comparedWith(one.past, from, to).includes("holiday"), festivals.length > 0)
        if (festivals.length === 0) return
        const found = compareRange(one.past, from, to, "holiday")
        const byFestival = festivals.map((festival) => ({
          name: festival.name,
          pairs: pairsByHand(one, from, to, "holiday", festival)
        }))
        const expected = byFestival.find(({ pairs }) => pairs.length > 0) ?? byFestival[0]
        assert.strictEqual(found.block?.name, expected?.name)
        assert.deepStrictEqual(found.pairs.filter(({ reason }) => reason === null).map(({ date }) => date),
          expected?.pairs.map(({ date }) => date))
        assert.strictEqual(found.previous,
          expected?.pairs.length === 0 ? null : expected?.pairs.reduce((total, { previous }) => total + previous, 0))
      }),
      runs
    ))

  it("of one day off is what the service says of it", () =>
    FastCheck.assert(
      FastCheck.property(shop, dateWithin("2026-01-01", last), ({ asOf, book, holidays, past }, date) => {
        const service = sameHolidayLastYear(book, date, holidays)
        if (service === null || date > asOf) return
        const found = compareRange(past, date, date, "holiday")
        assert.deepStrictEqual([found.daysCompared, found.current], [service.daysCompared, service.current])
        if (service.daysCompared > 0) assert.strictEqual(found.pairs[0]?.match, service.date)
      }),
      runs
    ))

  /** The two Spring Festivals of the mockup: its amounts, gaps and closings. */
  const mockup = (() => {
    const days = new Map<string, readonly [Kind, number]>([
      ["2025-01-27", ["manual", 321_200]],
      ...[864_200, 0, 396_700, 440_500, 473_300, 521_100, 460_200, 411_900]
        .map((cents, at) => [shifted("2025-01-28", at), [cents === 0 ? "closed" : "manual", cents]] as const),
      ["2026-02-15", ["manual", 582_100]],
      ["2026-02-16", ["manual", 938_000]],
      ["2026-02-17", ["closed", 0]],
      ["2026-02-18", ["closed", 0]],
      ["2026-02-19", ["manual", 491_200]],
      ["2026-02-20", ["generated", 446_625]],
      ["2026-02-21", ["manual", 563_400]],
      ["2026-02-22", ["missing", 0]],
      ["2026-02-23", ["manual", 448_000]]
    ])
    return shopOf(all.map((date) => days.get(date) ?? ["manual", 300_000]), "2026-03-01", true, china, false)
  })()

  it("of the Spring Festival compares 除夕 with 除夕, and says why each other day is not", () => {
    const found = compareRange(mockup.past, "2026-02-15", "2026-02-23", "holiday")
    assert.deepStrictEqual([found.daysCompared, found.current, found.previous], [4, 2_440_600, 2_237_700])
    assert.deepStrictEqual(found.pairs.map(({ match, reason }) => [match, reason]), [
      ["2025-01-27", "worked"],
      ["2025-01-28", null],
      ["2025-01-29", "both_closed"],
      ["2025-01-30", "closed"],
      ["2025-01-31", null],
      ["2025-02-01", "generated"],
      ["2025-02-02", null],
      ["2025-02-03", "missing"],
      ["2025-02-04", null]
    ])
    assert.strictEqual(usualAgainst(mockup.past, "2026-02-15", "2026-02-23"), "holiday")
  })

  it("names matches that nobody knows, that are older than the list, and days that do not count yet", () => {
    const reasons = (from: string, to: string, against: Against) =>
      compareRange(mockup.past, from, to, against).pairs.map(({ reason }) => reason)
    assert.deepStrictEqual(reasons("2025-01-28", "2025-01-28", "holiday"), ["then_before"])
    assert.deepStrictEqual(reasons("2025-02-01", "2025-02-01", "weekdays"), ["then_before"])
    const open = shopOf(all.map(() => ["manual", 300_000]), "2026-03-01", false, china, false)
    assert.deepStrictEqual(compareRange(open.past, "2026-03-01", "2026-03-05", "before").pairs.map(({ date, reason }) => [date, reason]), [
      ["2026-03-01", null],
      ["2026-03-02", "open"]
    ])
    const unknown = shopOf(all.map(() => ["manual", 300_000]), "2026-03-01", true,
      holidaysOf((year) => year === "2025" ? undefined : chinaHolidays()[year]), false)
    assert.deepStrictEqual(compareRange(unknown.past, "2026-02-16", "2026-02-16", "holiday").pairs.map(({ reason }) => reason), [
      "unknown_year"
    ])
  })

  it("is with the first that has a pair, unless somebody chooses", () => {
    assert.strictEqual(usualAgainst(mockup.past, "2026-02-24", "2026-02-26"), "weekdays")
    assert.strictEqual(usualAgainst(mockup.past, "2025-03-01", "2025-03-07"), "before")
  })
})

describe("a usual week", () => {
  it("has the mean of each weekday's counted ordinary days, over any history", () =>
    FastCheck.assert(
      FastCheck.property(shop, range, (one, [from, to]) => {
        const { asOf, holidays } = one
        const usual = datesOf(from, to < asOf ? to : asOf).flatMap((date) => {
          const day = recordOn(one, date)
          const isUsual = holidays.on(localDate(date)).length === 0 && holidays.makeupFor(localDate(date)) === null
          return day !== undefined && day.source !== "generated" && isUsual ? [day] : []
        })
        assert.deepStrictEqual(
          profileOf(one.past, from, to).map(({ days, mean, weekday }) => ({ days, mean, weekday })),
          [1, 2, 3, 4, 5, 6, 0].map((day, at) => {
            const own = usual.filter(({ date }) => new Date(date).getUTCDay() === day)
            return { days: own.length, mean: roundedMean(own), weekday: at + 1 }
          })
        )
      }),
      runs
    ))
})

describe("the ranges that are one tap away", () => {
  it("name the two newest Spring Festivals and the newest holiday that has begun", () => {
    const { past } = shopOf(all.map(() => ["manual", 1]), "2026-03-01", true, china, false)
    assert.deepStrictEqual(choicesOf(past).map(({ block, from, name, to }) => [block?.name ?? name, from, to]), [
      ["this_month", "2026-03-01", "2026-03-01"],
      ["last_month", "2026-02-01", "2026-02-28"],
      ["this_year", "2026-01-01", "2026-03-01"],
      ["last_days", "2025-12-02", "2026-03-01"],
      ["春节", "2026-02-15", "2026-02-23"],
      ["春节", "2025-01-28", "2025-02-04"]
    ])
  })
})

// Rule 6.47.
describe("the step before and after", () => {
  const { past } = shopOf(all.map(() => ["manual", 1]), "2026-03-01", true, china, false)
  const range = (from: string, to: string) => ({ kind: "range", from, to, against: "holiday" })

  it("of a festival leads to the same one of the year beside, however long that is", () => {
    assert.deepStrictEqual(beside(past, range("2026-02-15", "2026-02-23"), -1), range("2025-01-28", "2025-02-04"))
    assert.deepStrictEqual(beside(past, range("2025-01-28", "2025-02-04"), 1), range("2026-02-15", "2026-02-23"))
    assert.isNull(beside(past, range("2025-01-28", "2025-02-04"), -1))
    assert.isNull(beside(past, range("2026-02-15", "2026-02-23"), 1))
  })

  it("of any other range leads to as many days", () =>
    assert.deepStrictEqual(beside(past, range("2026-02-15", "2026-02-22"), -1), range("2026-02-07", "2026-02-14")))
})

// Rule 6.48.
describe("the CSV of what is shown", () => {
  it("begins as the export does, and makes no formula of a note", () => {
    const days = [
      { date: "2026-02-15", amount: 12.5, source: "manual", is_final: true, note: "=1+1, \"a\"", holiday: { name: "春节", day: -2 } },
      { date: "2026-02-16", amount: null, source: null, is_final: false, closed: true }
    ]
    const past = pastOf({ first: "2026-02-15", today: "2026-02-17", as_of: "2026-02-16", holidays: { missing_years: [] }, days })
    assert.deepStrictEqual(csvOf(past, past.days).split("\r\n"), [
      "\uFEFFdate,amount,source,state,holiday,makeup_for,note",
      "2026-02-15,12.50,manual,counted,春节,,\"'=1+1, \"\"a\"\"\"",
      "2026-02-16,,,closed,,,",
      ""
    ])
  })

  // Bookkeeping has no use for days that are still to come.
  it("ends with today, and with a record that is dated later", () => {
    const day = (date: string, amount: number | null, closed = false) => ({
      date,
      amount,
      source: amount === null ? null : "manual",
      closed
    })
    const days = [day("2026-02-17", null), day("2026-02-18", null), day("2026-02-19", null, true), day("2026-02-20", 5)]
    const past = pastOf({ first: "2026-02-15", today: "2026-02-17", as_of: "2026-02-16", holidays: { missing_years: [] }, days })
    assert.deepStrictEqual(untilToday(past, past.days).map(({ date }) => date), ["2026-02-17", "2026-02-20"])
  })
})
