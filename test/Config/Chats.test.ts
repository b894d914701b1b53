import { assert, describe, it } from "@effect/vitest"
import { Either, Redacted } from "effect"
import { mailAddressOf } from "../../src/Config/Mail.ts"
import { chatsOf, parse } from "../../src/Config/ShopConfig.ts"

const url = "https://open.feishu.cn/open-apis/bot/v2/hook/hush"

const read = (members: object) => parse("config.json", JSON.stringify({ chat_webhook_url: "console:", ...members }))

const faults = (chats: unknown, others: object = {}) =>
  Either.match(read({ chats, ...others }), { onLeft: ({ message }) => message.split("\n"), onRight: () => [] })

// Rule 2.14.
describe("chats", () => {
  it("are the one of the top-level keys, and those of the list", () => {
    const { config } = Either.getOrThrow(read({
      chat_about: ["daily"],
      chats: [{ name: "财务", url, secret: "s", keyword: "k", kind: "feishu", about: ["daily", "report"] }, { name: "office", url }]
    }))
    assert.deepStrictEqual(chatsOf(config).map((chat) => ({ ...chat, url: Redacted.value(chat.url), secret: Redacted.value(chat.secret) })),
      [
        { name: "main", url: "console:", kind: null, secret: "", keyword: "", about: ["daily"] },
        { name: "财务", url, kind: "feishu", secret: "s", keyword: "k", about: ["daily", "report"] },
        {
          name: "office",
          url,
          kind: null,
          secret: "",
          keyword: "",
          about: ["daily", "entered", "corrected", "import", "reminder", "report", "alarm"]
        }
      ])
  })

  it("leave the first one as it is: all but the alarms", () =>
    assert.deepStrictEqual(chatsOf(Either.getOrThrow(read({})).config).map(({ about }) => about), [
      ["daily", "entered", "corrected", "import", "reminder", "report"]
    ]))

  it.each<readonly [chats: unknown, fault: RegExp]>([
    [{}, /^config\.json: chats: expected a list/],
    [["office"], /chats\[0\]: expected a JSON object/],
    [[{ url }], /chats\[0\]\.name: is required/],
    [[{ name: "office" }], /chats\[0\]\.url: is required/],
    [
      [{ name: "office", url, abuot: ["daily"] }],
      /chats\[0\]\.abuot: is no member of a chat, expected name url secret keyword kind about$/
    ],
    [[{ name: "", url }], /chats\[0\]\.name: expected a name of 1 to 32 characters/],
    [[{ name: "x".repeat(33), url }], /chats\[0\]\.name: expected a name of 1 to 32/],
    [[{ name: "a\nb", url }], /chats\[0\]\.name: expected a name/],
    [
      [{ name: "main", url }],
      /chats\[0\]\.name: expected a name of its own, because the chat of chat_webhook_url has this one, got "main"/
    ],
    [[{ name: "a", url }, { name: "a", url }], /chats\[1\]\.name: expected a name of its own, because chats\[0\] has this one, got "a"/],
    [[{ name: "a", url, about: [] }], /chats\[0\]\.about: expected a list with one or more of "daily"/],
    [[{ name: "a", url, about: ["dayly"] }], /chats\[0\]\.about/],
    [[{ name: "a", url, kind: "fax" }], /chats\[0\]\.kind: expected one of "feishu"/],
    [[{ name: "a", url: "hush" }], /chats\[0\]\.url: expected .*not shown/]
  ])("%j are refused", (chats, fault) => {
    const found = faults(chats)
    assert.strictEqual(found.length, 1, found.join("\n"))
    assert.match(found[0] ?? "", fault)
    assert.notMatch(found.join(), /hush/)
  })

  const mail = { name: "mail", kind: "email", url: "smtps://smtp.example:465", from: "shop@example.com", to: ["owner@example.com"] }

  it("are mail as well, with what an owner wants unless about is set", () => {
    const [, plain, whole] = chatsOf(
      Either.getOrThrow(read({
        chats: [mail, {
          ...mail,
          name: "books",
          url: "smtp://smtp.example",
          user: "u&b",
          ehlo: "till.example",
          to: ["a@b.example", "c@d.example"],
          secret: "s",
          about: ["report"]
        }]
      })).config
    )
    assert.deepInclude(plain, { kind: "email", keyword: "", about: ["daily", "report", "alarm"] })
    assert.deepStrictEqual(mailAddressOf(Redacted.value(plain?.url ?? Redacted.make(""))), {
      host: "smtp.example",
      port: 465,
      isSecure: true,
      user: "shop@example.com",
      ehlo: "example.com",
      from: "shop@example.com",
      to: ["owner@example.com"]
    })
    assert.deepInclude(mailAddressOf(Redacted.value(whole?.url ?? Redacted.make(""))), {
      port: 587,
      isSecure: false,
      user: "u&b",
      ehlo: "till.example",
      to: ["a@b.example", "c@d.example"]
    })
  })

  it.each<readonly [entry: object, fault: RegExp]>([
    [{ url: "smtps://shop:hush@smtp.example" }, /chats\[0\]\.url: expected smtps:\/\/HOST:465 or smtp:\/\/HOST:587 alone.*not shown/],
    [{ url: "https://smtp.example" }, /chats\[0\]\.url: expected smtps/],
    [{ from: "Shop <shop@example.com>" }, /chats\[0\]\.from: expected one mail address/],
    [{ from: "shop@example.com\r\nBcc: x@y.example" }, /chats\[0\]\.from: expected one mail address/],
    [{ from: "shop\0@example.com" }, /chats\[0\]\.from: expected one mail address/],
    [{ user: "shop\r\nMAIL FROM:<x@y.example>" }, /chats\[0\]\.user: expected a name of at most 254 characters on one line/],
    [{ ehlo: "till\r\nRSET" }, /chats\[0\]\.ehlo: expected the name of a host/],
    [{ user: "u".repeat(255) }, /chats\[0\]\.user: expected a name of at most 254 characters on one line/],
    [{ to: [] }, /chats\[0\]\.to: expected a list of 1 to 20 mail addresses/],
    [{ to: ["owner"] }, /chats\[0\]\.to: expected a list of 1 to 20 mail addresses/],
    [{ keyword: "x" }, /chats\[0\]\.keyword: is no member of a chat, expected name kind about url user ehlo from to secret$/]
  ])("of mail with %j are refused", (entry, fault) => {
    const found = faults([{ ...mail, ...entry }])
    assert.strictEqual(found.length, 1, found.join("\n"))
    assert.match(found[0] ?? "", fault)
    assert.notMatch(found.join(), /hush/)
  })

  it("need something for the first one, too", () =>
    assert.match(faults([], { chat_about: [] }).join(), /^config\.json: chat_about: expected a list with one or more/))
})
