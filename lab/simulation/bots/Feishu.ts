import { replies } from "../BotReplies.ts"
import type { BotProduct, Carried } from "./Product.ts"

interface Body {
  readonly timestamp?: string
  readonly sign?: string
  readonly msg_type: string
  readonly card?: {
    readonly header: { readonly title: { readonly content: string } }
    readonly elements: ReadonlyArray<{
      readonly text?: { readonly content: string }
      readonly elements?: ReadonlyArray<{ readonly content: string }>
      readonly actions?: ReadonlyArray<{ readonly url: string }>
    }>
  }
  readonly content?: {
    readonly text?: string
    readonly post?: {
      readonly zh_cn: {
        readonly title: string
        readonly content: ReadonlyArray<ReadonlyArray<{ readonly text: string; readonly href?: string }>>
      }
    }
  }
}

/** The title of a message and the lines below it, whatever its format. */
const textsIn = ({ card, content, msg_type }: Body): Pick<Carried, "format" | "title" | "lines"> => {
  if (msg_type === "interactive") {
    const texts = (card?.elements ?? []).flatMap(({ elements = [], text }) => [...(text === undefined ? [] : [text]), ...elements])
    return { format: "card", title: card?.header.title.content ?? "", lines: texts.flatMap((text) => text.content.split("\n")) }
  }
  const post = content?.post?.zh_cn
  if (msg_type === "post") {
    return { format: "post", title: post?.title ?? "", lines: (post?.content ?? []).map((line) => line.map(({ text }) => text).join("")) }
  }
  const [title = "", ...lines] = (content?.text ?? "").split("\n")
  return { format: "text", title, lines }
}

/** The address of a message's link, whatever its format. It is alone on its line; the addresses of missing days are not. */
const linkIn = (body: Body): string | undefined => {
  switch (body.msg_type) {
    case "interactive":
      return body.card?.elements.flatMap(({ actions = [] }) => actions)[0]?.url
    case "post":
      return body.content?.post?.zh_cn.content.find((line) => line.length === 1 && line[0]?.href !== undefined)?.[0]?.href
    default:
      return (body.content?.text ?? "").split("\n").map((line) => line.slice(line.indexOf("：") + 1)).find((rest) =>
        rest.startsWith("http")
      )
  }
}

export const feishu: BotProduct = {
  limits: [{ millis: 1_000, count: 5 }, { millis: 60_000, count: 100 }],
  largestBody: 20 * 1024,
  isSigned: true,
  formats: ["card", "post", "text"],
  read: (text) => {
    const body = JSON.parse(text) as Body
    return { ...textsIn(body), link: linkIn(body), timestamp: body.timestamp, sign: body.sign }
  },
  replies
}
