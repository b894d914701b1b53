import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { type Goal, goalFigures, goalOf, type Goals, goalsByDay, type Special } from "../../src/Domain/Goal.ts"
import { addDays, datesBetween, isoWeekday, type LocalDate, type Month } from "../../src/Domain/LocalDate.ts"
import { type DayMark, type Source, type Turnover, unmarked } from "../../src/Domain/Turnover.ts"
import { dateWithin, localDate } from "./Arbitraries.ts"

const november = "2026-11" as Month
const plain: Special = { isHoliday: () => false, isMakeup: () => false }
const specialOn = (holidays: ReadonlyArray<string>, makeups: ReadonlyArray<string> = []): Special => ({
  isHoliday: (date) => holidays.includes(date),
  isMakeup: (date) => makeups.includes(date)
})

const day = (date: string, yuan: number, source: Source = "manual"): Turnover => ({
  date: localDate(date),
  cents: yuan * 100 as Cents,
  isFinal: true,
  source
})

const closed = (date: string): DayMark => ({ ...unmarked(localDate(date)), closed: true })

const days = (from: string, to: string, amount: (weekday: number, date: LocalDate) => number): ReadonlyArray<Turnover> =>
  datesBetween(localDate(from), localDate(to)).map((date) => day(date, amount(isoWeekday(date), date)))

const weekend = (weekday: number): number => weekday > 5 ? 4_000 : 3_000

/** The eight weeks before November 2026. */
const usual = days("2026-09-06", "2026-10-31", weekend)

const goals = (yuan: number): Goals => ({ default: yuan * 100 as Cents })

const figures = (book: DayBook.DayBook, last: string, of = goals(99_000), special = plain): Goal => {
  const found = goalFigures(book, addDays(localDate(last), 1), localDate(last), { goals: of, holidays: special })
  if (found === null) throw new Error("expected a goal, found none")
  return found
}

/** The shares of November's days in its goal. */
const shares = (book: DayBook.DayBook, of = goals(99_000), special = plain): Readonly<Record<string, number>> => {
  const on = goalsByDay(book, { goals: of, holidays: special })
  return Object.fromEntries(datesBetween(localDate("2026-11-01"), localDate("2026-11-30")).map((date) => [date.slice(8), on(date) / 100]))
}

// Rule 2.16.
describe("the goal of a month", () => {
  const cases: ReadonlyArray<readonly [what: string, goals: Goals, set: number | null, expected: number | null]> = [
    ["is its own", { "2026-11": 5 as Cents, default: 7 as Cents }, null, 5],
    ["is the default of the others", { "2026-10": 5 as Cents, default: 7 as Cents }, null, 7],
    ["is none without either", { "2026-10": 5 as Cents }, null, null],
    ["of 0 is none", { "2026-11": 0 as Cents, default: 7 as Cents }, null, null],
    ["that people have set comes before both", { "2026-11": 5 as Cents, default: 7 as Cents }, 9, 9],
    ["that people have set to 0 is none", { default: 7 as Cents }, 0, null]
  ]
  it.each(cases)("%s",
    (_what, of, set, expected) =>
      assert.strictEqual(goalOf(DayBook.make([], [], set === null ? [] : [[november, set as Cents]]), of, november), expected))

  it("of another month is not this one's", () =>
    assert.isNull(goalOf(DayBook.make([], [], [["2026-10" as Month, 5 as Cents]]), {}, november)))
})

