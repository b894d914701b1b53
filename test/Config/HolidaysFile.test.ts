import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { readConfigFile } from "../../src/Config/ConfigFile.ts"
import { holidayCalendar } from "../../src/Config/HolidayCalendar.ts"
import { parseHolidays } from "../../src/Config/HolidaysFile.ts"
import { changedKeys } from "../../src/Config/ShopConfig.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { filesInMemory } from "../lib/FilesInMemory.ts"

const local = (date: string) => date as LocalDate

const parse = (members: unknown) => parseHolidays("holidays.json", JSON.stringify(members))

const lines = (members: unknown): ReadonlyArray<string> =>
  Either.match(parse(members), { onLeft: ({ message }) => message.split("\n"), onRight: () => [] })

/** The days of a festival in 2027. */
const days = (off: unknown, work?: unknown) => ({ "2027": { 春节: work === undefined ? { off } : { off, work } } })

describe("a file of holidays", () => {
  it("has the days off and the make-up days of each festival, by year", () => {
    const { warnings, years } = Either.getOrThrow(parse({
      "2027": {
        元旦: { off: ["2026-12-31", "2027-01-01"] },
        国庆节: { off: ["2027-10-01"], work: ["2027-10-09"], why: "" }
      },
      "2028": {}
    }))
    assert.deepStrictEqual(years, {
      "2027": {
        元旦: { off: [local("2026-12-31"), local("2027-01-01")], work: [] },
        国庆: { off: [local("2027-10-01")], work: [local("2027-10-09")] }
      },
      "2028": {}
    })
    assert.deepStrictEqual(warnings, ["holidays.json: \"2027.国庆节.why\": unknown key, ignored"])
  })

  for (
    const [what, members, line] of [
      ["a list", [], "holidays.json: expected a JSON object, got a list"],
      ["a key that is no year", { next: {} }, "holidays.json, line 1: next: expected a year from 2000 to 2099, got \"next\""],
      ["a year that is a list", { "2027": [] }, "holidays.json, line 1: 2027: expected a JSON object, in braces, got []"],
      [
        "an empty name",
        { "2027": { " ": { off: [] } } },
        "holidays.json, line 1: 2027. : expected the name of a holiday, of at most 20 characters, got \" \""
      ],
      [
        "a festival that is a list",
        { "2027": { 春节: ["2027-02-06"] } },
        "holidays.json, line 1: 2027.春节: expected a JSON object, in braces, got [\"2027-02-06\"]"
      ],
      ["no days off", { "2027": { 春节: { work: [] } } }, "holidays.json, line 1: 2027.春节.off: is required, got nothing"],
      [
        "one date as a text",
        days("2027-02-06"),
        "holidays.json, line 1: 2027.春节.off: expected a list of dates such as [\"2027-10-01\"], got \"2027-02-06\""
      ],
      [
        "a date that does not exist",
        days(["2027-02-06", "2027-02-30"]),
        "holidays.json, line 1: 2027.春节.off.1: expected a calendar date YYYY-MM-DD, got \"2027-02-30\""
      ],
      [
        "a date of another year",
        days([], ["2028-02-06"]),
        "holidays.json, line 1: 2027.春节.work.0: expected a date from 2026-12-01 to 2027-12-31, got \"2028-02-06\""
      ],
      [
        "a date twice",
        days(["2027-02-06", "2027-02-06"]),
        "holidays.json, line 1: 2027.春节.off: expected each date once, got \"2027-02-06\""
      ],
      [
        "a date off and at work",
        days(["2027-02-06"], ["2027-02-06"]),
        "holidays.json, line 1: 2027.春节.work: expected dates that are not off as well, got \"2027-02-06\""
      ],
      [
        "one festival by two names",
        { "2027": { 国庆: { off: [] }, 国庆节: { off: [] } } },
        "holidays.json, line 1: 2027.国庆节: expected one key for 国庆, got 国庆 and 国庆节"
      ]
    ] as const
  ) it(`with ${what} is refused, by the place in it`, () => assert.deepStrictEqual(lines(members), [line]))

  it("names every fault at once, and a key that stands twice", () => {
    assert.strictEqual(lines({ "2027": { 春节: { off: ["x"], work: ["y"] } } }).length, 2)
    assert.strictEqual(parseHolidays("holidays.json", "{\"2027\":{},\"2027\":{}}").pipe(Either.flip, Either.getOrThrow).message,
      "holidays.json: 2027: expected one value, got more: the key stands twice")
  })
})

describe("a fault in a file of holidays", () => {
  it("names its line, and the line of what a member is missing in", () => {
    const text = JSON.stringify({ "2027": { 春节: { off: ["2027-02-05", "2027-02-30"] }, 国庆: { work: [] } } }, null, 2)
    assert.strictEqual(parseHolidays("holidays.json", text).pipe(Either.flip, Either.getOrThrow).message, [
      "holidays.json, line 6: 2027.春节.off.1: expected a calendar date YYYY-MM-DD, got \"2027-02-30\"",
      "holidays.json, line 9: 2027.国庆.off: is required, got nothing"
    ].join("\n"))
  })
})

describe("a configuration file with a file of holidays", () => {
  const config = JSON.stringify({ chat_webhook_url: "console:", holidays: "CN", holidays_file: "/etc/shop/holidays.json" })
  const readWith = (holidays: string | undefined) =>
    Effect.provide(readConfigFile("/srv/config.json"), filesInMemory((path) => path === "/srv/config.json" ? config : holidays))

  it.effect("replaces whole years, and leaves the others", () =>
    Effect.gen(function*() {
      const { config } = yield* readWith(
        JSON.stringify({ "2026": { 春节: { off: ["2026-02-17"] } }, "2027": { 国庆: { off: ["2027-10-01"] } } })
      )
      const { isHoliday, missingYears } = holidayCalendar(config)
      assert.deepStrictEqual(
        ["2025-10-01", "2026-02-17", "2026-02-18", "2026-10-01", "2027-10-01"].map((date) => isHoliday(local(date))),
        [true, true, false, false, true]
      )
      assert.deepStrictEqual(missingYears(2024, 2028), [2028])
      assert.isFalse(holidayCalendar({ ...config, holidays: "none" }).isHoliday(local("2025-10-01")))
    }))

  it.effect("is read with it, so that a reload names the key where only that file has changed", () =>
    Effect.gen(function*() {
      const [before, same, after] = yield* Effect.all([readWith("{}"), readWith("{ }"), readWith("{\"2027\":{}}")])
      assert.deepStrictEqual(changedKeys(before, same), [])
      assert.deepStrictEqual(changedKeys(before, after), ["holidays_file"])
    }))

  it.effect("is refused with the faults of that file, or without it", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(readWith("{\"27\":{}}"))).message,
        "holidays.json, line 1: 27: expected a year from 2000 to 2099, got \"27\"")
      assert.strictEqual((yield* Effect.flip(readWith(undefined))).message, "holidays.json: expected a readable file, got NotFound")
    }))
})
