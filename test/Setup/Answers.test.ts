import { assert, describe, it } from "vitest"
import { type Answers, changedLines, faultsOf, faultsOfPassword, membersOf } from "../../src/Setup/Answers.ts"

const answers: Answers = {
  shopName: " 老王饺子 ",
  cutoff: "22:00",
  dayStart: undefined,
  closed: ["MON", "TUE"],
  withoutFigure: "wait",
  usual: null,
  chat: undefined,
  zone: "Europe/Berlin",
  currency: "EUR",
  language: "en",
  locale: "de-DE",
  password: "correct horse battery"
}

const faults = (changed: Partial<Answers>) => faultsOf({}, { ...answers, ...changed }).map(({ code, field }) => `${field} ${code}`)

describe("the answers of a new shop", () => {
  it("become members of config.json beside those that are there", () =>
    assert.deepStrictEqual(membersOf({ cutoff_hour: 3, goals: { default: 1 }, own: true }, answers), {
      goals: { default: 1 },
      own: true,
      chat_webhook_url: "console:",
      chat_secret: "",
      shop_name: "老王饺子",
      language: "en",
      currency: "EUR",
      locale: "de-DE",
      cutoff_time: "22:00",
      closed_weekdays: ["MON", "TUE"],
      amount_source: { kind: "none" },
      fallback_push: "auto"
    }))

  it("are checked as the settings are, each fault with its key", () => {
    assert.deepStrictEqual(faults({}), [])
    assert.deepStrictEqual(faults({ shopName: "  ", cutoff: "25:00", closed: ["XXX"], zone: "+08:00", currency: "KWD" }), [
      "shop_name required",
      "currency currency_decimals",
      "cutoff_time time",
      "closed_weekdays topics",
      "time_zone zone"
    ])
    assert.deepStrictEqual(faults({ withoutFigure: "estimate" }), ["usual required"])
    assert.deepStrictEqual(faults({ withoutFigure: "estimate", usual: [0, 10] }), ["usual.0 amount"])
  })

  // A bar that closes at 03:00.
  it("say when the day begins of a shop that closes after midnight", () => {
    assert.deepStrictEqual(faults({ cutoff: "03:00" }), ["day_starts_at required"])
    assert.deepStrictEqual(faults({ cutoff: "03:00", dayStart: "05:00" }), [])
    assert.include(membersOf({}, { ...answers, cutoff: "03:00", dayStart: "05:00" }), { day_starts_at: "05:00" })
  })

  const passwords: ReadonlyArray<readonly [password: string, isTaken: boolean]> = [
    ["correct horse battery", true],
    ["十二个字的管理密码不太长啊", true],
    ["abcdefgh1234", true],
    ["abcdefgh123", false],
    ["aaaaaaaaaaaaaaaa", false],
    [" abcdefgh1234", false],
    ["a-long-password-of-your-own", false],
    ...["\"", "'", "`", "#", "$", "\\", "\n", "\u2028", "\u0000"].map((sign) => [`abcdefgh${sign}1234`, false] as const)
  ]
  it.each(passwords)("have a password such as %j: %s", (password, isTaken) => {
    const found = faultsOfPassword(password)
    assert.strictEqual(found.length === 0, isTaken)
    assert.notInclude(JSON.stringify(found), JSON.stringify(password))
  })
})

it("the lines to add to a file are those that it lacks", () =>
  assert.deepStrictEqual(changedLines("# mine\nTZ=\n", "# mine\nTZ=Asia/Tokyo\nADMIN_TOKEN=a\n"), ["  TZ=Asia/Tokyo", "  ADMIN_TOKEN=a"]))
