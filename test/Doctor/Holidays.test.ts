import { assert, describe, it } from "@effect/vitest"
import { checkHolidays } from "../../src/Doctor/Settings.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"

const look = (today: string, settings: Parameters<typeof checkHolidays>[0] = { holidays: "CN", holidaysFile: null }) =>
  checkHolidays(settings, today as LocalDate).map(({ detail, status }) => `${status}: ${detail}`)

describe("the doctor", () => {
  it("warns of a year without holidays, and of the next one from December on", () => {
    assert.deepStrictEqual(look("2026-11-30"), [])
    assert.deepStrictEqual(look("2026-12-01"), ["warning: no data for 2027: every day counts as an ordinary one"])
    assert.deepStrictEqual(look("2027-12-01"), ["warning: no data for 2027 and 2028: every day counts as an ordinary one"])
  })

  it("does not where a file names the year, or no holidays are kept", () => {
    assert.deepStrictEqual(look("2026-12-01", { holidays: "CN", holidaysFile: { path: "h.json", years: { "2027": {} } } }), [])
    assert.deepStrictEqual(look("2027-12-01", { holidays: "none", holidaysFile: null }), [])
  })
})
