import type { BotDoubleAnswer, BotDoubleRequest } from "../BotDouble.ts"
import { rulesOf } from "../FeishuDouble.ts"
import * as DingTalk from "./DingTalk.ts"
import * as Discord from "./Discord.ts"
import * as GoogleChat from "./GoogleChat.ts"
import * as Slack from "./Slack.ts"
import * as Teams from "./Teams.ts"
import * as Telegram from "./Telegram.ts"
import * as Webhook from "./Webhook.ts"
import * as WeCom from "./WeCom.ts"

/** A chat product for one evening. */
export interface ProductTonight {
  readonly title: string
  /** The settings of the shop that uses it. */
  readonly settings: Readonly<Record<string, string>>
  /** A double that remembers nothing from other evenings. @param now milliseconds since 1970 */
  readonly open: () => (request: BotDoubleRequest, now: number) => BotDoubleAnswer
  /** How the product reports that a format is wrong, that a message will never be accepted, and that it comes too soon. */
  readonly refusals: Readonly<Record<"format" | "permanent" | "transient", BotDoubleAnswer>>
}

const feishuToken = "0f3c7a52-not-a-token-of-anybody"
const feishuSecret = "a-secret-of-nobody"

const openFeishu = () => {
  const requests: Array<{ readonly at: number }> = []
  let now = 0
  const judge = rulesOf({ keyword: "", now: () => now, secret: feishuSecret, token: feishuToken }, requests)
  return ({ body, json, method, url }: BotDoubleRequest, at: number): BotDoubleAnswer => {
    now = at
    const answer = judge(method, url.pathname, body, { ...json })
    requests.push({ at })
    return { body: answer }
  }
}

const feishu = (title: string, host: string): ProductTonight => ({
  title,
  settings: { chat_webhook_url: `https://${host}/open-apis/bot/v2/hook/${feishuToken}`, chat_secret: feishuSecret },
  open: openFeishu,
  refusals: {
    format: { body: { code: 11_246, msg: "card content is invalid" } },
    permanent: { body: { code: 19_001, msg: "param invalid: incoming webhook access token invalid" } },
    transient: { body: { code: 11_232, msg: "frequency limited" } }
  }
})

const code = (errcode: number, errmsg: string): BotDoubleAnswer => ({ body: { errcode, errmsg } })

/** The ten products, each with its double's published rules. */
export const productsTonight: ReadonlyArray<ProductTonight> = [
  feishu("Feishu", "open.feishu.cn"),
  feishu("Lark", "open.larksuite.com"),
  {
    title: "DingTalk",
    settings: {
      chat_webhook_url: `https://oapi.dingtalk.com/robot/send?access_token=${DingTalk.token}`,
      chat_secret: DingTalk.secret,
      chat_keyword: DingTalk.keyword
    },
    open: () => DingTalk.robot,
    refusals: {
      format: code(40_035, "invalid parameter"),
      permanent: code(400_102, "robot is stopped"),
      transient: code(130_101, "send too fast, exceed 20 times per minute")
    }
  },
  {
    title: "WeCom",
    settings: { chat_webhook_url: `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${WeCom.key}` },
    open: () => WeCom.robot,
    refusals: {
      format: code(40_058, "template_card.card_type invalid"),
      permanent: code(93_000, "invalid webhook url"),
      transient: code(45_009, "api freq out of limit")
    }
  },
  {
    title: "Slack",
    settings: { chat_webhook_url: `https://hooks.slack.com${Slack.path}` },
    open: () => Slack.webhook,
    refusals: {
      format: { status: 400, body: "invalid_blocks" },
      permanent: { status: 404, body: "no_service" },
      transient: { status: 429, headers: { "retry-after": "120" }, body: "rate_limited" }
    }
  },
  {
    title: "Discord",
    settings: { chat_webhook_url: `https://discord.com${Discord.path}` },
    open: () => Discord.webhook,
    refusals: {
      format: { status: 400, body: { message: "Invalid Form Body", code: 50_035 } },
      permanent: { status: 404, body: { message: "Unknown Webhook", code: 10_015 } },
      transient: { status: 429, headers: { "retry-after": "120" }, body: { message: "You are being rate limited.", retry_after: 120.5 } }
    }
  },
  {
    title: "Telegram",
    settings: { chat_webhook_url: `https://api.telegram.org/bot${Telegram.token}/sendMessage?chat_id=${Telegram.supergroup}` },
    open: () => Telegram.api,
    refusals: {
      format: { status: 400, body: { ok: false, error_code: 400, description: "Bad Request: can't parse entities" } },
      permanent: { status: 403, body: { ok: false, error_code: 403, description: "Forbidden: bot was kicked from the group chat" } },
      transient: {
        status: 429,
        body: { ok: false, error_code: 429, description: "Too Many Requests: retry after 120", parameters: { retry_after: 120 } }
      }
    }
  },
  {
    title: "Teams",
    settings: { chat_webhook_url: `https://prod-00.westeurope.logic.azure.com${Teams.path}${Teams.query}` },
    open: () => Teams.flow,
    refusals: {
      format: { status: 400, body: { error: { code: "TriggerInputSchemaMismatch", message: "null" } } },
      permanent: { status: 400, body: { error: { code: "WorkflowTriggerIsNotEnabled", message: "disabled" } } },
      transient: { status: 429, headers: { "retry-after": "120" } }
    }
  },
  {
    title: "Google Chat",
    settings: { chat_webhook_url: `https://chat.googleapis.com${GoogleChat.path}${GoogleChat.query}` },
    open: () => GoogleChat.webhook,
    refusals: {
      format: { status: 400, body: { error: { code: 400, message: "Invalid JSON payload received.", status: "INVALID_ARGUMENT" } } },
      permanent: { status: 404, body: { error: { code: 404, message: "Requested entity was not found.", status: "NOT_FOUND" } } },
      transient: {
        status: 429,
        headers: { "retry-after": "120" },
        body: { error: { code: 429, message: "Resource has been exhausted", status: "RESOURCE_EXHAUSTED" } }
      }
    }
  },
  {
    title: "Standard Webhooks",
    settings: { chat_webhook_url: "https://books.example/hook", chat_kind: "webhook", chat_secret: Webhook.secret },
    open: () => Webhook.receiver,
    refusals: { format: { status: 422 }, permanent: { status: 401 }, transient: { status: 503, headers: { "retry-after": "120" } } }
  }
]