// Rule 6.43.
describe("a goal's days", () => {
  it("take what their weekday usually takes", () => {
    // 21 weekdays at 3 and 9 days of weekends at 4.
    const found = shares(DayBook.make(usual))
    assert.strictEqual(found["02"], 3_000)
    assert.strictEqual(found["07"], 4_000)
  })

  it("begin with the first record and leave out closed days, which get nothing", () => {
    const book = DayBook.make(days("2026-11-11", "2026-11-20", () => 3_000), [closed("2026-11-30")])
    const found = shares(book, goals(19_000))
    assert.deepStrictEqual([found["10"], found["11"], found["29"], found["30"]], [0, 1_000, 1_000, 0])
  })

  it("have equal weights in a shop without a counted day", () => {
    const found = shares(DayBook.make(usual.map((one) => ({ ...one, source: "generated" as const }))), goals(30_000))
    assert.deepStrictEqual([...new Set(Object.values(found))], [1_000])
  })

  it("of a weekday with two counted days take the mean of all days", () => {
    const few = usual.filter(({ date }) => isoWeekday(date) !== 1 || date > "2026-10-18")
    const counted = DayBook.make(few)
    const found = shares(counted)
    const all = few.reduce((sum, { cents }) => sum + cents, 0) / few.length
    assert.approximately((found["02"] ?? 0) / (found["03"] ?? 1), all / 300_000, 0.00001)
  })

  it("leave holidays and make-up days out of the means", () => {
    const odd = days("2026-09-06", "2026-10-31",
      (weekday, date) => date >= "2026-10-01" && date <= "2026-10-07" ? 9_000 : date === "2026-10-10" ? 1 : weekend(weekday))
    const special = specialOn([...datesBetween(localDate("2026-10-01"), localDate("2026-10-07"))], ["2026-10-10"])
    assert.deepStrictEqual(shares(DayBook.make(odd), goals(99_000), special), shares(DayBook.make(usual)))
  })

  it("weigh on a holiday like a Saturday", () => {
    const found = shares(DayBook.make(usual), goals(100_000), specialOn(["2026-11-04"]))
    assert.deepStrictEqual([found["03"], found["04"], found["07"]], [3_000, 4_000, 4_000])
  })

  it("sum to the cent, the larger remainders first and the earlier ones of equal", () => {
    const found = Object.entries(shares(DayBook.make([]), { default: 100 as Cents })).sort().map(([, yuan]) => yuan)
    assert.deepStrictEqual(found, [...Array<number>(10).fill(0.04), ...Array<number>(20).fill(0.03)])
  })
})

describe("a month on the way to its goal", () => {
  const book = DayBook.make([
    ...usual,
    ...days("2026-11-01", "2026-11-20", weekend).filter(({ date }) => date !== "2026-11-12").map((one) =>
      one.date === "2026-11-13" ? { ...one, source: "generated" as const } : one
    ),
    day("2026-11-21", 4_000)
  ], [closed("2026-11-30")])

  it("counts what was counted, and says what each day needs that is left or not counted", () => {
    const { daysLeft, missing, needed, reached, uncounted } = figures(book, "2026-11-20", goals(96_000))
    // 6 weekend days and 12 of the 14 weekdays.
    assert.strictEqual(reached, (5 * 4_000 + 13 * 3_000) * 100)
    assert.strictEqual(missing, 96_000 * 100 - reached)
    assert.deepStrictEqual<unknown>([daysLeft, uncounted], [9, ["2026-11-12", "2026-11-13"]])
    assert.strictEqual(needed, Math.ceil(missing / 11))
  })

  it("counts today from its settlement on", () => {
    assert.strictEqual(figures(book, "2026-11-21").reached - figures(book, "2026-11-20").reached, 4_000 * 100)
    assert.strictEqual(figures(book, "2026-11-21").daysLeft, 8)
  })

  it("needs nothing once it is reached", () => {
    const { missing, needed } = figures(book, "2026-11-20", goals(50_000))
    assert.deepStrictEqual([missing, needed], [0, 0])
  })

  it("needs no mean on the last day to count, and none after the last open day", () => {
    const whole = [...days("2026-11-01", "2026-11-28", weekend), ...days("2026-11-29", "2026-11-30", weekend)]
    assert.isNull(figures(DayBook.make([...usual, ...whole.slice(0, 28)], [closed("2026-11-30")]), "2026-11-28").needed)
    assert.isNull(goalFigures(book, localDate("2026-11-29"), localDate("2026-11-29"), { goals: goals(96_000), holidays: plain })?.needed)
  })

  it("begins at nothing", () => {
    const { daysLeft, reached } =
      goalFigures(book, localDate("2026-11-01"), localDate("2026-10-31"), { goals: goals(96_000), holidays: plain }) ??
        assert.fail("no goal")
    assert.deepStrictEqual([reached, daysLeft], [0, 29])
  })
})

