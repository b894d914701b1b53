import type { Delivery } from "../Domain/Attempt.ts"
import { labels, type Line, lineIn, type Link, type Message } from "./Message.ts"
import { fitted, jsonBytes, units, withoutMarkup } from "./PlainText.ts"
import type { BotRequest, Product, Target } from "./Product.ts"
import {
  factsOf,
  isSuccess,
  type JudgeOptions,
  membersOf,
  otherwise,
  parseJson,
  type Reply,
  type Ruling,
  rulingOfStatus,
  saidIn,
  sentenceWith
} from "./Reply.ts"

/** Teams counts the whole body, and accepts less than the 28 KB that its documentation states. */
const largestBody = 20 * 1024
/** The rest of the body is short. */
const largestLines = 16 * 1024
const longestLine = 1_500

const openUrl = ({ url }: Link) => ({ type: "Action.OpenUrl", url })

/** A text run shows no markdown, so typed text needs no escapes, except that `{{` begins a function of the card. */
const textRun = (text: string) => ({ type: "TextRun", text: fitted(text.replaceAll("{{", "｛｛"), longestLine, units) })

const paragraph = (line: Line) => ({
  type: "RichTextBlock",
  spacing: "Small",
  inlines: typeof line === "string"
    ? [textRun(line)]
    : line.map((part) => typeof part === "string" ? textRun(part) : { ...textRun(part.label), selectAction: openUrl(part) })
})

/** The paragraphs that fit, and an ellipsis for the rest. */
const withinBody = <Block>(blocks: ReadonlyArray<Block>, ellipsis: Block): ReadonlyArray<Block> => {
  let size = 0
  const fitting = blocks.findIndex((block) => (size += jsonBytes(JSON.stringify(block))) > largestLines)
  return fitting === -1 ? blocks : [...blocks.slice(0, fitting), ellipsis]
}

const styles: Readonly<Record<string, string>> = { green: "good", grey: "emphasis", orange: "warning", red: "attention" }

const cardOf = (body: ReadonlyArray<object>, link: Link | null) => ({
  type: "message",
  attachments: [{
    contentType: "application/vnd.microsoft.card.adaptive",
    content: {
      $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
      type: "AdaptiveCard",
      version: "1.4",
      body,
      ...(link === null ? {} : { actions: [{ ...openUrl(link), title: link.label }] })
    }
  }]
})

const block = (text: string, more: object = {}) => ({ type: "TextBlock", text, wrap: true, ...more })

const card = ({ colour, groups, link, origin, title }: Message) =>
  cardOf([
    {
      type: "Container",
      style: styles[colour] ?? "accent",
      bleed: true,
      items: [block(withoutMarkup(title), { size: "Medium", weight: "Bolder" })]
    },
    ...withinBody(
      groups.flatMap((lines, group) =>
        lines.map((line, index) => group > 0 && index === 0 ? { ...paragraph(line), spacing: "Medium", separator: true } : paragraph(line))
      ),
      paragraph("…")
    ),
    ...origin.map((line) => ({ ...paragraph(line), inlines: [{ ...textRun(line), isSubtle: true, size: "Small" }] }))
  ], link)

/** A text block shows markdown, so these characters become fullwidth. */
const plainBlock = (line: string) => block(fitted(withoutMarkup(line).replaceAll("{{", "｛｛"), longestLine, units), { spacing: "Small" })

const textCard = (lines: ReadonlyArray<string>, link: Link | null) => cardOf(withinBody(lines.map(plainBlock), plainBlock("…")), link)

const text = ({ groups, link, origin, title }: Message) =>
  textCard([title, ...groups.flat().map((line) => lineIn(labels, line)), ...origin], link)

/** Each parameter of the address is part of its signature, so the address must not be changed. */
const request = (body: object, { address }: Target): BotRequest => ({ url: address, body: JSON.stringify(body), secrets: [] })

const off: Ruling = [
  "permanent",
  "The flow is turned off or was deleted: turn it on, or create a new one and set chat_webhook_url to its new address"
]
const noFlow: Ruling = ["permanent", "There is no flow at this address: set chat_webhook_url to that of a flow in Teams"]
const refusedAddress: Ruling = [
  "permanent",
  "The flow does not accept this address: copy chat_webhook_url again, with everything after the ?"
]

const ruleOn = (status: number, code: string): Ruling | undefined => {
  if (code === "WorkflowTriggerIsNotEnabled" || code === "WorkflowDisabled") return off
  switch (status) {
    case 401:
    case 403:
      return refusedAddress
    case 404:
    case 410:
      return noFlow
    default:
      return rulingOfStatus(status)
  }
}

const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const json = parseJson(reply.body)
  const error = membersOf(membersOf(json).get("error"))
  const code = saidIn(error.get("code"))
  const facts = { ...factsOf(reply, json, options), code: null }
  // A flow may send its own reply with status 200 and any body. A page of HTML comes from a proxy.
  if (isSuccess(reply) && !/^\s*</.test(reply.body)) {
    return { ...facts, verdict: "accepted", detail: "Accepted by the flow, which may still fail to post it" }
  }
  const [verdict, sentence] = ruleOn(reply.status, code) ?? otherwise(reply.status)
  const shown = [`HTTP ${reply.status}`, ...(code === "" ? [] : [code])]
  return { ...facts, verdict, detail: sentenceWith(sentence, shown, saidIn(error.get("message")), options) }
}

const isFlow = (hostname: string): boolean =>
  hostname.endsWith(".logic.azure.com") || hostname.endsWith(".environment.api.powerplatform.com")

/**
 * Teams by a flow of its Workflows: at most 4 requests a second, 20 KB a body, cards only. A flow confirms that it accepted a
 * message, not that it posted the message.
 */
export const teams: Product = {
  name: "teams",
  title: "Teams",
  recognises: ({ hostname }) => isFlow(hostname) || hostname.endsWith(".webhook.office.com") || hostname === "outlook.office.com",
  expected: ({ hostname, pathname, searchParams }) => {
    if (/\.?office\.com$/.test(hostname))
      return "the address of a flow: connectors of Office 365 (webhook.office.com) are retired, make one in Workflows"
    return pathname.includes("/workflows/") && (searchParams.get("sig") ?? "") !== ""
      ? undefined
      : "the whole address of a flow that begins with a webhook request, https://….logic.azure.com/workflows/… with its sig=…"
  },
  settings: [],
  limits: { spacing: 334, burst: 1, refill: 334, requestBytes: largestBody },
  formats: ["card", "text"],
  message: (message, format) => format === "card" ? card(message) : text(message),
  notice: (content) => textCard(content.split("\n"), null),
  request,
  judge,
  // Every request starts the flow, so no request can only check the address.
  probe: null
}
