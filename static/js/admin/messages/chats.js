// @ts-check
import { mainChat } from "../../shared/attempts.js"
import { byId, el, show } from "../../shared/dom.js"
import { t } from "../../shared/language.js"
import { healthReport } from "../health/report.js"

/** @typedef {import("../health/report.js").Health} Health */

/** The chats that are known by messages only: the settings have them no longer. @param {Health} health */
export const removedChats = ({ problems }) =>
  new Set(problems.flatMap(({ code, params }) => code === "chat_removed" ? [String(params["chat"])] : []))

/** The chats of a shop that has or had several, for the list of messages. @param {() => void} onChoice */
export const makeChats = (onChoice) => {
  const select = /** @type {HTMLSelectElement} */ (byId("message-chat"))
  /** @type {string[]} */
  let names = []
  /** @type {Set<string>} */
  let removed = new Set()
  const isSeveral = () => names.length > 1

  /** Also of a chat that the settings had once, and that no message waits for. @param {string} name */
  const label = (name) => removed.has(name) || names.length > 0 && !names.includes(name) ? t("messages.chat.removed", { chat: name }) : name

  const render = () => {
    const wanted = select.value
    select.replaceChildren(el("option", { value: "" }, t("all")), ...names.map((name) => el("option", { value: name }, label(name))))
    select.value = names.includes(wanted) ? wanted : ""
    show(byId("message-chats"), isSeveral())
  }

  select.addEventListener("change", onChoice)
  return {
    render,
    label,
    isSeveral,
    /** Whether a message for that chat has to name it. @param {string} name */
    isNamed: (name) => isSeveral() || name !== mainChat,
    /** @param {string} name */
    isRemoved: (name) => removed.has(name),
    /** The chats that can get a message in place of that one. @param {string} name */
    others: (name) => names.filter((other) => other !== name && !removed.has(other)),
    /** The chosen chat, empty for all. */
    chosen: () => isSeveral() ? select.value : "",
    /** @param {string} name */
    choose: (name) => {
      select.value = name
    },
    /** Without a report, the list is as it was. */
    load: async () => {
      const health = await healthReport().catch(() => undefined)
      if (health === undefined) return
      names = health.notifications.chats.map(({ name }) => name)
      removed = removedChats(health)
      render()
    }
  }
}
