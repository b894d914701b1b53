import { bare, type Reply } from "../BotReplies.ts"
import type { BotProduct, Carried } from "./Product.ts"

interface Text {
  readonly text: string
}

interface Body extends Text {
  readonly blocks?: ReadonlyArray<{ readonly type: string; readonly text?: Text; readonly elements?: ReadonlyArray<Text> }>
}

const unescaped = (text: string) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")

const lineOfLink = /^<([^|>]+)\|[^>]*>$/

/** A link is alone in its block; the addresses of missing days are not. */
const inBlocks = (blocks: NonNullable<Body["blocks"]>): Carried => {
  const texts = blocks.flatMap(({ elements = [], text, type }) =>
    type === "header" ? [] : [...(text === undefined ? [] : [text]), ...elements]
  )
  return {
    format: "card",
    title: blocks.find(({ type }) => type === "header")?.text?.text ?? "",
    lines: texts.flatMap(({ text }) => text.split("\n")),
    link: texts.map(({ text }) => lineOfLink.exec(text)?.[1]).find((address) => address !== undefined)
  }
}

const inText = (text: string): Carried => {
  const [title = "", ...lines] = unescaped(text).split("\n")
  const link = lines.map((line) => line.slice(line.indexOf("：") + 1)).find((rest) => rest.startsWith("http"))
  return { format: "text", title, lines, link }
}

const lost: readonly [Reply, ...ReadonlyArray<Reply>] = [
  { meaning: "unknown", fault: "silence", arrives: true },
  { meaning: "unknown", fault: "silence" },
  { meaning: "unknown", fault: "ECONNRESET" },
  bare("unknown", 200)
]

export const slack: BotProduct = {
  limits: [{ millis: 1_000, count: 1 }],
  largestBody: 100 * 1024,
  isSigned: false,
  formats: ["card", "text"],
  read: (text) => {
    const body = JSON.parse(text) as Body
    return body.blocks === undefined ? inText(body.text) : inBlocks(body.blocks)
  },
  replies: {
    delivered: [bare("delivered", 200, "ok")],
    format: [bare("format", 400, "invalid_blocks"), bare("format", 400, "invalid_payload"), bare("format", 400, "")],
    // An internal error of Slack does not refuse the format.
    upset: [bare("transient", 500, "rollup_error"), bare("transient", 500), bare("transient", 503)],
    permanent: [
      bare("permanent", 404, "no_service"),
      bare("permanent", 410, "channel_is_archived"),
      bare("permanent", 403, "action_prohibited")
    ],
    transient: [
      bare("transient", 403),
      bare("transient", 429),
      { ...bare("transient", 429), retryAfter: 40 },
      { meaning: "transient", fault: "ECONNREFUSED" },
      { meaning: "transient", fault: "ENOTFOUND" }
    ],
    unknown: lost
  }
}
