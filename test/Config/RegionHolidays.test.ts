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

  it.effect("of a region that nobody knows are a fault", () =>
    Effect.gen(function*() {
      for (const holidays of ["XX", "DE-XX"]) {
        const { message } = yield* Effect.flip(read({ holidays }, "Europe/Berlin"))
        assert.strictEqual(message,
          `config.json: holidays: expected a country or region that date-holidays knows, such as DE, DE-BE or US-CA, got "${holidays}"`)
      }
    }))
})