// Rule 6.44.
describe("the forecast of a month", () => {
  /** Eight weeks in which each weekday is alternately 100 below and above its usual amount. */
  const varied = days("2026-09-26", "2026-11-20",
    (weekday, date) =>
      weekend(weekday) + (datesBetween(localDate("2026-09-26"), date).length - 1) % 14 / 7 % 2 >= 0 &&
        Math.floor((datesBetween(localDate("2026-09-26"), date).length - 1) / 7) % 2 === 0
        ? weekend(weekday) - 100
        : weekend(weekday) + 100)

  it("adds the days left at the mean of their weekday", () => {
    const { forecast, reached } = figures(DayBook.make(varied), "2026-11-20")
    // 21, 22, 28 and 29 November, and six weekdays.
    assert.strictEqual(forecast?.cents, reached + (4 * 4_000 + 6 * 3_000) * 100)
  })

  it("has the range of the days' variance and of the means' own", () => {
    const { forecast } = figures(DayBook.make(varied), "2026-11-20")
    if (forecast === null) return assert.fail("no forecast")
    const ofADay = 8 * 10_000 ** 2 / 7
    // Two Saturdays, two Sundays, two Mondays and one of each other weekday, each by a mean of eight.
    const variance = ofADay * (3 * (2 + 4 / 8) + 4 * (1 + 1 / 8))
    assert.strictEqual(forecast.high, Math.round(forecast.cents + 1.645 * Math.sqrt(variance)))
  })

  it("counts an open day without a counted amount as its weekday usually is, whether it is over or to come", () => {
    const until = varied.filter(({ date }) => date <= "2026-11-17")
    const { forecast } = figures(DayBook.make(until), "2026-11-17")
    const nobodyCounted = DayBook.make([...until, day("2026-11-19", 1, "generated")])
    for (const last of ["2026-11-18", "2026-11-19", "2026-11-28"]) {
      assert.deepStrictEqual(figures(nobodyCounted, last).forecast, forecast)
      assert.strictEqual(figures(nobodyCounted, last).missing, figures(DayBook.make(until), "2026-11-17").missing)
    }
  })

  it("counts a closed day as nothing, and one that was counted as it was", () => {
    const steady = days("2026-09-26", "2026-11-20", weekend)
    const others = steady.filter(({ date }) => date !== "2026-11-18")
    const left = (4 * 4_000 + 6 * 3_000) * 100
    const shut = figures(DayBook.make(others, [closed("2026-11-18")]), "2026-11-20")
    assert.strictEqual(shut.forecast?.cents, shut.reached + left)
    const holiday = figures(DayBook.make([...others, day("2026-11-18", 9_000)]), "2026-11-20", goals(99_000), specialOn(["2026-11-18"]))
    assert.strictEqual(holiday.forecast?.cents, shut.reached + 9_000 * 100 + left)
  })

  it("needs four counted weeks among the last eight", () => {
    assert.isNotNull(figures(DayBook.make(days("2026-09-26", "2026-10-29", weekend)), "2026-11-20").forecast)
    assert.isNull(figures(DayBook.make(days("2026-09-25", "2026-10-22", weekend)), "2026-11-20").forecast)
    assert.isNull(figures(DayBook.make(days("2026-10-25", "2026-11-20", weekend)), "2026-11-20").forecast)
    assert.isNotNull(figures(DayBook.make(days("2026-10-24", "2026-11-20", weekend)), "2026-11-20").forecast)
  })

  it("is none without a day to come", () =>
    assert.isNull(
      goalFigures(DayBook.make(varied), localDate("2026-11-30"), localDate("2026-11-30"), { goals: goals(1), holidays: plain })?.forecast
    ))
})

