import type { ChatKind } from "../Config/ChatKind.ts"
import { anyBot } from "./AnyBot.ts"
import { dingtalk } from "./DingTalk.ts"
import { discord } from "./Discord.ts"
import { feishu } from "./Feishu.ts"
import type { Product } from "./Product.ts"
import { slack } from "./Slack.ts"
import { teams } from "./Teams.ts"
import { telegram } from "./Telegram.ts"
import { webhook } from "./Webhook.ts"
import { wecom } from "./WeCom.ts"

const byKind: Readonly<Record<ChatKind, Product>> = { feishu, dingtalk, wecom, slack, discord, telegram, teams, webhook }

export const products: ReadonlyArray<Product> = Object.values(byKind)

/** The product to which the host of an address belongs; undefined for any other host. */
export const ownerOf = (address: string): Product | undefined =>
  URL.canParse(address) ? products.find(({ recognises }) => recognises(new URL(address))) : undefined

/** The product of an address. A host that no product has may be any bot, as long as no kind names it. */
export const productOf = (address: string, kind: ChatKind | null = null): Product =>
  kind === null ? ownerOf(address) ?? anyBot : byKind[kind]
