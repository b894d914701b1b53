// @ts-check
import { el } from "../shared/dom.js"
import { t } from "../shared/language.js"
import { messageState, messageTitle } from "../shared/message.js"

/** @typedef {import("../shared/entry/day.js").Day} Detail */
/** @typedef {Detail["messages"][number]} Message */

/**
 * The bot's replies. Few readers may see them and fewer need them, so their words are loaded on request.
 * @param {NonNullable<Message["attempts"]>} attempts @param {string} chat
 */
const attemptsOf = (attempts, chat) => {
  const details = el("details", {
    toggle: async () => {
      if (!details.open || details.childElementCount > 1) return
      const { listOfAttempts } = await import("./attempts.js")
      details.append(listOfAttempts(attempts, chat))
    }
  }, el("summary", {}, t("history.attempts")))
  return details
}

/** Where a message was sent. @param {Message} message @param {boolean} isNamed whether the chat needs its name */
const delivery = (message, isNamed) => {
  const { attempts = [], chat, failure, state } = message
  const isSmooth = attempts.length < 2 && (state === "delivered" || failure === undefined)
  return [
    el("small", { "data-delivery": state }, [isNamed ? chat : null, messageState(message)].filter((part) => part !== null).join(" · ")),
    isSmooth ? null : attemptsOf(attempts, chat)
  ]
}

/** Groups the messages that have the same text for several chats. @param {ReadonlyArray<Message>} messages */
const grouped = (messages) => {
  /** @type {Map<string, Array<Message>>} */
  const groups = new Map()
  for (const message of messages) {
    const key = `${message.kind} ${message.created_at} ${message.title}`
    groups.set(key, [...groups.get(key) ?? [], message])
  }
  return [...groups.values()]
}

/** @param {Message} message */
const text = ({ lines, title }) =>
  lines.length === 0 ? el("span", {}, title) : el("details", {}, el("summary", {}, title), ...lines.map((line) => el("p", {}, line)))

/** The messages about a day as the chats received them, newest first; null if there is none. @param {Detail} detail */
export const messages = (detail) => {
  const readable = detail.messages.filter(({ title }) => title !== null)
  if (readable.length === 0) return null
  const isNamed = new Set(readable.map(({ chat }) => chat)).size > 1
  return el("div", { class: "messages" }, el("h3", {}, messageTitle(detail)),
    el("ol", {},
      ...grouped(readable).map((group) =>
        el("li", {}, ...group.slice(0, 1).map(text), ...group.flatMap((message) => delivery(message, isNamed)))
      )))
}
