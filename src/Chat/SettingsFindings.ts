import { Redacted } from "effect"
import { type Fault, faultAt, saying } from "../Codes/Fault.ts"
import type { Findings } from "../Config.ts"
import { type ChatKind, chatKinds } from "../Config/ChatKind.ts"
import { consoleBot, type ShopConfig } from "../Config/ShopConfig.ts"
import { isFeishuPath } from "./Feishu.ts"
import { isPrivateHost } from "./PrivateHost.ts"
import type { Product } from "./Product.ts"
import { ownerOf, productOf } from "./Products.ts"

/** One address of the settings with the keys that belong to it. */
interface Bot {
  readonly url: Redacted.Redacted
  readonly urlKey: "chat_webhook_url" | "alert_webhook_url"
  readonly kind: ChatKind | null
  readonly kindKey: "chat_kind" | "alert_kind"
}

const kindNames = chatKinds.join(" ")
const quotedKinds = chatKinds.map((kind) => `"${kind}"`).join(" ")

const hidden = "got something else (not shown: it is a secret)"

/** A known host has one product. `"webhook"` is for every receiver. */
const kindFaults = ({ kind, kindKey, url, urlKey }: Bot): ReadonlyArray<Fault> => {
  const owner = ownerOf(Redacted.value(url))
  return kind === null || kind === "webhook" || owner === undefined || owner.name === kind ? [] : [
    faultAt(kindKey,
      saying("bot_of_other_kind", `expected "${owner.name}" or "webhook", because ${urlKey} is an address of ${owner.title}, got "${kind}"`,
        {
          product: owner.title
        }))
  ]
}

/** A gateway: in the shop's own network, or with Feishu's path. Such an address has always been treated as a Feishu bot. */
const isGateway = (url: URL): boolean => isFeishuPath(url) || isPrivateHost(url.hostname)

const unknownHost = ({ kindKey, urlKey }: Bot): Findings => ({
  faults: [
    faultAt(kindKey,
      saying("bot_kind",
        `is required, because the host of ${urlKey} is none of a chat product: expected one of ${quotedKinds}, got nothing`, {
        names: kindNames
      }))
  ],
  warnings: []
})

const assumed = ({ kindKey, urlKey }: Bot, what: string): Findings => ({
  faults: [],
  warnings: [`${urlKey}: the host is none of a chat product, messages are sent as to ${what}: set ${kindKey} to one of ${quotedKinds}`]
})

const addressFaults = ({ urlKey }: Bot, url: URL, product: Product): ReadonlyArray<Fault> => {
  const expected = product.expected(url)
  if (expected !== undefined) {
    return [faultAt(urlKey, saying("bot_address", `expected ${expected}, ${hidden}`, { product: product.title }))]
  }
  // Addresses of Feishu with http were accepted before there were other products.
  return url.protocol === "http:" && !isPrivateHost(url.hostname) && product.name !== "feishu"
    ? [faultAt(urlKey, saying("https", `expected an https address; http only within the own network, ${hidden}`))]
    : []
}

const none: Findings = { faults: [], warnings: [] }

const findingsOf = (bot: Bot): Findings => {
  const address = Redacted.value(bot.url)
  if (address === "" || address === consoleBot) return none
  const url = new URL(address)
  const wrongKind = kindFaults(bot)
  if (wrongKind.length > 0) return { faults: wrongKind, warnings: [] }
  if (bot.kind === null && ownerOf(address) === undefined) {
    if (bot.urlKey === "alert_webhook_url") return assumed(bot, "any service that takes JSON")
    return isGateway(url) ? assumed(bot, "a Feishu bot") : unknownHost(bot)
  }
  return { faults: addressFaults(bot, url, productOf(address, bot.kind)), warnings: [] }
}

const secretFaults = (secret: string, secretExpected: Product["secretExpected"]): ReadonlyArray<Fault> => {
  const expected = secretExpected?.(secret)
  if (expected === undefined) return []
  return [faultAt("chat_secret", saying("bot_secret", `expected ${expected}, ${secret === "" ? "got nothing" : hidden}`))]
}

/** `chat_secret` and `chat_keyword`, if the product has no such setting. */
const settingFaults = ({ chatKeyword, chatKind, chatSecret, webhookUrl }: ShopConfig): ReadonlyArray<Fault> => {
  const address = Redacted.value(webhookUrl)
  if (address === consoleBot) return []
  const { secretExpected, settings, title } = productOf(address, chatKind)
  const unused = (name: "secret" | "keyword", value: string): ReadonlyArray<Fault> =>
    value === "" || settings.includes(name) ? [] : [
      faultAt(`chat_${name}`, saying("setting_of_other_product", `expected nothing, because a bot of ${title} has no ${name}, got a text`, {
        product: title
      }))
    ]
  return [
    ...secretFaults(Redacted.value(chatSecret), secretExpected),
    ...unused("secret", Redacted.value(chatSecret)),
    ...unused("keyword", chatKeyword)
  ]
}

/** Alarms are signed only if they go to the bot of the chat. */
const alertFaults = ({ alertKind, alertWebhookUrl, chatSecret, webhookUrl }: ShopConfig): ReadonlyArray<Fault> => {
  const address = Redacted.value(alertWebhookUrl)
  if (address === "" || address === consoleBot || alertKind === null) return []
  const secret = address === Redacted.value(webhookUrl) ? Redacted.value(chatSecret) : ""
  return productOf(address, alertKind).secretExpected?.(secret) === undefined ? [] : [
    faultAt("alert_kind",
      saying("bot_secret",
        `expected another kind, because alarms have a secret only at the address of chat_webhook_url, got "${alertKind}"`))
  ]
}

/** The faults of the chat's settings that concern more than one key (rule 2.8). */
export const chatFindings = (config: ShopConfig): Findings => {
  const chat = findingsOf({ url: config.webhookUrl, urlKey: "chat_webhook_url", kind: config.chatKind, kindKey: "chat_kind" })
  const alert = findingsOf({ url: config.alertWebhookUrl, urlKey: "alert_webhook_url", kind: config.alertKind, kindKey: "alert_kind" })
  return {
    faults: [...chat.faults, ...settingFaults(config), ...alert.faults, ...alertFaults(config)],
    warnings: [...chat.warnings, ...alert.warnings]
  }
}
