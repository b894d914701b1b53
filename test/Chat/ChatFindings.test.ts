import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { chatFindings, keysOfAlert, namingKeys } from "../../src/Chat/ChatFindings.ts"
import { parse } from "../../src/Config/ShopConfig.ts"

const found = (members: Readonly<Record<string, unknown>>) => {
  const text = JSON.stringify({ chat_webhook_url: "console:", ...members })
  const { faults, warnings } = chatFindings(Either.getOrThrow(parse("config.json", text)).config)
  return { faults: faults.map(({ field, message }) => `${field}: ${message}`), warnings }
}

const feishu = "https://open.feishu.cn/open-apis/bot/v2/hook/x"
const whsec = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const wecom = "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k"

// Rule 2.8.
describe("the settings of the chat", () => {
  const accepted: ReadonlyArray<Readonly<Record<string, unknown>>> = [
    {},
    { chat_secret: "s", chat_keyword: "k", chat_kind: "wecom" },
    { chat_webhook_url: feishu, chat_secret: "s", chat_keyword: "k" },
    { chat_webhook_url: feishu, chat_kind: "feishu" },
    { chat_webhook_url: wecom },
    { chat_webhook_url: "https://shop.example/hook", chat_kind: "webhook", chat_secret: whsec },
    { chat_webhook_url: "https://shop.example/hook", chat_kind: "webhook", chat_secret: `${whsec} ${whsec}` },
    { chat_webhook_url: feishu, chat_kind: "webhook", chat_secret: whsec },
    {
      chat_webhook_url: "https://shop.example/hook",
      chat_kind: "webhook",
      chat_secret: whsec,
      alert_webhook_url: "https://shop.example/hook",
      alert_kind: "webhook"
    },
    { chat_webhook_url: "https://prod-1.westus.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke?api-version=1&sig=x" },
    {
      chat_webhook_url:
        "https://x.0a.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/y/triggers/manual/paths/invoke?sig=x"
    },
    { chat_webhook_url: "https://hooks.slack.com/services/T0/B0/x" },
    { chat_webhook_url: "https://discord.com/api/webhooks/1/x?thread_id=2" },
    { chat_webhook_url: "https://canary.discord.com/api/v10/webhooks/1/x" },
    { chat_webhook_url: "https://api.telegram.org/bot1:x/sendMessage?chat_id=-1001234567890123&message_thread_id=7" },
    { chat_webhook_url: "https://api.telegram.org/bot1:x/sendMessage?chat_id=@shop" },
    { chat_webhook_url: "https://oapi.dingtalk.com/robot/send?access_token=x", chat_secret: "s", chat_keyword: "k" },
    { chat_webhook_url: "https://oapi.dingtalk.com/robot/send?access_token=x&timestamp=1&sign=y", chat_secret: "s" },
    { chat_webhook_url: "https://www.feishu.cn/flow/api/trigger-webhook/x", chat_kind: "webhook", chat_secret: whsec },
    { chat_webhook_url: "https://gateway.example/wecom", chat_kind: "feishu" },
    { chat_webhook_url: "http://open.feishu.cn/open-apis/bot/v2/hook/x" },
    { chat_webhook_url: feishu, alert_webhook_url: wecom },
    { alert_webhook_url: "https://shop.example/alarms", alert_kind: "webhook", alert_secret: whsec },
    { alert_webhook_url: feishu, alert_secret: "s" },
    { chat_webhook_url: feishu, alert_webhook_url: "https://alarm.example/x", alert_kind: "feishu" }
  ]
  it.each(accepted)("%j are accepted", (members) => assert.deepStrictEqual(found(members), { faults: [], warnings: [] }))

  it("of a webhook without a secret are accepted, with a warning that nothing is signed", () => {
    const unsigned = (key: string) => [
      `${key}: not set, so messages are not signed, and the receiver cannot tell them from a stranger's: set one of the form whsec_…`
    ]
    const hook = "https://shop.example/hook"
    assert.deepStrictEqual(found({ chat_webhook_url: hook, chat_kind: "webhook" }), { faults: [], warnings: unsigned("chat_secret") })
    assert.deepStrictEqual(found({ chat_webhook_url: feishu, chats: [{ name: "office", url: hook, kind: "webhook" }] }), {
      faults: [],
      warnings: unsigned("chats[0].secret")
    })
    assert.deepStrictEqual(found({ alert_webhook_url: hook, alert_kind: "webhook" }), { faults: [], warnings: unsigned("alert_secret") })
  })

  it.each([
    "http://127.0.0.1:8080/hook",
    "http://127.0.0.1:8080/open-apis/bot/v2/hook/x",
    "https://gateway.lan/hook",
    "https://gateway.example/hook",
    "https://qyapi.weixin.qq.com.evil.test/cgi-bin/webhook/send?key=k"
  ])("take %s as a bot without a name, with one warning that names chat_kind", (url) => {
    const { faults, warnings } = found({ chat_webhook_url: url, chat_secret: "s", chat_keyword: "k" })
    assert.deepStrictEqual(faults, [])
    assert.strictEqual(warnings.length, 1)
    assert.match(warnings.join(), /^chat_webhook_url: .*: set chat_kind to one of "feishu"/)
  })

  it("warn about http at a public host without a name", () =>
    assert.match(found({ chat_webhook_url: "http://gateway.example/hook" }).warnings.join("\n"), /\nchat_webhook_url: .*begins with http,/))

  it("name the key of each chat without a name, and of the alarm", () => {
    const { faults, warnings } = found({
      chat_webhook_url: feishu,
      chats: [{ name: "office", url: "https://gateway.lan/hush" }],
      alert_webhook_url: "https://alarm.example/hush"
    })
    assert.deepStrictEqual(faults, [])
    assert.match(warnings.join("\n"), /^chats\[0\]\.url: .*set chats\[0\]\.kind.*\nalert_webhook_url: .*set alert_kind/)
    assert.notInclude(warnings.join(), "hush")
  })

  const refused: ReadonlyArray<readonly [members: Readonly<Record<string, unknown>>, fault: RegExp]> = [
    [
      { chat_webhook_url: feishu, chats: [{ name: "office", url: wecom, secret: "hush" }] },
      /^chats\[0\]\.secret: expected nothing, because a bot of WeCom has no secret, got a text$/
    ],
    [
      { chat_webhook_url: feishu, chats: [{ name: "a", url: wecom }, { name: "b", url: wecom, keyword: "k" }] },
      /^chats\[1\]\.keyword: expected nothing/
    ],
    [
      { chat_webhook_url: feishu, chats: [{ name: "office", url: wecom, kind: "slack" }] },
      /^chats\[0\]\.kind: expected "wecom" or "webhook", because chats\[0\]\.url .* WeCom, got "slack"$/
    ],
    [
      { chat_webhook_url: wecom, chat_kind: "feishu" },
      /^chat_kind: expected "wecom" or "webhook", because chat_webhook_url .* WeCom, got "feishu"$/
    ],
    [
      { chat_webhook_url: feishu, chat_kind: "wecom" },
      /^chat_kind: expected "feishu" or "webhook", because chat_webhook_url .* Feishu, got "wecom"$/
    ],
    [{ alert_webhook_url: feishu, alert_kind: "wecom" }, /^alert_kind: expected "feishu" or "webhook", because alert_webhook_url/],
    [
      { chat_webhook_url: "https://chat.googleapis.com/v1/spaces/A/messages?key=hush" },
      /^chat_webhook_url: expected the whole address of an incoming/
    ],
    [{ chat_webhook_url: "https://hooks.slack.com/triggers/T0/1/hush" }, /^chat_webhook_url: expected the address of an incoming webhook/],
    [{ chat_webhook_url: "https://hooks.slack.com/workflows/T0/A0/1/hush" }, /^chat_webhook_url: expected the address of an incoming/],
    [{ chat_webhook_url: "https://discord.com/api/webhooks/1/hush/slack" }, /^chat_webhook_url: expected the address of a webhook/],
    [{ chat_webhook_url: "https://discord.com/api/webhooks/1/hush/github" }, /^chat_webhook_url: expected the address of a webhook/],
    [{ chat_webhook_url: "https://api.telegram.org/bot1:hush/sendMessage" }, /^chat_webhook_url: expected .*chat_id/],
    [{ chat_webhook_url: "https://api.telegram.org/bot1:hush/sendPhoto?chat_id=1" }, /^chat_webhook_url: expected .*chat_id/],
    [{ chat_webhook_url: "https://shop.webhook.office.com/webhookb2/hush" }, /^chat_webhook_url: expected .*retired/],
    [
      { chat_webhook_url: "https://prod-1.westus.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke" },
      /^chat_webhook_url: .*sig/
    ],
    [{ chat_webhook_url: "https://shop.example/hook", chat_kind: "webhook", chat_secret: "hush" }, /^chat_secret: expected whsec_/],
    [
      { chat_webhook_url: "https://shop.example/hook", chat_kind: "webhook", chat_secret: "whsec_aHVzaA==" },
      /^chat_secret: expected whsec_/
    ],
    [{ chat_webhook_url: "http://shop.example/hook", chat_kind: "webhook", chat_secret: whsec }, /^chat_webhook_url: expected an https/],
    [
      { chat_webhook_url: "https://shop.example/hook", chat_kind: "webhook", chat_secret: whsec, chat_keyword: "k" },
      /^chat_keyword: expected nothing/
    ],
    [{ alert_webhook_url: "https://shop.example/hook", alert_kind: "webhook", alert_secret: "hush" }, /^alert_secret: expected whsec_/],
    [{ alert_webhook_url: wecom, alert_secret: "hush" }, /^alert_secret: expected nothing, because a bot of WeCom has no secret/],
    [{ chat_webhook_url: "https://api.dingtalk.com/v1.0/robot/send" }, /^chat_webhook_url: expected the address of a custom robot/],
    [{ chat_webhook_url: "https://oapi.dingtalk.com/robot/send?token=hush" }, /^chat_webhook_url: expected the address of a custom robot/],
    ...[
      "https://open.feishu.cn/open-apis/bot/hook/hush",
      "https://open.larksuite.com/open-apis/bot/v2/hook/",
      "https://open.feishu.cn/open-apis/bot/v2/hook",
      "https://open.feishu.cn/open-apis/im/v1/messages",
      "https://www.feishu.cn/flow/api/trigger-webhook/hush",
      "https://shop.feishu.cn/base/automation/webhook/event/hush",
      "https://www.larksuite.com/flow/api/trigger-webhook/hush"
    ].flatMap((url) =>
      [{}, { chat_kind: "feishu" }].map((kind) =>
        [{ chat_webhook_url: url, ...kind }, /^chat_webhook_url: expected the address of a custom bot, .*bot\/v2\/hook.*flow/] as const
      )
    ),
    ...["/open-apis/bot/hook/hush", "/open-apis/bot/v2/hook/", "/flow/api/trigger-webhook/hush", "/base/automation/webhook/event/hush"]
      .map((path) =>
        [{ chat_webhook_url: `https://gateway.example${path}`, chat_kind: "feishu" }, /^chat_webhook_url: expected the/] as const
      ),
    ...["&timestamp=1700000000000&sign=hush", "&timestamp=1700000000000", "&sign=hush"].map((pasted) =>
      [
        { chat_webhook_url: `https://oapi.dingtalk.com/robot/send?access_token=x${pasted}` },
        /^chat_webhook_url: expected .*without the timestamp and sign.*secret \(SEC…\) into chat_secret/
      ] as const
    ),
    [
      {
        chat_webhook_url: "console:",
        chats: [{ name: "a", url: "https://gateway.example/robot/send?access_token=x&timestamp=1&sign=hush", kind: "dingtalk" }]
      },
      /^chats\[0\]\.url: expected .* into chats\[0\]\.secret/
    ],
    [{ chat_webhook_url: wecom, chat_secret: "hush" }, /^chat_secret: expected nothing, because a bot of WeCom has no secret, got a text$/],
    [{ chat_webhook_url: wecom, chat_keyword: "日结" }, /^chat_keyword: expected nothing, because a bot of WeCom has no keyword/],
    [{ chat_webhook_url: "https://gateway.example/x", chat_kind: "wecom", chat_secret: "hush" }, /^chat_webhook_url.*\nchat_secret/],
    [{ chat_webhook_url: wecom.replace("https", "http") }, /^chat_webhook_url: expected an https address/],
    [
      { chat_webhook_url: "https://qyapi.weixin.qq.com/cgi-bin/message/send?access_token=hush" },
      /^chat_webhook_url: expected the address of a group/
    ],
    [{ alert_webhook_url: "https://qyapi.weixin.qq.com/cgi-bin/webhook/send" }, /^alert_webhook_url: expected the address of a group robot/]
  ]
  it.each(refused)("%j are refused", (members, fault) => {
    const { faults } = found(members)
    assert.match(faults.join("\n"), fault)
    assert.notInclude(faults.join(), "hush")
  })

  it("are named by the alarm's own keys in sentences about its bot", () =>
    assert.strictEqual(
      namingKeys("check chat_webhook_url, chat_kind and chat_secret", keysOfAlert),
      "check alert_webhook_url, alert_kind and alert_secret"
    ))
})
