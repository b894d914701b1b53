import { assert, describe, it } from "@effect/vitest"
import { Option, Redacted } from "effect"
import { checkHolidays, checkHosts, checkLinks, checkToken } from "../../src/Doctor.ts"
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

  it("warns about links in messages that the service refuses, or that only its own machine can open", () => {
    const look = (url: string | null, hosts?: ReadonlyArray<string>) =>
      checkLinks(url, hosts === undefined ? undefined : new Set(hosts)).map(({ detail, status }) => `${status}: ${detail}`)
    assert.deepStrictEqual(look(null, ["shop.example"]), [])
    assert.deepStrictEqual(look("https://shop.example/a", ["shop.example"]), ["ok: messages lead to https://shop.example/a"])
    assert.deepStrictEqual(look("http://192.168.1.20:57778"), ["ok: messages lead to http://192.168.1.20:57778"])
    assert.deepStrictEqual(look("https://shop.example", ["till.example"]), [
      "warning: messages lead to https://shop.example, and ALLOWED_HOSTS has no shop.example"
    ])
    assert.deepStrictEqual(look("http://localhost:57778").map((line) => line.slice(0, 8)), ["warning:"])
  })

  it("advises a list of hosts where there is none", () => {
    assert.strictEqual(checkHosts(undefined).status, "warning")
    assert.include(checkHosts(undefined).advice, "ALLOWED_HOSTS")
    assert.strictEqual(checkHosts(new Set(["shop.example"])).status, "ok")
  })

  for (
    const [token, status] of [
      [undefined, "warning"],
      ["short", "failed"],
      ["aaaaaaaaaaaaaaaaaaaaaaaa", "failed"],
      ["a-long-password-of-your-own", "failed"],
      ["dGhpcyBpcyBhIHRva2Vu", "ok"],
      ["密码-dGhpcyBpcyBhIHRva2Vu", "warning"]
    ] as const
  ) {
    it(`calls the token ${token ?? "that is not set"} ${status}, and never shows one`, () => {
      const check = checkToken(Option.map(Option.fromNullable(token), Redacted.make))
      assert.strictEqual(check.status, status)
      if (token !== undefined) assert.notInclude(`${check.detail} ${check.advice}`, token)
    })
  }
})
