// @ts-check
import { mainChat } from "../../shared/attempts.js"
import { byId, el, show } from "../../shared/dom.js"
import { t } from "../../shared/language.js"
import { healthReport } from "../health/report.js"

/** @typedef {import("../health/report.js").Health} Health */

/** Chats that are no longer in the settings but still have messages. @param {Health} health */
export const removedChats = ({ problems }) =>
  new Set(problems.flatMap(({ code, params }) => code === "chat_removed" ? [String(params["chat"])] : []))

/** The chats of a shop that has, or had, several of them; for the list of messages. @param {() => void} onChoice */
export const makeChats = (onChoice) => {
  /** @type {Health | undefined} */
  let health
  const select = /** @type {HTMLSelectElement} */ (byId("message-chat"))
  /** @type {string[]} */
  let names = []
  /** @type {Set<string>} */
  let removed = new Set()
  const isSeveral = () => names.length > 1

  /** The label of a chat. The chat may no longer be in the settings. @param {string} name */
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
    /** Whether a message for this chat has to name it. @param {string} name */
    isNamed: (name) => isSeveral() || name !== mainChat,
    /** @param {string} name */
    isRemoved: (name) => removed.has(name),
    /** The chats to which a message for this one can be moved. @param {string} name */
    others: (name) => names.filter((other) => other !== name && !removed.has(other)),
    /** The chosen chat, empty for all. */
    chosen: () => isSeveral() ? select.value : "",
    /** @param {string} name */
    choose: (name) => {
      select.value = name
    },
    report: () => health,
    /** Without a health report, the list stays as it was. */
    load: async () => {
      health = await healthReport().catch(() => health)
      if (health === undefined) return
      names = health.notifications.chats.map(({ name }) => name)
      removed = removedChats(health)
      render()
    }
  }
}
