import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { secretsOfAddress, secretsOfHeader } from "../../src/Logging/AddressSecrets.ts"
import { scrubber } from "../../src/Logging/Secrets.ts"

const uuid = "0c1d2e3f-4a5b-6c7d-8e9f-0a1b2c3d4e5f"

describe("the secrets of an address", () => {
  const cases: ReadonlyArray<readonly [address: string, secrets: ReadonlyArray<string>]> = [
    ["https://open.feishu.cn/open-apis/bot/v2/hook/short", ["short"]],
    [`https://open.larksuite.com/open-apis/bot/v2/hook/${uuid}`, [uuid]],
    [`https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${uuid}`, [uuid]],
    ["https://oapi.dingtalk.com/robot/send?access_token=abcdefgh", ["abcdefgh"]],
    [
      "https://chat.googleapis.com/v1/spaces/AAAAabcdEFG/messages?key=AIzaSyDdI0hCZtE6vySjMm&token=hHuPA8Ft28chPJ4VPdt%3D",
      ["AIzaSyDdI0hCZtE6vySjMm", "hHuPA8Ft28chPJ4VPdt%3D", "hHuPA8Ft28chPJ4VPdt="]
    ],
    ["https://hooks.slack.com/services/T0AAAAAA1/B0BBBBBB2/XyZabcDEFghiJKLmnoPQRstu", ["XyZabcDEFghiJKLmnoPQRstu", "T0AAAAAA1"]],
    ["https://discord.com/api/webhooks/112233445566/aB3dE-fGhIjKl_mNoPqR", ["aB3dE-fGhIjKl_mNoPqR"]],
    ["https://api.telegram.org/bot123456:AAE-abc_def/sendMessage", ["123456:AAE-abc_def"]],
    [
      "https://prod-1.westus.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers&sig=aB3dE-fG_h",
      ["aB3dE-fG_h"]
    ],
    ["https://ntfy.example/hard-to-guess", ["hard-to-guess"]],
    ["https://mei:open sesame@alerts.example/send", ["open sesame", "mei:open sesame", "open%20sesame"]],
    ["https://secret-user@alerts.example/notifications", ["secret-user"]],
    ["https://alerts.example/v2/send?apiKey=p%2Fq%2Br&shop=north", ["p/q+r", "p%2Fq%2Br"]]
  ]
  for (const [address, secrets] of cases) {
    it(`are found in ${address}, and its ordinary words stay`, () => {
      const found = secretsOfAddress(address)
      for (const secret of secrets) assert.include(found, secret)
      const sentence = "send the message to the webhook robot services bot v2 hook notifications north shop mei"
      assert.strictEqual(scrubber(found)(sentence), sentence)
    })
  }

  for (
    const address of [
      "https://alerts.example/send",
      "http://127.0.0.1:8080/hook/card",
      "https://alerts.example/",
      "https://alerts.example/notify?format=json&lang=zh-CN",
      "console:",
      "smtps://smtp.example:465/?user=owner&from=till-2026@shop.example&to=accountant-2026@books.example"
    ]
  ) {
    it(`are none in ${address}`, () => assert.deepStrictEqual(secretsOfAddress(address), []))
  }

  it("are the credentials of a header, and no ordinary value", () => {
    const basic = Buffer.from("mei:sesame").toString("base64")
    assert.includeMembers([...secretsOfHeader("Authorization", `Basic ${basic}`)], [basic, "mei:sesame", "sesame"])
    assert.include(secretsOfHeader("authorization", "Bearer abcd"), "abcd")
    assert.deepStrictEqual(secretsOfHeader("x-api-key", "abcd"), ["abcd"])
    assert.deepStrictEqual(secretsOfHeader("x-scope-orgid", "shop"), [])
  })

  const json = (text: string) => JSON.stringify(text).slice(1, -1)
  const formsOf = (secret: string) => {
    const percent = encodeURIComponent(secret)
    const base64 = Buffer.from(secret).toString("base64")
    return [
      secret,
      json(secret),
      json(json(secret)),
      percent,
      percent.replaceAll(/%../g, (escape) => escape.toLowerCase()),
      base64,
      base64.replaceAll("=", ""),
      Buffer.from(secret).toString("base64url")
    ]
  }

  it("never show, in whatever part of an address and whatever form they stand", () => {
    const mark = "<redacted>"
    const spoken = FastCheck.fullUnicodeString({ minLength: 4, maxLength: 24 }).filter((text) => !/[\0\ud800-\udfff]/.test(text))
    const token = FastCheck.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{8,30}[0-9]$/)
    FastCheck.assert(FastCheck.property(
      FastCheck.record({
        user: spoken,
        password: spoken,
        named: spoken,
        parameter: FastCheck.constantFrom("token", "key", "access_token", "apiKey", "sign"),
        token
      }),
      FastCheck.constantFrom("userinfo", "query", "path", "hook", "all"),
      ({ named, parameter, password, token, user }, place) => {
        const has = (part: string) => place === part || place === "all"
        const address = [
          "https://",
          has("userinfo") ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : "",
          "bot.example",
          has("hook") ? `/hook/${token}` : has("path") ? `/v1/${token}` : "/send",
          has("query") ? `?lang=en&${parameter}=${encodeURIComponent(named)}` : ""
        ].join("")
        const secrets = [
          ...(has("userinfo") ? [password, `${user}:${password}`] : []),
          ...(has("query") ? [named] : []),
          ...(has("hook") || has("path") ? [token] : [])
        ]
        const shown = scrubber(secretsOfAddress(address))([address, ...secrets.flatMap(formsOf)].join("\0"))
        for (const form of secrets.flatMap(formsOf)) {
          assert.isTrue(!shown.includes(form) || mark.includes(form) || "https://bot.example/hook/send?lang=en&access_token".includes(form),
            form)
        }
      }
    ), { numRuns: 500 })
  })
})
