import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { chinaHolidays } from "../../src/Config/HolidayCalendar.ts"
import { type Holidays, holidaysOf, type HolidayYears, noHolidays } from "../../src/Domain/Holidays.ts"
import { dayWord } from "../../src/Domain/Holidays/DayName.ts"
import { festivals, ownDayOf } from "../../src/Domain/Holidays/Festival.ts"
import { addDays, datesBetween, isWeekend, type LocalDate } from "../../src/Domain/LocalDate.ts"
import { holidayWords } from "../../words/Holidays.ts"

const china = holidaysOf((year) => chinaHolidays()[year])

const local = (text: string) => text as LocalDate

/** The days off of a festival, by the year of its main day. */
const daysOff = (holidays: Holidays, name: string, year: number): ReadonlyArray<LocalDate> =>
  datesBetween(local(`${year - 1}-12-01`), local(`${year}-12-31`)).filter((date) =>
    holidays.on(date).some((each) => each.name === name && each.year === year)
  )

const from = (first: string, last: string) => datesBetween(local(first), local(last))

/** The days as the notices of the State Council name them, each published in the preceding autumn. */
const notices: ReadonlyArray<{
  readonly name: string
  readonly off: ReadonlyArray<string>
  readonly work: ReadonlyArray<string>
}> = [
  { name: "元旦", off: ["2024-01-01"], work: [] },
  { name: "春节", off: from("2024-02-10", "2024-02-17"), work: ["2024-02-04", "2024-02-18"] },
  { name: "清明", off: from("2024-04-04", "2024-04-06"), work: ["2024-04-07"] },
  { name: "劳动节", off: from("2024-05-01", "2024-05-05"), work: ["2024-04-28", "2024-05-11"] },
  { name: "端午", off: ["2024-06-10"], work: [] },
  { name: "中秋", off: from("2024-09-15", "2024-09-17"), work: ["2024-09-14"] },
  { name: "国庆", off: from("2024-10-01", "2024-10-07"), work: ["2024-09-29", "2024-10-12"] },
  { name: "元旦", off: ["2025-01-01"], work: [] },
  { name: "春节", off: from("2025-01-28", "2025-02-04"), work: ["2025-01-26", "2025-02-08"] },
  { name: "清明", off: from("2025-04-04", "2025-04-06"), work: [] },
  { name: "劳动节", off: from("2025-05-01", "2025-05-05"), work: ["2025-04-27"] },
  { name: "端午", off: from("2025-05-31", "2025-06-02"), work: [] },
  // One notice for both: 国庆节、中秋节, eight days.
  { name: "国庆", off: from("2025-10-01", "2025-10-08"), work: ["2025-09-28", "2025-10-11"] },
  { name: "中秋", off: ["2025-10-06"], work: [] },
  { name: "元旦", off: from("2026-01-01", "2026-01-03"), work: ["2026-01-04"] },
  { name: "春节", off: from("2026-02-15", "2026-02-23"), work: ["2026-02-14", "2026-02-28"] },
  { name: "清明", off: from("2026-04-04", "2026-04-06"), work: [] },
  { name: "劳动节", off: from("2026-05-01", "2026-05-05"), work: ["2026-05-09"] },
  { name: "端午", off: from("2026-06-19", "2026-06-21"), work: [] },
  { name: "中秋", off: from("2026-09-25", "2026-09-27"), work: [] },
  { name: "国庆", off: from("2026-10-01", "2026-10-07"), work: ["2026-09-20", "2026-10-10"] }
]

/** The main days of the seven festivals. */
const owns: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  2020: { 春节: "2020-01-25", 清明: "2020-04-04", 端午: "2020-06-25", 中秋: "2020-10-01" },
  2023: { 春节: "2023-01-22", 清明: "2023-04-05", 端午: "2023-06-22", 中秋: "2023-09-29" },
  2024: {
    元旦: "2024-01-01",
    春节: "2024-02-10",
    清明: "2024-04-04",
    劳动节: "2024-05-01",
    端午: "2024-06-10",
    中秋: "2024-09-17",
    国庆: "2024-10-01"
  },
  2025: { 春节: "2025-01-29", 清明: "2025-04-04", 端午: "2025-05-31", 中秋: "2025-10-06" },
  2026: { 春节: "2026-02-17", 清明: "2026-04-05", 端午: "2026-06-19", 中秋: "2026-09-25" },
  2033: { 春节: "2033-01-31", 中秋: "2033-09-08" },
  2034: { 春节: "2034-02-19" }
}

