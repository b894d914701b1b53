import type { Format } from "../../Domain/Attempt.ts"
import { type Fact, lines, type Link, type Message, toText } from "../Message.ts"

/** A long value, such as a typed reason, gets the whole width of a card. */
const isShort = ({ value }: Fact): boolean => value.length <= 16

const plainText = (content: string) => ({ tag: "plain_text", content })

const buttons = ({ label, url }: Link) => ({
  tag: "action",
  actions: [{ tag: "button", type: "primary", text: plainText(label), url }]
})

const card = (message: Message) => ({
  msg_type: "interactive",
  card: {
    config: { wide_screen_mode: true },
    header: { title: plainText(message.title), template: message.colour },
    elements: [
      {
        tag: "div",
        fields: message.facts.map((fact) => ({
          is_short: isShort(fact),
          text: plainText(`${fact.label}\n${fact.value}`)
        }))
      },
      ...(message.link === null ? [] : [buttons(message.link)]),
      ...(message.remarks.length === 0 ? [] : [{ tag: "hr" }, { tag: "note", elements: [plainText(message.remarks.join("\n"))] }])
    ]
  }
})

const post = (message: Message) => ({
  msg_type: "post",
  content: {
    post: {
      zh_cn: {
        title: message.title,
        content: [
          ...lines(message).map((text) => [{ tag: "text", text }]),
          ...(message.link === null ? [] : [[{ tag: "a", text: message.link.label, href: message.link.url }]])
        ]
      }
    }
  }
})

/** Plain text. */
export const textBody = (content: string) => ({ msg_type: "text", content: { text: content } })

const text = (message: Message) => textBody(toText(message))

const shapes: Record<Format, (message: Message) => object> = { card, post, text }

/** The body that Feishu expects for a format, not yet signed (rule 7.4). */
export const toBody = (message: Message, format: Format): object => shapes[format](message)
