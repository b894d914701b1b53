import { assert, describe, it } from "vitest"
import { sampleOf, sayIn, sentenceOf, timeIn, usualIn } from "../../src/Cli/Setup.ts"
import { faultsOfMembers } from "../../src/Setup/Answers.ts"

const berlin = { zone: "Europe/Berlin", currency: "EUR", language: "en", locale: "de-DE" } as const

it("setup shows how the place writes amounts, and reads usual amounts as they are typed there", () => {
  assert.strictEqual(sampleOf(berlin), "1.234,50\u00a0€")
  assert.deepStrictEqual(["3.200", "3200,50", "3,200", "0", "viel"].map((text) => usualIn(text, berlin)), [
    3200,
    3200.5,
    undefined,
    undefined,
    undefined
  ])
})

it("setup takes a time as people type it, and leaves what is none", () =>
  assert.deepStrictEqual(
    ["22:00", "9:30", "22\uff1a00", "22", "2200", "22.30", "930", "22:5", "ten"].map(timeIn),
    ["22:00", "09:30", "22:00", "22:00", "22:00", "22:30", "930", "22:5", "ten"]
  ))

// One language a sentence.
describe("what setup refuses", () => {
  const refused = (member: object) => {
    const [fault] = faultsOfMembers({ chat_webhook_url: "console:", ...member })
    return (["zh-CN", "en"] as const).map((language) => fault === undefined ? "" : sentenceOf(language)(fault))
  }

  it("is said in the setup's language", () => {
    assert.deepStrictEqual(refused({ cutoff_time: "24:00" }), [
      "应是 00:00 至 23:59 的时间",
      "expected a time HH:MM from 00:00 to 23:59, got \"24:00\""
    ])
    assert.deepStrictEqual(refused({ currency: "KWD" }), [
      "只能是最多两位小数的币种，服务不记更多位",
      "expected a currency with at most two decimals, because the service keeps no more, got \"KWD\""
    ])
  })

  it("of an address has its reason in that language too, and not the address", () => {
    const [chinese = "", english = ""] = refused({ chat_webhook_url: "ftp://geheim.example/hook" })
    assert.deepStrictEqual([sayIn("zh-CN")("first.bad.chat", { fault: chinese }), english], [
      "这个网址不能用：应是 http 或 https 开头的网址，或者 console:",
      "expected \"console:\" or the https address of a chat bot, got something else (not shown: it is a secret)"
    ])
  })
})
