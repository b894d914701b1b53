import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readConfigFile } from "../../src/Config/ConfigFile.ts"
import { holidayCalendar } from "../../src/Config/HolidayCalendar.ts"
import { filesInMemory } from "../lib/FilesInMemory.ts"
import { date } from "../lib/Stored.ts"

/** The settings as they are read in a zone. */
const read = (members: object, zone: string) => {
  const before = process.env["TZ"]
  process.env["TZ"] = zone
  return Effect.provide(
    readConfigFile("/srv/config.json"),
    filesInMemory(() => Buffer.from(JSON.stringify({ chat_webhook_url: "console:", fallback_push: "auto", ...members })))
  ).pipe(Effect.ensuring(Effect.sync(() => {
    if (before === undefined) delete process.env["TZ"]
    else process.env["TZ"] = before
  })))
}

// Rule 2.12.
describe("holidays", () => {
  it.effect("are China's in a zone of China, and none elsewhere, unless the settings say otherwise", () =>
    Effect.gen(function*() {
      for (const zone of ["Asia/Shanghai", "Asia/Urumqi", "PRC"]) assert.strictEqual((yield* read({}, zone)).config.holidays, "CN")
      assert.strictEqual((yield* read({}, "Europe/Berlin")).config.holidays, "none")
      assert.strictEqual((yield* read({ holidays: "CN" }, "Europe/Berlin")).config.holidays, "CN")
      assert.strictEqual((yield* read({ holidays: "none" }, "Asia/Shanghai")).config.holidays, "none")
    }))

  it.effect("of a region are its public ones, with their names in the shop's language", () =>
    Effect.gen(function*() {
      const calendar = holidayCalendar((yield* read({ holidays: "DE-BE", language: "en" }, "Europe/Berlin")).config)
      assert.deepStrictEqual(calendar.on(date("2026-10-03")), [{ name: "National Holiday", year: 2026, day: 0 }])
      assert.deepStrictEqual(calendar.on(date("2026-01-01")).map(({ name }) => name), ["New Year's Day"])
      assert.isTrue(calendar.isHoliday(date("2026-03-08")), "a holiday of Berlin alone")
      assert.isFalse(calendar.isHoliday(date("2026-02-17")), "Spring Festival")
      assert.isFalse(calendar.isHoliday(date("2026-10-31")), "a holiday of other states")
      assert.deepStrictEqual(calendar.missingYears(2000, 2100), [])
      assert.strictEqual(calendar.counterpart({ name: "Easter Monday", year: 2026, day: 0 }, 2025), "2025-04-21")
    }))

  it.effect("of a region have Chinese names in a Chinese shop, English ones where the service has none", () =>
    Effect.gen(function*() {
      const names = function*(holidays: string, zone: string, ...dates: ReadonlyArray<string>) {
        const calendar = holidayCalendar((yield* read({ holidays, language: "zh-CN" }, zone)).config)
        return dates.flatMap((text) => calendar.on(date(text)).map(({ name }) => name))
      }
      assert.deepStrictEqual(
        yield* names("DE", "Europe/Berlin", "2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-05-14", "2026-05-25",
          "2026-10-03", "2026-12-25", "2026-12-26"),
        ["元旦", "耶稣受难日", "复活节星期一", "劳动节", "耶稣升天节", "圣灵降临节星期一", "国庆日", "圣诞节", "圣诞节次日"]
      )
      assert.deepStrictEqual(yield* names("GB", "Europe/London", "2026-12-28", "2026-05-04"), [
        "圣诞节次日（补休）",
        "Early May bank holiday"
      ])
      // The package has all names of Hong Kong in Chinese.
      assert.deepStrictEqual(yield* names("HK", "Asia/Hong_Kong", "2026-07-01"), ["香港特別行政區成立紀念日"])
    }))

  it.effect("of a region that has a name of China's on other dates are compared on its own", () =>
    Effect.gen(function*() {
      const calendar = holidayCalendar((yield* read({ holidays: "US", language: "zh-CN" }, "America/New_York")).config)
      const [labour] = calendar.on(date("2026-09-07"))
      assert.deepStrictEqual(labour, { name: "劳动节", year: 2026, day: 0 })
      assert.strictEqual(labour && calendar.counterpart(labour, 2025), "2025-09-01")
    }))

  it.effect("of a region that nobody knows are a fault", () =>
    Effect.gen(function*() {
      for (const holidays of ["XX", "DE-XX"]) {
        const { message } = yield* Effect.flip(read({ holidays }, "Europe/Berlin"))
        assert.strictEqual(message,
          `config.json: holidays: expected a country or region that date-holidays knows, such as DE, DE-BE or US-CA, got "${holidays}"`)
      }
      for (const holidays of ["KR", "TW"]) {
        const { message } = yield* Effect.flip(read({ holidays }, "Asia/Seoul"))
        assert.strictEqual(message,
          `config.json: holidays: expected a country whose dates date-holidays has right, or "none" and the official dates in holidays_file, got "${holidays}"`)
      }
    }))
})
