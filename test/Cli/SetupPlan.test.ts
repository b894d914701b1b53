import { Either } from "effect"
import { assert, describe, it } from "vitest"
import { faultIn, placeAt, refusalIn, sampleOf, sayIn, timeIn, usualIn } from "../../src/Cli/SetupPlan.ts"

// Rule 2.18.
describe("the place that setup proposes", () => {
  const berlin = placeAt("Europe/Berlin", "en")

  it("writes amounts as its country does, and shows one", () => {
    assert.deepInclude(berlin, { currency: "EUR", locale: "de-DE" })
    assert.deepStrictEqual([berlin, placeAt("Asia/Shanghai", "zh-CN"), placeAt("Europe/London", "en")].map(sampleOf), [
      "1.234,50\u00a0€",
      "¥1,234.50",
      "£1,234.50"
    ])
  })

  it("reads usual amounts as they are typed there", () =>
    assert.deepStrictEqual(["3.200", "3200,50", "3,200", "0", "viel"].map((text) => usualIn(text, berlin)), [
      3200,
      3200.5,
      undefined,
      undefined,
      undefined
    ]))
})

it("setup takes a time as people type it", () =>
  assert.deepStrictEqual(
    ["22:00", "9:30", "22\uff1a00", "22", "2200", "22.30", "24", "930", "22:5", "ten"].map((text) => Either.getOrNull(timeIn(text))),
    [
      "22:00",
      "09:30",
      "22:00",
      "22:00",
      "22:00",
      "22:30",
      null,
      null,
      null,
      null
    ]
  ))

// One language a sentence: what was found and what is expected.
describe("what setup refuses", () => {
  type Bad = Parameters<ReturnType<typeof sayIn>>[0]
  const refusals: ReadonlyArray<readonly [name: string, why: Bad, found: string | undefined, zh: string, en: string]> = [
    [
      "cutoff",
      "first.bad.cutoff",
      "24:00",
      "--cutoff：要写成 HH:MM，从 00:00 到 23:59（24:00 请写 23:59），写的是 \"24:00\"",
      "--cutoff: expected HH:MM from 00:00 to 23:59 (for 24:00 write 23:59), got \"24:00\""
    ],
    [
      "shop-name",
      "first.bad.name",
      "",
      "--shop-name：店名要有 1 到 100 个字，写的是 \"\"",
      "--shop-name: expected 1 to 100 characters, got \"\""
    ],
    [
      "locale",
      "first.bad.locale",
      "german",
      "--locale：要写语言和国家，例如 de-DE，写的是 \"german\"",
      "--locale: expected a language with its country such as de-DE, got \"german\""
    ],
    ["chat", "first.bad.name", undefined, "--chat：店名要有 1 到 100 个字", "--chat: expected 1 to 100 characters"]
  ]

  it.each(refusals)("of --%s is said in the setup's language",
    (name, why, found, ...sentences) =>
      assert.deepStrictEqual((["zh-CN", "en"] as const).map((language) => refusalIn(language)(name, sayIn(language)(why), found)),
        sentences))

  it("of an address has its reason in that language too, and not the address", () => {
    const fault = (language: "en" | "zh-CN") => faultIn({ chat_webhook_url: "ftp://geheim.example/hook", shop_name: "a" }, language)
    assert.deepStrictEqual([sayIn("zh-CN")("first.bad.chat", { fault: fault("zh-CN") ?? "" }), fault("en")], [
      "这个网址不能用：应是 http 或 https 开头的网址，或者 console:",
      "config.json: chat_webhook_url: expected \"console:\" or the https address of a chat bot, got something else (not shown: it is a secret)"
    ])
  })
})