/** The published days of 2000 to 2050, as month and day: `0205` is 5 February. */
const published = {
  春节: "0205 0124 0212 0201 0122 0209 0129 0218 0207 0126 0214 0203 0123 0210 0131 0219 0208 0128 0216 0205 0125 0212 0201 0122 0210 " +
    "0129 0217 0206 0126 0213 0203 0123 0211 0131 0219 0208 0128 0215 0204 0124 0212 0201 0122 0210 0130 0217 0206 0126 0214 0202 " +
    "0123",
  清明: "0404 0405 0405 0405 0404 0405 0405 0405 0404 0404 0405 0405 0404 0404 0405 0405 0404 0404 0405 0405 0404 0404 0405 0405 0404 " +
    "0404 0405 0405 0404 0404 0405 0405 0404 0404 0405 0405 0404 0404 0405 0405 0404 0404 0404 0405 0404 0404 0404 0405 0404 0404 " +
    "0404",
  端午: "0606 0625 0615 0604 0622 0611 0531 0619 0608 0528 0616 0606 0623 0612 0602 0620 0609 0530 0618 0607 0625 0614 0603 0622 0610 " +
    "0531 0619 0609 0528 0616 0605 0624 0612 0601 0620 0610 0530 0618 0607 0527 0614 0603 0622 0611 0531 0619 0608 0529 0615 0604 " +
    "0623",
  中秋: "0912 1001 0921 0911 0928 0918 1006 0925 0914 1003 0922 0912 0930 0919 0908 0927 0915 1004 0924 0913 1001 0921 0910 0929 0917 " +
    "1006 0925 0915 1003 0922 0912 1001 0919 0908 0927 0916 1004 0924 0913 1002 0920 0910 0928 0917 1005 0925 0915 1004 0922 0911 " +
    "0930"
}

