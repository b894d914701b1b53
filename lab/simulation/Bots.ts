import { HttpClient } from "@effect/platform"
import { Effect } from "effect"
import { feishu } from "./bots/Feishu.ts"
import type { BotProduct } from "./bots/Product.ts"
import { slack } from "./bots/Slack.ts"
import type { Temper } from "./bots/Temper.ts"
import { chat, type ChatOptions, type Sender } from "./Chat.ts"
import { dice } from "./Dice.ts"
import { mainBot } from "./model/Lines.ts"

interface Address {
  readonly product: BotProduct
  readonly url: string
}

const ofFeishu = (id: string): Address => ({ product: feishu, url: `https://open.feishu.cn/open-apis/bot/v2/hook/${id}` })
const ofSlack = (id: string): Address => ({ product: slack, url: `https://hooks.slack.com/services/T00000000/B00000000/${id}` })

/** The bots that a shop can have, by their names in the simulation. */
const addresses: Readonly<Record<string, Address>> = {
  [mainBot]: ofFeishu("0123456789abcdef"),
  "feishu-office": ofFeishu("fedcba9876543210"),
  "slack-office": ofSlack("office0123456789abcdef"),
  "slack-owner": ofSlack("owner0123456789abcdef")
}

const main: Address = ofFeishu("0123456789abcdef")

export const urlOf = (bot: string): string => (addresses[bot] ?? main).url
export const productOf = (bot: string): BotProduct => (addresses[bot] ?? main).product

/** The temper of each bot of a seed. A shop with one chat has a usual bot. */
const temperOf = (seed: number, index: number): Temper =>
  dice(seed, 0x7e3, index).weighted<Temper>([[index === 0 ? 12 : 3, "usual"], [1, "dead"], [1, "broken"], [1, "slow"], [1, "muted"]])

interface BotsOptions extends Pick<ChatOptions, "clock" | "guarded"> {
  readonly seed: number
  /** Undefined if no chat has this bot. */
  readonly secretOf: (bot: string) => string | undefined
}

/** The bots of all chats as one `HttpClient`. Each bot has its own moods. */
export const bots = ({ secretOf, seed, ...options }: BotsOptions) => {
  const all = Object.entries(addresses).map(([name, { product, url }], index) => ({
    name,
    url,
    bot: chat({ ...options, dice: dice(seed, 0xb07, index), product, temper: temperOf(seed, index), secret: () => secretOf(name) })
  }))
  return {
    clientOf: (wall: Sender["wall"], onRequest: (bot: string, request: Parameters<Sender["onRequest"]>[0]) => void) => {
      const clients = new Map(
        all.map(({ bot, name, url }) => [url, bot.clientOf({ wall, onRequest: (request) => onRequest(name, request) })])
      )
      return HttpClient.make((request) =>
        clients.get(request.url)?.execute(request) ?? Effect.dieMessage(`a request to an unknown address: ${request.url}`)
      )
    },
    /** Every bot delivers every message from now on. */
    deliverAll: () => all.forEach(({ bot }) => bot.deliverAll())
  }
}
