import { el } from "../shared/dom.ts"
import type { Day } from "../shared/entry/day.ts"
import { t } from "../shared/language.ts"
import { messageState, messageTitle } from "../shared/message.ts"

type Detail = Day
type Message = Detail["messages"][number]

/** The bot's replies. Few readers may see them and fewer need them, so their words are loaded on request. */
const attemptsOf = (attempts: NonNullable<Message["attempts"]>, chat: string) => {
  const details = el("details", {
    toggle: async () => {
      if (!details.open || details.childElementCount > 1) return
      const { listOfAttempts } = await import("./attempts.ts")
      details.append(listOfAttempts(attempts, chat))
    }
  }, el("summary", {}, t("history.attempts")))
  return details
}

/**
 * Where a message was sent.
 * @param isNamed whether the chat needs its name
 */
const delivery = (message: Message, isNamed: boolean) => {
  const { attempts = [], chat, failure, state } = message
  const isSmooth = attempts.length < 2 && (state === "delivered" || failure === undefined)
  return [
    el("small", { "data-delivery": state }, [isNamed ? chat : null, messageState(message)].filter((part) => part !== null).join(" · ")),
    isSmooth ? null : attemptsOf(attempts, chat)
  ]
}

/** Groups the messages that have the same text for several chats. */
const grouped = (messages: ReadonlyArray<Message>) => {
  const groups: Map<string, Array<Message>> = new Map()
  for (const message of messages) {
    const key = `${message.kind} ${message.created_at} ${message.title}`
    groups.set(key, [...groups.get(key) ?? [], message])
  }
  return [...groups.values()]
}

const text = ({ lines, title }: Message) =>
  lines.length === 0 ? el("span", {}, title) : el("details", {}, el("summary", {}, title), ...lines.map((line) => el("p", {}, line)))

/** The messages about a day as the chats received them, newest first; null if there is none. */
export const messages = (detail: Detail) => {
  const readable = detail.messages.filter(({ title }) => title !== null)
  if (readable.length === 0) return null
  const isNamed = new Set(readable.map(({ chat }) => chat)).size > 1
  return el("div", { class: "messages" }, el("h3", {}, messageTitle(detail)),
    el("ol", {},
      ...grouped(readable).map((group) =>
        el("li", {}, ...group.slice(0, 1).map(text), ...group.flatMap((message) => delivery(message, isNamed)))
      )))
}