describe("China's holidays", () => {
  it("of 2024 to 2026 are those of the notices", () => {
    for (const { name, off } of notices) {
      const year = Number(off[0]?.slice(0, 4))
      assert.deepStrictEqual(daysOff(china, name, year), off.map(local), `${name} ${year}`)
    }
    const all = new Set(notices.flatMap(({ off }) => off))
    const made = new Map(notices.flatMap(({ name, work }) => work.map((date) => [date, name])))
    for (const date of from("2024-01-01", "2026-12-31")) {
      assert.strictEqual(china.isHoliday(date), all.has(date), date)
      assert.strictEqual(china.makeupFor(date), made.get(date) ?? null, date)
      assert.strictEqual(china.isOrdinary(date), !all.has(date) && !made.has(date), date)
    }
  })

  it("have the lunar day's name from the eve on, before it that of the days off", () => {
    const names = ["2026-02-15", "2026-02-16", "2026-02-17", "2026-02-23"].map((date) => {
      const [day] = china.on(local(date))
      const { key, number } = dayWord(day ?? { name: "", day: 0 }, false)
      return holidayWords[key as keyof typeof holidayWords].zh.replace("{number}", String(number))
    })
    assert.deepStrictEqual(names, ["春节假期", "除夕", "初一", "初七"])
  })

  it("are counted from the festival's own day", () => {
    for (const [year, days] of Object.entries(owns))
      for (const [name, date] of Object.entries(days)) assert.strictEqual(ownDayOf(name, Number(year)), date, `${name} ${year}`)
    const day = (date: string) => china.on(local(date)).map(({ day, name }) => `${name} ${day}`)
    assert.deepStrictEqual(["2024-02-10", "2025-01-28", "2026-02-15", "2026-02-16"].map(day), [["春节 0"], ["春节 -1"], ["春节 -2"], [
      "春节 -1"
    ]])
    assert.deepStrictEqual(day("2024-09-15"), ["中秋 -2"])
  })

  it("have own days that are the published ones, also where Node's calendar has another", () => {
    for (const [name, days] of Object.entries(published)) {
      days.split(" ").forEach((day, index) => {
        const year = 2000 + index
        assert.strictEqual(ownDayOf(name, year), `${year}-${day.slice(0, 2)}-${day.slice(2)}`)
      })
    }
  })

  it("that fall on one day are both named, the longer one first", () => {
    assert.deepStrictEqual(china.on(local("2025-10-06")), [{ name: "国庆", year: 2025, day: 5 }, { name: "中秋", year: 2025, day: 0 }])
    // For 2020, the package assigns the day of both festivals to 国庆.
    assert.deepStrictEqual(china.on(local("2020-10-01")).map(({ name }) => name), ["国庆", "中秋"])
  })

  it("reach over the turn of the year, and over a weekend that the data leaves out", () => {
    assert.deepStrictEqual(daysOff(china, "元旦", 2023), from("2022-12-31", "2023-01-02"))
    assert.deepStrictEqual(china.on(local("2018-12-30")), [{ name: "元旦", year: 2019, day: -2 }])
    assert.strictEqual(china.makeupFor(local("2018-12-29")), "元旦")
    assert.deepStrictEqual(daysOff(china, "端午", 2012), from("2012-06-22", "2012-06-24"))
  })

  it("are all in a block around each festival's day, with weekends alone between", () => {
    for (const year of Object.keys(chinaHolidays()).map(Number)) {
      for (const name of festivals) {
        const dates = daysOff(china, name, year)
        assert.deepStrictEqual(dates, dates.length === 0 ? [] : from(dates[0] ?? "", dates.at(-1) ?? ""), `${name} ${year}`)
      }
    }
    for (const date of from("2004-01-01", "2026-12-31"))
      if (china.isMakeup(date)) assert.isTrue(isWeekend(date) && !china.isHoliday(date), date)
  })

  it("meet the same day of the festival in another year, and come back from there", () => {
    const holidays = from("2004-01-01", "2026-12-31").flatMap((date) => china.on(date).map((holiday) => ({ date, holiday })))
      // The anniversary of 2015 exists in a single year.
      .filter(({ holiday }) => festivals.includes(holiday.name))
    FastCheck.assert(FastCheck.property(
      FastCheck.constantFrom(...holidays),
      FastCheck.integer({ min: 2004, max: 2026 }),
      ({ date, holiday }, year) => {
        const other = china.counterpart(holiday, year)
        assert.isDefined(other)
        assert.strictEqual(china.counterpart({ ...holiday, year }, holiday.year), date)
        for (const found of china.on(other)) if (found.name === holiday.name) assert.strictEqual(found.day, holiday.day)
      }
    ))
    const eve = china.on(local("2026-02-16"))[0]
    assert.isDefined(eve)
    assert.strictEqual(china.counterpart(eve, 2025), "2025-01-28")
    // 腊月廿八 was a working day in the year before.
    assert.isFalse(china.isHoliday(china.counterpart({ ...eve, day: -2 }, 2025) ?? local("")))
  })

  it("of a year without data are not known, and it says so", () => {
    assert.deepStrictEqual(china.missingYears(2003, 2028), [2003, 2027, 2028])
    assert.isFalse(china.isHoliday(local("2027-10-01")))
    assert.isUndefined(china.counterpart({ name: "国庆", year: 2026, day: 0 }, 2027))
  })
})

describe("a calendar of holidays", () => {
  const years: HolidayYears = {
    2027: { 周年: { off: [local("2027-07-01"), local("2027-07-02")], work: [local("2027-07-04")] } },
    2028: { 周年: { off: [local("2028-07-03")], work: [] } }
  }
  const own = holidaysOf((year) => years[year])

  it("counts a festival of its own from its first day off", () => {
    assert.deepStrictEqual(own.on(local("2027-07-02")), [{ name: "周年", year: 2027, day: 1 }])
    assert.strictEqual(own.counterpart({ name: "周年", year: 2027, day: 0 }, 2028), "2028-07-03")
    assert.strictEqual(own.makeupFor(local("2027-07-04")), "周年")
  })

  it("does not join days off over a make-up working day or a day of work", () => {
    const apart = holidaysOf(() => ({
      周年: { off: ["2027-07-02", "2027-07-05", "2027-07-07"].map(local), work: [local("2027-07-04")] }
    }))
    assert.deepStrictEqual(daysOff(apart, "周年", 2027), ["2027-07-02", "2027-07-05", "2027-07-07"].map(local))
  })

  it("of no holidays has ordinary days only, and misses no year", () => {
    assert.isTrue(noHolidays.isOrdinary(addDays(local("2026-10-01"), 0)))
    assert.deepStrictEqual(noHolidays.missingYears(2000, 2030), [])
  })
})
