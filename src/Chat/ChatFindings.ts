import { Redacted } from "effect"
import { type Fault, faultAt, saying } from "../Codes/Fault.ts"
import type { Findings } from "../Config.ts"
import { type Chat, type ChatKind, chatKinds, placeInChats } from "../Config/Chats.ts"
import { consoleBot } from "../Config/Forms.ts"
import { isPrivateHost } from "../Config/Network.ts"
import { alertBotOf, chatsOf, type ShopConfig } from "../Config/ShopConfig.ts"
import type { Product } from "./Product.ts"
import { ownerOf, productOf } from "./Products.ts"

/** One address of the settings with the keys that belong to it. */
interface Bot extends ChatKeys {
  readonly url: Redacted.Redacted
  readonly secret: Redacted.Redacted
  readonly kind: ChatKind | null
}

const quotedKinds = chatKinds.map((kind) => `"${kind}"`).join(" ")

const hidden = "got something else (not shown: it is a secret)"

/** A known host has one product. `"webhook"` fits any host. */
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

/** A host that no product has is no fault: it may be any bot (rule 7.28). */
const unknownHost = ({ kindKey, urlKey }: Bot, { hostname, protocol }: URL): ReadonlyArray<string> => [
  `${urlKey}: the host is none of a chat product, so messages are in Feishu's formats, and a 2xx that states no failure counts as delivered: set ${kindKey} to one of ${quotedKinds}`,
  ...(protocol === "http:" && !isPrivateHost(hostname)
    ? [`${urlKey}: the address begins with http, so everybody on the way can read it and the messages: use https`]
    : [])
]

const addressFaults = (bot: Bot, url: URL, product: Product): ReadonlyArray<Fault> => {
  const { secret, urlKey } = bot
  const expected = product.expected(url, Redacted.value(secret) !== "")
  if (expected !== undefined) {
    return [faultAt(urlKey, saying("bot_address", `expected ${namingKeys(expected, bot)}, ${hidden}`, { product: product.title }))]
  }
  // Feishu addresses with http were accepted before the service had other products.
  return url.protocol === "http:" && !isPrivateHost(url.hostname) && product.name !== "feishu"
    ? [faultAt(urlKey, saying("https", `expected an https address; http only within the own network, ${hidden}`))]
    : []
}

const noFindings: Findings = { faults: [], warnings: [] }

const findingsOf = (bot: Bot): Findings => {
  const address = Redacted.value(bot.url)
  if (address === "" || address === consoleBot) return noFindings
  const url = new URL(address)
  const wrongKind = kindFaults(bot)
  if (wrongKind.length > 0) return { faults: wrongKind, warnings: [] }
  if (bot.kind === null && ownerOf(address) === undefined) return { faults: [], warnings: unknownHost(bot, url) }
  const product = productOf(address, bot.kind)
  const isUnsigned = product.unsigned !== undefined && Redacted.value(bot.secret) === ""
  return { faults: addressFaults(bot, url, product), warnings: isUnsigned ? [`${bot.secretKey}: ${product.unsigned}`] : [] }
}

const secretFaults = (key: string, secret: string, secretExpected: Product["secretExpected"]): ReadonlyArray<Fault> => {
  const expected = secretExpected?.(secret)
  if (expected === undefined) return []
  return [faultAt(key, saying("bot_secret", `expected ${expected}, ${hidden}`))]
}

/** The keys of a chat's settings in the file. @param index its place in `chatsOf` */
export const keysOfChat = (index: number) =>
  index === 0
    ? { urlKey: "chat_webhook_url", kindKey: "chat_kind", secretKey: "chat_secret", keywordKey: "chat_keyword" }
    : {
      urlKey: placeInChats(index - 1, "url"),
      kindKey: placeInChats(index - 1, "kind"),
      secretKey: placeInChats(index - 1, "secret"),
      keywordKey: placeInChats(index - 1, "keyword")
    }

export type ChatKeys = ReturnType<typeof keysOfChat>

/** The keys of the alarm's settings; its keyword is that of a chat. */
export const keysOfAlert: ChatKeys = {
  urlKey: "alert_webhook_url",
  kindKey: "alert_kind",
  secretKey: "alert_secret",
  keywordKey: "chat_keyword"
}

/** A sentence about the first chat's keys, with those of another chat in their place. */
export const namingKeys = (sentence: string, { keywordKey, kindKey, secretKey, urlKey }: ChatKeys): string =>
  sentence.replaceAll("chat_webhook_url", urlKey).replaceAll("chat_secret", secretKey).replaceAll("chat_keyword", keywordKey)
    .replaceAll("chat_kind", kindKey)

/** A secret or a keyword that the product has no setting for. */
const settingFaults = (
  { keyword, kind, secret, url }: Omit<Chat, "about" | "name">,
  { keywordKey, secretKey }: ChatKeys
): ReadonlyArray<Fault> => {
  const address = Redacted.value(url)
  if (address === consoleBot) return []
  const { secretExpected, settings, title } = productOf(address, kind)
  const unused = (name: "secret" | "keyword", key: string, value: string): ReadonlyArray<Fault> =>
    value === "" || settings.includes(name) ? [] : [
      faultAt(key, saying("setting_of_other_product", `expected nothing, because a bot of ${title} has no ${name}, got a text`, {
        product: title
      }))
    ]
  return [
    ...secretFaults(secretKey, Redacted.value(secret), secretExpected),
    ...unused("secret", secretKey, Redacted.value(secret)),
    ...unused("keyword", keywordKey, keyword)
  ]
}

const findingsOfChat = (chat: Chat, index: number): Findings => {
  const keys = keysOfChat(index)
  const { faults, warnings } = findingsOf({ ...chat, ...keys })
  return { faults: [...faults, ...settingFaults(chat, keys)], warnings }
}

/** The keyword is that of a chat, whose faults are found with the chat. */
const alertFaults = (config: ShopConfig): ReadonlyArray<Fault> => {
  const bot = alertBotOf(config)
  return Redacted.value(bot.url) === "" ? [] : settingFaults({ ...bot, keyword: "" }, keysOfAlert)
}

/** The faults of the chats' settings that concern more than one key (rule 2.8). */
export const chatFindings = (config: ShopConfig): Findings => {
  const chats = chatsOf(config).map(findingsOfChat)
  const alert = findingsOf({ ...alertBotOf(config), ...keysOfAlert })
  return {
    faults: [...chats.flatMap(({ faults }) => faults), ...alert.faults, ...alertFaults(config)],
    warnings: [...chats.flatMap(({ warnings }) => warnings), ...alert.warnings]
  }
}
