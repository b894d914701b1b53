import type { Format } from "../../Domain/Attempt.ts"
import { type Line, type Link, type Message, toText } from "../Message.ts"

const plainText = (content: string) => ({ tag: "plain_text", content })

/** A line with links has only words of the service, so no typed text becomes markup. */
const withLinks = (line: Exclude<Line, string>) => ({
  tag: "lark_md",
  content: line.map((part) => typeof part === "string" ? part : `[${part.label}](${part.url})`).join("")
})

const isText = (line: Line): line is string => typeof line === "string"

/** Lines of text are one element, so that Feishu shows them close together. */
const groupOf = (lines: ReadonlyArray<Line>) => {
  const texts = lines.filter(isText)
  return [
    ...(texts.length === 0 ? [] : [{ tag: "div", text: plainText(texts.join("\n")) }]),
    ...lines.flatMap((line) => isText(line) ? [] : [{ tag: "div", text: withLinks(line) }])
  ]
}

const button = ({ label, url }: Link) => ({
  tag: "action",
  actions: [{ tag: "button", type: "primary", text: plainText(label), url }]
})

const card = ({ colour, groups, link, origin, title }: Message) => ({
  msg_type: "interactive",
  card: {
    config: { wide_screen_mode: true },
    header: { title: plainText(title), template: colour },
    elements: [
      ...groups.flatMap((lines, index) => index === 0 ? groupOf(lines) : [{ tag: "hr" }, ...groupOf(lines)]),
      ...(link === null ? [] : [button(link)]),
      ...(origin.length === 0 ? [] : [{ tag: "note", elements: [plainText(origin.join("\n"))] }])
    ]
  }
})

const text = (content: string) => ({ tag: "text", text: content })

const anchor = ({ label, url }: Link) => ({ tag: "a", text: label, href: url })

const postLine = (line: Line) => isText(line) ? [text(line)] : line.map((part) => typeof part === "string" ? text(part) : anchor(part))

const post = ({ groups, link, origin, title }: Message) => ({
  msg_type: "post",
  content: {
    post: {
      zh_cn: {
        title,
        content: [
          ...groups.flat().map(postLine),
          ...(link === null ? [] : [[anchor(link)]]),
          ...origin.map((line) => [text(line)])
        ]
      }
    }
  }
})

export const textBody = (content: string) => ({ msg_type: "text", content: { text: content } })

const shapes: Record<Format, (message: Message) => object> = { card, post, text: (message) => textBody(toText(message)) }

/** The body that Feishu expects for a format, not yet signed (rule 7.4). */
export const toBody = (message: Message, format: Format): object => shapes[format](message)