/** The same figures in the simplest way: each rule as it is written, over every date. */
const naive = (
  recorded: ReadonlyArray<Turnover>,
  marks: ReadonlyArray<DayMark>,
  last: LocalDate,
  goal: number,
  holidays: ReadonlySet<string>,
  makeups: ReadonlySet<string>
) => {
  const on = new Map(recorded.map((one) => [one.date, one]))
  const first = recorded.map(({ date }) => date).sort()[0] ?? "0"
  const month = addDays(last, 1).slice(0, 7)
  const dates = datesBetween(localDate(`${month}-01`), localDate(`${month}-31`)).filter((date) => date.startsWith(month))
  const counted = (date: LocalDate) => {
    const one = on.get(date)
    return one?.isFinal === true && one.source !== "generated" ? one.cents : undefined
  }
  const open = dates.filter((date) => date >= first && !(marks.some((mark) => mark.date === date && mark.closed) && !on.has(date)))
  const usualBefore = (date: LocalDate) =>
    datesBetween(addDays(date, -56), addDays(date, -1)).filter((each) =>
      counted(each) !== undefined && !holidays.has(each) && !makeups.has(each)
    )
  const alike = (date: LocalDate) => holidays.has(date) ? 6 : isoWeekday(date)
  const amountsFor = (date: LocalDate, of: ReadonlyArray<LocalDate>) => {
    const own = of.filter((each) => isoWeekday(each) === alike(date))
    return (own.length < 3 ? of : own).map((each) => counted(each) ?? 0)
  }
  const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((all, one) => all + one, 0)
  const before = usualBefore(localDate(`${month}-01`))
  const means = open.map((date) => {
    const amounts = amountsFor(date, before)
    return amounts.length === 0 ? 0 : Math.floor(sum(amounts) / amounts.length + 0.5)
  })
  const weights = sum(means) === 0 ? means.map(() => 1) : means
  const parts = weights.map((
    weight
  ) => [BigInt(goal) * BigInt(weight) / BigInt(sum(weights)), BigInt(goal) * BigInt(weight) % BigInt(sum(weights))])
  const cents = parts.map(([whole]) => Number(whole))
  const rests = parts.map(([, rest]) => rest ?? 0n)
  while (open.length > 0 && sum(cents) < goal) {
    const most = rests.reduce((best, rest, index) => rest > (rests[best] ?? 0n) ? index : best, 0)
    cents[most] = (cents[most] ?? 0) + 1
    rests[most] = -1n
  }
  const over = dates.filter((date) => date <= last)
  const reached = sum(over.map((date) => counted(date) ?? 0))
  const left = open.filter((date) => date > last)
  const lacking = open.filter((date) => date <= last && counted(date) === undefined)
  const missing = reached > goal ? 0 : goal - reached
  const newest = recorded.map(({ date }) => date).filter((date) => date <= last && counted(date) !== undefined).sort().at(-1)
  const lately = newest === undefined ? [] : usualBefore(addDays(newest, 1))
  const groups = new Map<string, Array<LocalDate>>()
  for (const date of open.filter((each) => each > last || counted(each) === undefined)) {
    const key = JSON.stringify([lately.filter((each) => isoWeekday(each) === alike(date)).length < 3 ? 0 : alike(date)])
    groups.set(key, [...groups.get(key) ?? [], date])
  }
  const parted = [...groups.values()].map((of) => {
    const amounts = amountsFor(of[0] ?? last, lately)
    const mean = sum(amounts) / amounts.length
    const variance = sum(amounts.map((one) => (one - mean) * (one - mean))) / (amounts.length - 1)
    return { mean: mean * of.length, variance: variance * of.length + variance * of.length * of.length / amounts.length }
  })
  const middle = reached + sum(parted.map(({ mean }) => mean))
  const away = 1.645 * Math.sqrt(sum(parted.map(({ variance }) => variance)))
  return {
    month,
    cents: goal,
    reached,
    missing,
    daysLeft: left.length,
    uncounted: lacking,
    needed: missing === 0
      ? 0
      : left.length === 0 || left.length + lacking.length === 1
      ? null
      : Math.ceil(missing / (left.length + lacking.length)),
    shares: dates.map((date) => [date, open.includes(date) ? cents[open.indexOf(date)] ?? 0 : 0] as const),
    forecast: left.length === 0 || usualBefore(addDays(last, 1)).length < 28
      ? null
      : { cents: middle, high: middle + away }
  }
}

