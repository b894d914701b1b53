import { assert, describe, it } from "@effect/vitest"
import { Either, Redacted } from "effect"
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

  it("need something for the first one, too", () =>
    assert.match(faults([], { chat_about: [] }).join(), /^config\.json: chat_about: expected a list with one or more/))
})
