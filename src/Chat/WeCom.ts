import type { Format } from "../Domain/Attempt.ts"
import { type Dialect, labels, lineIn, type Link, type Message, quotedLines, textLines } from "./Message.ts"
import { bytes, fittedLines, withoutMarkup } from "./PlainText.ts"
import type { Product, Target } from "./Product.ts"
import { type CodeRulings, judgeErrorCode, refusedFormat, type Ruling, tooMany } from "./Reply.ts"

const largestText = 2_048
const largestMarkdown = 4_096

/** Phones cut off longer titles. */
const longestTitle = 26
const longestSubtitle = 112
const mostJumps = 3

/** In every format, `<` begins a mention. */
const defusedText = (text: string): string => text.replaceAll("<", "＜").replaceAll(">", "＞")

const text = (lines: ReadonlyArray<string>) => ({
  msgtype: "text",
  text: { content: fittedLines(lines.map(defusedText), largestText, bytes) }
})

const markdown = (lines: ReadonlyArray<string>) => ({
  msgtype: "markdown",
  markdown: { content: fittedLines(lines, largestMarkdown, bytes) }
})

const dialect: Dialect = { text: withoutMarkup, link: ({ label, url }) => `[${withoutMarkup(label)}](${url})` }

/** Markdown has three colours. */
const fontOf = (colour: string): string => colour === "orange" || colour === "red" ? "warning" : colour === "grey" ? "comment" : "info"

const coloured = ({ colour, groups, link, origin, title }: Message) =>
  markdown([
    `### <font color="${fontOf(colour)}">${withoutMarkup(title)}</font>`,
    ...(link === null ? [] : [dialect.link(link)]),
    ...quotedLines(dialect, groups),
    ...origin.map((line) => `<font color="comment">${withoutMarkup(line)}</font>`)
  ])

const plainMarkdown = ({ groups, link, origin, title }: Message) =>
  markdown([
    withoutMarkup(title),
    ...(link === null ? [] : [dialect.link(link)]),
    ...groups.flat().map((line) => lineIn(dialect, line)),
    ...origin.map(withoutMarkup)
  ])

/** A card opens one address, and has room for little text. */
const template = ({ groups, link, origin, title }: Message) => {
  if (link === null || title.length > longestTitle) return undefined
  const lines = groups.flat()
  const links: ReadonlyArray<Link> = lines.flatMap((line) =>
    typeof line === "string" ? [] : line.flatMap((part) => typeof part === "string" ? [] : [part])
  )
  const shown = lines.map((line) => defusedText(lineIn(labels, line))).join("\n")
  if (shown.length > longestSubtitle || links.length > mostJumps) return undefined
  return {
    msgtype: "template_card",
    template_card: {
      card_type: "text_notice",
      main_title: { title: defusedText(title), desc: defusedText(origin.join(" ")) },
      ...(shown === "" ? {} : { sub_title_text: shown }),
      jump_list: [link, ...links].slice(0, mostJumps).map(({ label, url }) => ({ type: 1, title: label, url })),
      card_action: { type: 1, url: link.url }
    }
  }
}

const shapes: Record<Format, (message: Message) => object> = {
  card: (message) => template(message) ?? coloured(message),
  post: plainMarkdown,
  text: (message) => text(textLines(message))
}

const wrongKey: Ruling = ["permanent", "WeCom does not accept this address: copy chat_webhook_url from the robot's settings again"]

const rulings: CodeRulings = new Map<number, Ruling | ((message: string) => Ruling)>([
  [-1, ["transient", "WeCom is busy"]],
  [40_008, refusedFormat],
  [40_058, (message) => message.includes("'key'") ? wrongKey : refusedFormat],
  [44_004, refusedFormat],
  [45_009, tooMany],
  [45_011, tooMany],
  [45_033, tooMany],
  [60_020, ["permanent", "WeCom refuses this machine's IP address: put it on the robot's or the company's allow-list"]],
  [
    93_000,
    (message) => message.includes("exceed max length") || message.includes("invalid request parameter") ? refusedFormat : wrongKey
  ],
  [93_004, ["permanent", "The robot is stopped: enable it in the group's settings"]],
  [93_008, ["permanent", "The robot is not in the group: add it again, and copy its address into chat_webhook_url"]]
])

/** Removes this machine's IP address and a number for WeCom's support from the vendor's message. */
const cleaned = (message: string): string => message.replaceAll(/,? ?(?:hint: ?\[[^\]]*\]|from ip: ?[\d.:a-f]+)/gi, "")

const post = (body: object, { address }: Target) => ({ url: address, body: JSON.stringify(body), secrets: [] })

/**
 * WeCom's group robot. Its limit is 20 requests a minute; a bucket of 2 that fills at 16 a minute allows at most 18. It limits
 * texts by bytes.
 */
export const wecom: Product = {
  name: "wecom",
  title: "WeCom",
  recognises: ({ hostname }) => hostname === "qyapi.weixin.qq.com",
  expected: ({ pathname, searchParams }) =>
    pathname === "/cgi-bin/webhook/send" && (searchParams.get("key") ?? "") !== ""
      ? undefined
      : "the address of a group robot, https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…",
  settings: [],
  limits: { spacing: 1_000, burst: 2, refill: 3_750, requestBytes: 20 * 1024 },
  formats: ["card", "post", "text"],
  message: (message, format) => shapes[format](message),
  notice: (content) => text(content.split("\n")),
  request: post,
  judge: (reply, options) => judgeErrorCode(rulings, reply, options, cleaned),
  // An empty text is refused for its content, after the key was checked.
  probe: (to) => ({
    request: post({ msgtype: "text", text: { content: "" } }, to),
    isAlive: ({ code, verdict }) => code !== null && (verdict === "format" || verdict === "delivered")
  })
}