describe("a goal, over random histories with gaps, closed days and holidays", () => {
  const within = dateWithin("2026-08-20", "2026-11-30")
  const dates = (most: number) => FastCheck.uniqueArray(within, { maxLength: most })
  const recorded = FastCheck.tuple(
    FastCheck.integer({ min: 0, max: 100 }),
    FastCheck.array(
      FastCheck.tuple(
        FastCheck.integer({ min: 0, max: 9 }),
        FastCheck.oneof(FastCheck.integer({ min: 0, max: 900_000 }), FastCheck.constant(0),
          FastCheck.integer({ min: 0, max: 999_999_999_999 }))
      ),
      { minLength: 103, maxLength: 103 }
    )
  ).map(([gaps, days]) =>
    days.flatMap(([kind, cents], index): ReadonlyArray<Turnover> =>
      kind * 10 < gaps / 2 ? [] : [{
        date: addDays(localDate("2026-08-20"), index),
        cents: cents as Cents,
        isFinal: kind !== 9,
        source: kind === 8 ? "generated" : "manual"
      }]
    )
  )

  it("has the same forecast after a day that passed without a figure, or none", () =>
    FastCheck.assert(
      FastCheck.property(
        recorded,
        dates(12),
        dates(10),
        dateWithin("2026-10-31", "2026-11-28"),
        FastCheck.constantFrom<ReadonlyArray<Source>>([], ["generated"]),
        FastCheck.integer({ min: 0, max: 9_000 }),
        (all, shut, holidays, last, sources, yuan) => {
          const next = addDays(last, 1)
          const until = all.filter(({ date }) => date <= last)
          const uncounted = sources.map((source) => day(next, yuan, source))
          const marks = shut.filter((date) => date !== next).map(closed)
          const before = figures(DayBook.make(until, marks), last, goals(99_000), specialOn(holidays)).forecast
          const after = figures(DayBook.make([...until, ...uncounted], marks), next, goals(99_000), specialOn(holidays)).forecast
          if (after !== null) assert.deepStrictEqual(after, before)
        }
      ),
      { numRuns: 300 }
    ))

  it("is what a naive recomputation gives, to the cent, and sums to the goal", () =>
    FastCheck.assert(
      FastCheck.property(
        recorded,
        dates(12),
        dates(10),
        dates(4),
        dateWithin("2026-09-30", "2026-11-29"),
        FastCheck.oneof(FastCheck.integer({ min: 1, max: 500 }), FastCheck.integer({ min: 1, max: 999_999_999_999 })),
        (all, shut, holidays, makeups, last, goal) => {
          const until = all.filter(({ date }) => date <= last)
          const marks = shut.map(closed)
          const expected = naive(until, marks, last, goal, new Set(holidays), new Set(makeups))
          const found = figures(DayBook.make(until, marks), last, { default: goal as Cents }, specialOn(holidays, makeups))
          const { forecast, ...exact } = found
          const { forecast: naiveForecast, shares, ...naiveExact } = expected
          const on = goalsByDay(DayBook.make(until, marks), {
            goals: { default: goal as Cents },
            holidays: specialOn(holidays, makeups)
          })
          assert.deepStrictEqual<unknown>(shares.map(([date]) => [date, on(date)]), shares)
          assert.deepStrictEqual<unknown>(exact, naiveExact)
          assert.strictEqual(forecast === null, naiveForecast === null)
          for (const part of ["cents", "high"] as const) {
            // Rounded to whole cents, because a sum of squares of millions of yuan is not exact.
            assert.approximately(forecast?.[part] ?? 0, naiveForecast?.[part] ?? 0, 1)
          }
          const whole = shares.reduce((sum, [, cents]) => sum + cents, 0)
          if (whole > 0) assert.strictEqual(whole, goal)
        }
      ),
      { numRuns: 300 }
    ))
})
