import { assert, describe, it } from "@effect/vitest"
import { anyBot, productOf, products } from "../../src/Chat/Products.ts"
import { judgedBy } from "../lib/ChatProducts.ts"

describe("the product of an address", () => {
  it.each([
    ["https://open.feishu.cn/open-apis/bot/v2/hook/x", "feishu"],
    ["https://open.larksuite.com/open-apis/bot/v2/hook/x", "feishu"],
    ["http://127.0.0.1:8080/hook", "feishu"],
    ["https://oapi.dingtalk.com/robot/send?access_token=x", "dingtalk"],
    ["https://hooks.slack.com/services/T0/B0/x", "slack"],
    ["https://chat.googleapis.com/v1/spaces/A/messages?key=x&token=y", "googlechat"],
    ["https://discord.com/api/webhooks/1/x", "discord"],
    ["https://discordapp.com/api/webhooks/1/x", "discord"],
    ["https://api.telegram.org/bot1:x/sendMessage?chat_id=1", "telegram"],
    ["https://prod-1.westus.logic.azure.com:443/workflows/x?sig=y", "teams"],
    ["https://qyapi.weixin.qq.com:443/cgi-bin/webhook/send?key=x", "wecom"],
    ["https://QYAPI.weixin.qq.com/cgi-bin/webhook/send?key=x", "wecom"],
    ["https://qyapi.weixin.qq.com.evil.test/cgi-bin/webhook/send?key=x", "feishu"]
  ])("%s is %s", (address, name) => assert.strictEqual(productOf(address).name, name))

  it("is recognised by at most one product", () => {
    for (const address of ["https://open.feishu.cn/x", "https://open.larksuite.com/x", "https://open.feishu.cn.example.com/x"]) {
      assert.isAtMost(products.filter(({ recognises }) => recognises(new URL(address))).length, 1, address)
    }
    assert.isFalse(products.some(({ recognises }) => recognises(new URL("https://open.feishu.cn.example.com/x"))))
  })
})

it("judges a reply whose members are of no kind that its product has, by its status", () => {
  // An object without a usable `toString` has no text.
  const odd = [{ toString: 1, valueOf: 1 }, [[]], [null], true, null, 1e300, ""]
  const names = [
    "code",
    "StatusCode",
    "errcode",
    "errmsg",
    "msg",
    "message",
    "description",
    "retry_after",
    "id",
    "ok",
    "punish",
    "name",
    "status"
  ]
  for (const product of [...products, anyBot]) {
    for (const value of odd) {
      const members = Object.fromEntries(names.map((name) => [name, value]))
      for (
        const body of [members, { error: members }, { error: value, parameters: value }, {
          parameters: { ...members, migrate_to_chat_id: value }
        }]
      )
        for (const status of [200, 302, 400, 403, 429, 500]) assert.isString(judgedBy(product)(status, body).detail)
    }
  }
})
