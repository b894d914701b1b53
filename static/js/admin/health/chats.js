// @ts-check
import { byId, el, show } from "../../shared/dom.js"
import { dateTime } from "../../shared/format/moments.js"
import { counted, known, language, t } from "../../shared/language.js"
import { removedChats } from "../messages/chats.js"
import { makeTestPush } from "../messages/push.js"

/** @typedef {import("./report.js").Health} Health */
/** @typedef {Health["notifications"]["chats"][number]} Chat */

/** @param {Chat} chat @param {boolean} isRemoved @returns {[state: "ok" | "waits" | "bad", sentence: string]} */
const stateOf = ({ failed, muted_until, pending }, isRemoved) => {
  if (isRemoved) return ["bad", counted("chats.removed", pending + failed)]
  const parts = [
    ...(failed > 0 ? [counted("chats.failed", failed)] : []),
    ...(muted_until === null ? [] : [t("chats.muted", { until: dateTime(muted_until) })]),
    ...(pending > 0 ? [counted("chats.waits", pending)] : [])
  ]
  return parts.length === 0 ? ["ok", t("chats.ok")] : [failed > 0 ? "bad" : "waits", parts.join(" · ")]
}

/** @param {Chat} chat @param {boolean} isRemoved */
const about = ({ kind, last_delivered_at }, isRemoved) =>
  [
    ...(isRemoved ? [] : [kind === null ? t("chats.console") : known(`chat_kind.${kind}`) ?? kind]),
    last_delivered_at === null ? t("chats.never") : t("chats.last", { when: dateTime(last_delivered_at) })
  ].join(" · ")

/** The chats of a shop with several, one per row: whether each delivers, and what to do if it does not. */
export const startChats = () => {
  const push = makeTestPush(byId("chat-result"))
  /** What is drawn: the same is not drawn again, so that a press is not lost, nor the focus of a button. */
  let drawn = ""

  /** @param {string} name */
  const test = (name) => {
    const button = el("button", {
      type: "button",
      class: "button plain small",
      "aria-label": t("chats.test.of", { chat: name }),
      click: async () => {
        button.setAttribute("disabled", "")
        await push(name)
        button.removeAttribute("disabled")
      }
    }, t("chats.test"))
    return button
  }

  /** @param {Chat} chat @param {boolean} isRemoved */
  const row = (chat, isRemoved) => {
    const [state, sentence] = stateOf(chat, isRemoved)
    return el("li", { "data-state": state }, el("strong", {}, chat.name),
      el("p", {}, el("span", { class: "state" }, sentence), el("small", {}, about(chat, isRemoved))),
      el("p", { class: "actions" }, chat.failed > 0 || isRemoved
        ? el("a", { class: "button plain small", href: `#messages=${encodeURIComponent(chat.name)}` }, t("chats.messages"))
        : null, isRemoved ? null : test(chat.name)))
  }

  return {
    /** @param {Health} health */
    about: (health) => {
      const { chats } = health.notifications
      const removed = removedChats(health)
      const now = JSON.stringify([language(), chats, [...removed]])
      if (now === drawn) return
      drawn = now
      show(byId("chats"), chats.length > 1)
      byId("chat-rows").replaceChildren(...chats.length > 1 ? chats.map((chat) => row(chat, removed.has(chat.name))) : [])
    }
  }
}
